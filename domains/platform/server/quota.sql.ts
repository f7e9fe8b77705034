import { headsOf } from '@kaopei/identity/server'
import { type Db, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const quotasRow = z.object({
  /** Null: without limit. */
  staffQuota: z.int().nullable(),
  staffUsed: z.int(),
  storageQuotaBytes: z.int().nullable(),
  storageUsedBytes: z.int(),
  examQuota: z.int().nullable(),
  examUsed: z.int(),
  measurementQuota: z.int().nullable(),
  measurementUsed: z.int(),
})
export type Quotas = z.output<typeof quotasRow>

/** What the company has agreed on and what it has used of it, from sums that are kept. */
export async function quotasOf(db: Db): Promise<Quotas> {
  return oneOf(db, quotasRow)`
    select c.staff_quota as "staffQuota",
      ${headsOf(sql`c.id`)} as "staffUsed",
      c.storage_quota_bytes as "storageQuotaBytes",
      coalesce((select u.size_bytes from files.storage_used u where u.company_id = c.id), 0) as "storageUsedBytes",
      c.exam_quota as "examQuota",
      (select coalesce(sum(s.used), 0)::integer from platform.consumption_sum s where s.company_id = c.id and s.kind = 'exam') as "examUsed",
      c.measurement_quota as "measurementQuota",
      (select coalesce(sum(s.used), 0)::integer from platform.consumption_sum s where s.company_id = c.id and s.kind = 'measurement') as "measurementUsed"
    from identity.company c
    where c.id = ${db.companyId}`
}
