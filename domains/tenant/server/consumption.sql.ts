import { scopedStaff } from '@kaopei/org/server'
import type { Use } from '@kaopei/platform/server'
import type { DataScope, Db } from '@kaopei/server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { consumptionFilter } from '../contract/consumption.ts'

export type UseKind = Use['kind']
export type ConsumptionFilter = z.output<typeof consumptionFilter>

export interface ConsumptionRow {
  readonly subjectId: string
  readonly subjectName: string | null
  readonly staffId: string
  readonly staffName: string
  readonly loginAccount: string
  readonly departmentName: string | null
  readonly at: Date
}

interface Asked {
  readonly companyId: string
  readonly kind: UseKind
  readonly scope: DataScope
  readonly filter: ConsumptionFilter
}

/** Newest first. The page is found in its index alone; names and people are joined to it, unless they are searched. */
export async function pageOfConsumption(
  db: Db,
  asked: Asked,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ dataList: ConsumptionRow[]; totalCount: number }> {
  const found = sql`from platform.consumption u ${joinedForSearch(asked)} where ${conditions(db, asked)}`
  const { rows: counts } = await sql<{ count: number }>`select count(*)::integer as count ${found}`.execute(db)
  const { rows: dataList } = await sql<ConsumptionRow>`
    select page.subject_id as "subjectId", use.subject_name as "subjectName", page.staff_id as "staffId", page.at,
      coalesce(p.name, '') as "staffName", coalesce(p.login_account, '') as "loginAccount", d.name as "departmentName"
    from (
      select u.subject_id, u.staff_id, u.at
      ${found}
      order by u.at desc, u.subject_id, u.staff_id
      limit ${pageSize}
      offset ${(pageIndex - 1) * pageSize}
    ) page
    join platform.consumption use
      on use.company_id = ${asked.companyId} and use.kind = ${asked.kind} and use.subject_id = page.subject_id and use.staff_id = page.staff_id
    left join org.staff p on p.company_id = ${asked.companyId} and p.id = page.staff_id
    left join org.department d on d.company_id = p.company_id and d.id = p.department_id
    order by page.at desc, page.subject_id, page.staff_id`.execute(db)
  return { dataList, totalCount: counts[0]?.count ?? 0 }
}

function joinedForSearch({ filter }: Asked): RawBuilder<unknown> {
  return filter.keyWords ? sql`left join org.staff s on s.company_id = u.company_id and s.id = u.staff_id` : sql``
}

/** Everything that the filter admits, through a cursor. */
export function streamConsumption(db: Db, asked: Asked) {
  return db
    .selectFrom('platform.consumption as u')
    .leftJoin('org.staff as s', (join) => join.onRef('s.company_id', '=', 'u.company_id').onRef('s.id', '=', 'u.staff_id'))
    .leftJoin('org.department as d', (join) =>
      join.onRef('d.company_id', '=', 's.company_id').onRef('d.id', '=', 's.department_id'),
    )
    .select([
      'u.subject_id as subjectId',
      'u.subject_name as subjectName',
      'u.staff_id as staffId',
      's.name as staffName',
      's.login_account as loginAccount',
      'd.name as departmentName',
      'u.at',
    ])
    .where(conditions(db, asked))
    .orderBy('u.at', 'desc')
    .stream(1000)
}

function conditions(db: Db, { companyId, kind, scope, filter }: Asked): RawBuilder<SqlBool> {
  const { keyWords, beginTime, endTime } = filter
  const zone = sql`(select time_zone from platform.company where id = ${companyId})`
  const parts = [sql<SqlBool>`u.company_id = ${companyId}`, sql<SqlBool>`u.kind = ${kind}`]
  if (scope.kind === 'some') parts.push(sql`u.staff_id in (${scopedStaff(db, companyId, scope)})`)
  if (beginTime) parts.push(sql`u.at >= ${beginTime}::date::timestamp at time zone ${zone}`)
  if (endTime) parts.push(sql`u.at < (${endTime}::date + 1)::timestamp at time zone ${zone}`)
  if (keyWords)
    parts.push(sql`(strpos(lower(u.subject_name), lower(${keyWords})) > 0 or strpos(lower(s.name), lower(${keyWords})) > 0
      or strpos(s.login_key, lower(${keyWords})) > 0)`)
  return sql.join<SqlBool>(parts, sql` and `)
}

export async function quotaAndUse(db: Db, companyId: string, kind: UseKind): Promise<{ quota: number | null; used: number }> {
  const column = kind === 'exam' ? sql`exam_quota` : sql`measurement_quota`
  const { rows } = await sql<{ quota: number | null; used: number }>`
    select ${column} as quota,
      (select count(*)::integer from platform.consumption u where u.company_id = ${companyId} and u.kind = ${kind}) as used
    from platform.company
    where id = ${companyId}`.execute(db)
  return rows[0] ?? { quota: null, used: 0 }
}
