import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'
import type { UploadLimits } from '../contract/upload-rights.ts'

const storageRow = z.object({
  /** Null: without limit. */
  quotaBytes: z.int().nullable(),
  /** What is kept and what is promised (the migration of files.take_room). */
  usedBytes: z.int(),
})
export type Storage = z.output<typeof storageRow>

export async function storageOf(db: Db): Promise<Storage> {
  const row = await findOne(db, storageRow)`
    select c.storage_quota_bytes as "quotaBytes",
      greatest((select coalesce(sum(u.size_bytes), 0) from files.usage u where u.company_id = c.id), 0)::bigint as "usedBytes"
    from identity.company_terms c
    where c.id = ${db.companyId}`
  return row ?? { quotaBytes: null, usedBytes: 0 }
}

const noRoomRow = z.enum(['pending', 'daily', 'quota'])
export type NoRoom = z.output<typeof noRoomRow>

const refusalRow = z.object({ refusal: noRoomRow.nullable() })

/** Takes room for one more upload until the transaction ends, or says why there is none. Of many at once each is counted. */
export async function takeRoom(
  db: Db,
  { companyId, makerId, limits }: { companyId: string; makerId: string; limits: UploadLimits },
  moreBytes: number,
): Promise<NoRoom | null> {
  const { purpose, pendingFiles, pendingBytes, dailyFiles, dailyBytes } = limits
  const row = await findOne(db, refusalRow)`
    select files.take_room(
      ${companyId}, ${makerId}, ${purpose}, ${moreBytes}, ${pendingFiles}, ${pendingBytes}, ${dailyFiles}, ${dailyBytes}
    ) as refusal`
  return row?.refusal ?? null
}
