import type { Db } from '@kaopei/server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { merchantState } from '../contract/merchant.ts'

export interface Merchant {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly isPlatform: boolean
  readonly state: number
  readonly packageId: string | null
  readonly packageName: string | null
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly examQuota: number | null
  readonly measurementQuota: number | null
  readonly staffQuota: number | null
  readonly storageQuotaGb: number | null
  readonly remark: string
  readonly suspendedReason: string | null
  readonly createdAt: Date
  readonly version: number
  readonly staffUsed: number
  readonly examUsed: number
  readonly measurementUsed: number
  readonly storageUsedBytes: number
}

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
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::integer as count from platform.company c where ${where}`.execute(db)
  const page = sql`
    where ${where}
    order by c.is_platform desc, c.id desc
    limit ${filter.pageSize}
    offset ${(filter.pageIndex - 1) * filter.pageSize}`
  return { dataList: await merchants(db, platformId, page), totalCount: counts[0]?.count ?? 0 }
}

export async function findMerchant(db: Db, platformId: string, id: string): Promise<Merchant | undefined> {
  const [found] = await merchants(db, platformId, sql`where c.id = ${id}`)
  return found
}

async function merchants(db: Db, platformId: string, which: RawBuilder<unknown>): Promise<Merchant[]> {
  const { rows } = await sql<Merchant>`
    with chosen as materialized (
      select c.id, c.name, c.domain, c.is_platform as "isPlatform", ${state} as state, c.package_id as "packageId",
        p.name as "packageName", c.valid_from::text as "validFrom", c.valid_until::text as "validUntil", c.exam_quota as "examQuota",
        c.measurement_quota as "measurementQuota", c.staff_quota as "staffQuota",
        c.storage_quota_bytes::double precision / 1073741824 as "storageQuotaGb", c.remark, c.suspended_reason as "suspendedReason", c.created_at as "createdAt", c.version
      from platform.company c
      left join tenant.menu_package p on p.company_id = ${platformId} and p.id = c.package_id
      ${which}
    )
    select chosen.*, f.staff_used as "staffUsed", f.exam_used::integer as "examUsed", f.measurement_used::integer as "measurementUsed",
      f.storage_used_bytes as "storageUsedBytes"
    from chosen
    join tenant.company_figures(array(select id from chosen)) f on f.company_id = chosen.id
    order by chosen."isPlatform" desc, chosen.id desc`.execute(db)
  return rows
}

function conditions(filter: { keyWords?: string | undefined; state?: number | undefined }): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`true`]
  if (filter.keyWords)
    parts.push(sql`(strpos(lower(c.name), lower(${filter.keyWords})) > 0 or strpos(c.domain, lower(${filter.keyWords})) > 0)`)
  if (filter.state !== undefined) parts.push(sql`${state} = ${filter.state}`)
  return sql.join<SqlBool>(parts, sql` and `)
}

/** Does the day lie ahead, by the company's own clock? */
export async function isAhead(db: Db, companyId: string, day: string): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`
    select ${day}::date > (now() at time zone c.time_zone)::date as ahead from platform.company c where c.id = ${companyId}`.execute(
    db,
  )
  return rows[0]?.ahead ?? false
}

export interface Administrator {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly isEnabled: boolean
}

/** Of the company that the transaction is in. */
export async function administratorsOf(db: Db): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select a.id, s.name, a.login_account as account, a.is_enabled as "isEnabled"
    from identity.role r
    join identity.role_account held on held.company_id = r.company_id and held.role_id = r.id
    join identity.account a on a.company_id = held.company_id and a.id = held.account_id
    join org.person s on s.company_id = a.company_id and s.id = a.id
    where r.company_id = ${db.companyId}
      and r.code = 'admin'
      and a.removed_at is null
      and s.removed_at is null
    order by s.created_at, s.id
    limit 100`.execute(db)
  return rows
}
