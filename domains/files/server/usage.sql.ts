import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { UploadLimits } from '../contract/upload-rights.ts'

export interface Storage {
  /** Null: without limit. */
  readonly quotaBytes: number | null
  /** What is kept and what is promised (the migration of files.take_room). */
  readonly usedBytes: number
}

export async function storageOf(db: Db): Promise<Storage> {
  const { rows } = await sql<Storage>`
    select c.storage_quota_bytes as "quotaBytes",
      greatest((select coalesce(sum(u.size_bytes), 0) from files.usage u where u.company_id = c.id), 0)::bigint as "usedBytes"
    from platform.company c
    where c.id = ${db.companyId}`.execute(db)
  return rows[0] ?? { quotaBytes: null, usedBytes: 0 }
}

export type NoRoom = 'pending' | 'daily' | 'quota'

/** Takes room for one more upload until the transaction ends, or says why there is none. Of many at once each is counted. */
export async function takeRoom(
  db: Db,
  { companyId, makerId, limits }: { companyId: string; makerId: string; limits: UploadLimits },
  moreBytes: number,
): Promise<NoRoom | null> {
  const { purpose, pendingFiles, pendingBytes, dailyFiles, dailyBytes } = limits
  const { rows } = await sql<{ refusal: NoRoom | null }>`
    select files.take_room(
      ${companyId}, ${makerId}, ${purpose}, ${moreBytes}, ${pendingFiles}, ${pendingBytes}, ${dailyFiles}, ${dailyBytes}
    ) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}
