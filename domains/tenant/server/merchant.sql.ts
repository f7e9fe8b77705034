import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { merchantState } from '../contract/merchant.ts'

const merchantRow = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  isPlatform: z.boolean(),
  state: merchantState.schema,
  packageId: id.nullable(),
  packageName: z.string().nullable(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  examQuota: z.int().nullable(),
  measurementQuota: z.int().nullable(),
  staffQuota: z.int().nullable(),
  storageQuotaGb: z.int().nullable(),
  remark: z.string(),
  suspendedReason: z.string().nullable(),
  createdAt: z.date(),
  version: z.int(),
  staffUsed: z.int(),
  examUsed: z.int(),
  measurementUsed: z.int(),
  storageUsedBytes: z.int(),
})
export type Merchant = z.output<typeof merchantRow>

/** Days are the company's own. */
const state = sql<number>`
  case
    when c.is_suspended then ${merchantState.suspended}::integer
    when c.valid_until < (now() at time zone c.time_zone)::date then ${merchantState.over}::integer
    when c.valid_from > (now() at time zone c.time_zone)::date then ${merchantState.notBegun}::integer
    else ${merchantState.inUse}::integer
  end`

/** The platform's own company first, then the newest. Figures are asked for the rows of the page alone. */
export async function pageOfMerchants(
  db: Db,
  platformId: string,
  filter: { keyWords?: string | undefined; state?: number | undefined; pageIndex: number; pageSize: number },
): Promise<{ dataList: Merchant[]; totalCount: number }> {
  const where = conditions(filter)
  const totalCount = await countOf(db)`
    select count(*)::integer as count from platform.agreement c where ${where}`
  const page = sql`
    where ${where}
    order by c.is_platform desc, c.id desc
    limit ${filter.pageSize}
    offset ${(filter.pageIndex - 1) * filter.pageSize}`
  return { dataList: await merchants(db, platformId, page), totalCount }
}

export async function findMerchant(db: Db, platformId: string, id: string): Promise<Merchant | undefined> {
  const [found] = await merchants(db, platformId, sql`where c.id = ${id}`)
  return found
}

async function merchants(db: Db, platformId: string, which: RawBuilder<unknown>): Promise<Merchant[]> {
  return rowsOf(db, merchantRow)`
    with chosen as materialized (
      select c.id, c.name, c.domain, c.is_platform as "isPlatform", ${state} as state, c.package_id as "packageId",
        p.name as "packageName", c.valid_from::text as "validFrom", c.valid_until::text as "validUntil", c.exam_quota as "examQuota",
        c.measurement_quota as "measurementQuota", c.staff_quota as "staffQuota",
        c.storage_quota_bytes::double precision / 1073741824 as "storageQuotaGb", c.remark, c.suspended_reason as "suspendedReason", c.created_at as "createdAt", c.version
      from platform.agreement c
      left join tenant.menu_package p on p.company_id = ${platformId} and p.id = c.package_id
      ${which}
    )
    select chosen.*, f.staff_used as "staffUsed", f.exam_used::integer as "examUsed", f.measurement_used::integer as "measurementUsed",
      f.storage_used_bytes as "storageUsedBytes"
    from chosen
    join tenant.company_figures(array(select id from chosen)) f on f.company_id = chosen.id
    order by chosen."isPlatform" desc, chosen.id desc`
}

function conditions(filter: { keyWords?: string | undefined; state?: number | undefined }): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`true`]
  if (filter.keyWords)
    parts.push(sql`(strpos(lower(c.name), lower(${filter.keyWords})) > 0 or strpos(c.domain, lower(${filter.keyWords})) > 0)`)
  if (filter.state !== undefined) parts.push(sql`${state} = ${filter.state}`)
  return sql.join<SqlBool>(parts, sql` and `)
}

const aheadRow = z.object({ ahead: z.boolean() })

/** Does the day lie ahead, by the company's own clock? */
export async function isAhead(db: Db, companyId: string, day: string): Promise<boolean> {
  const row = await findOne(db, aheadRow)`
    select ${day}::date > (now() at time zone c.time_zone)::date as ahead from platform.agreement c where c.id = ${companyId}`
  return row?.ahead ?? false
}

const administratorRow = z.object({ id, name: z.string(), account: z.string(), isEnabled: z.boolean() })
export type Administrator = z.output<typeof administratorRow>

/** Of the company that the transaction is in. */
export async function administratorsOf(db: Db): Promise<Administrator[]> {
  return rowsOf(db, administratorRow)`
    select a.id, s.name, a.login_account as account, a.is_enabled as "isEnabled"
    from identity.held_role r
    join identity.account_state a on a.company_id = r.company_id and a.id = r.account_id
    join org.person s on s.company_id = a.company_id and s.id = a.id
    where r.company_id = ${db.companyId}
      and r.code = 'admin'
      and a.removed_at is null
      and s.removed_at is null
    order by s.created_at, s.id`
}
