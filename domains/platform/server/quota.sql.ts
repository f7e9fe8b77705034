import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface Quotas {
  /** Null: without limit. */
  readonly staffQuota: number | null
  readonly staffUsed: number
  readonly storageQuotaBytes: number | null
  readonly storageUsedBytes: number
  readonly examQuota: number | null
  readonly examUsed: number
  readonly measurementQuota: number | null
  readonly measurementUsed: number
}

/** What the company has agreed on and what it has used of it, from sums that are kept. */
export async function quotasOf(db: Db): Promise<Quotas> {
  const { rows } = await sql<Quotas>`
    select c.staff_quota as "staffQuota",
      platform.heads_of(c.id) as "staffUsed",
      c.storage_quota_bytes as "storageQuotaBytes",
      greatest((select coalesce(sum(u.size_bytes), 0) from files.usage u where u.company_id = c.id), 0)::bigint as "storageUsedBytes",
      c.exam_quota as "examQuota",
      (select coalesce(sum(s.used), 0)::integer from platform.consumption_sum s where s.company_id = c.id and s.kind = 'exam') as "examUsed",
      c.measurement_quota as "measurementQuota",
      (select coalesce(sum(s.used), 0)::integer from platform.consumption_sum s where s.company_id = c.id and s.kind = 'measurement') as "measurementUsed"
    from platform.company c
    where c.id = ${db.companyId}`.execute(db)
  if (!rows[0]) throw new Error('the company of a session exists')
  return rows[0]
}
