import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface Storage {
  /** Null: without limit. */
  readonly quotaBytes: number | null
  /** Stored files without an end; what runs out by itself does not count. */
  readonly usedBytes: number
}

export async function storageOf(db: Db, companyId: string): Promise<Storage> {
  const { rows } = await sql<Storage>`
    select c.storage_quota_bytes as "quotaBytes",
      greatest((select coalesce(sum(u.size_bytes), 0) from files.usage u where u.company_id = c.id), 0)::bigint as "usedBytes"
    from platform.company c
    where c.id = ${companyId}`.execute(db)
  return rows[0] ?? { quotaBytes: null, usedBytes: 0 }
}

/** Until the transaction ends nobody else of the company finishes an upload: of two that fit alone, but not together, one is refused. */
export async function lockStorage(db: Db, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files.usage:${companyId}`}, 0))`.execute(db)
}
