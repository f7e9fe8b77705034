import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { boughtRow, seatEventKind } from '../../contract/bought.ts'
import { limitType, seatState } from '../../contract/codes.ts'
import { categoriesNamed, withinCategory } from '../categories/category.sql.ts'

export interface BoughtFilter {
  readonly name?: string | undefined
  readonly categoryId?: string | undefined
  readonly categoryName?: string | undefined
  readonly courseStatus?: number | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

export type BoughtRow = z.input<typeof boughtRow>

function matching(companyId: string, filter: BoughtFilter): RawBuilder<unknown> {
  const { name, categoryId, categoryName, courseStatus: status, from, until } = filter
  const conditions = [sql`l.company_id = ${companyId}`, sql`c.removed_at is null`]
  if (name) conditions.push(sql`strpos(lower(c.name), lower(${name})) > 0`)
  if (categoryId) conditions.push(sql`c.category_id in (${withinCategory(companyId, categoryId)})`)
  if (categoryName) conditions.push(sql`c.category_id in (${categoriesNamed(companyId, categoryName)})`)
  if (status !== undefined) conditions.push(sql`c.status = ${status}`)
  if (from) conditions.push(sql`l.created_at >= ${from}`)
  if (until) conditions.push(sql`l.created_at < ${until}`)
  return sql`
    from course.licence l
    join course.course c on c.company_id = l.company_id and c.id = l.course_id
    where ${sql.join(conditions, sql` and `)}`
}

function boughtOf(companyId: string, wanted: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    select l.id, l.course_id as "courseId", l.name, g.name as "courseCategoryName", l.status as "courseStatus",
      l.limit_type as "limitType", case when l.limit_type = ${lit(limitType.limited)} then l.limit_count end as "limitCount",
      case when l.limit_type = ${lit(limitType.limited)} then greatest(0, l.limit_count - s.reserved - s.used) end as "surplusCount",
      s.reserved as "reservedCount", s.used as "usedCount", l.valid_from as "validFrom", l.valid_until as "validUntil",
      case when l.valid_from > ${now} then 'notBegun' when l.valid_until <= ${now} then 'over' else 'inUse' end as state
    from (${wanted}) l
    left join course.category g on g.company_id = ${companyId} and g.id = l.category_id
    cross join lateral (
      select count(*) filter (where s.state = ${lit(seatState.reserved)})::int as reserved, count(*) filter (where s.state = ${lit(seatState.used)})::int as used
      from course.seat s
      where s.company_id = ${companyId} and s.licence_id = l.id and s.state in ${lit(seatState.reserved, seatState.used)}
    ) s
    order by l.created_at desc, l.id`
}

const columns = sql`l.*, c.name, c.status, c.category_id`

export function selectBoughtPage(
  db: Db,
  { filter, now, limit, offset }: { filter: BoughtFilter; now: Date; limit: number; offset: number },
): Promise<BoughtRow[]> {
  const wanted = sql`
    select ${columns} ${matching(db.companyId, filter)} order by l.created_at desc, l.id limit ${limit} offset ${offset}`
  return rowsOf(db, boughtRow)`${boughtOf(db.companyId, wanted, now)}`
}

export function countBought(db: Db, filter: BoughtFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db.companyId, filter)}`
}

export function findBought(db: Db, licenceId: string, now: Date): Promise<BoughtRow | undefined> {
  const wanted = sql`select ${columns} ${matching(db.companyId, {})} and l.id = ${licenceId}`
  return findOne(db, boughtRow)`${boughtOf(db.companyId, wanted, now)}`
}

const countedRow = z.object({ categoryId: id, count: z.int() })

export async function boughtByCategory(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(db, countedRow)`
    select c.category_id as "categoryId", count(*)::int as count
    ${matching(db.companyId, {})} and c.category_id is not null
    group by c.category_id`
  return new Map(rows.map(({ categoryId, count }) => [categoryId, count]))
}

const eventRow = z.object({
  id,
  kind: seatEventKind,
  staffName: z.string().nullable(),
  actorName: z.string().nullable(),
  fromCount: z.int().nullable(),
  toCount: z.int().nullable(),
  at: z.date(),
})

interface LedgerFilter {
  readonly licenceId: string
  readonly scope: DataScope
}

/** What is about nobody is for everybody who may look. */
function ofLedger(db: Db, { licenceId, scope }: LedgerFilter): RawBuilder<unknown> {
  const seen = scope.kind === 'all' ? sql`true` : sql`(e.staff_id is null or e.staff_id in (${scopedStaff(db, scope)}))`
  return sql`from course.seat_event e where e.company_id = ${db.companyId} and e.licence_id = ${licenceId} and ${seen}`
}

export function selectLedger(
  db: Db,
  { filter, limit, offset }: { filter: LedgerFilter; limit: number; offset: number },
): Promise<z.input<typeof eventRow>[]> {
  return rowsOf(db, eventRow)`
    select e.id, case when e.kind = 'limited' and e.at = l.created_at then 'granted' else e.kind end as kind, s.name as "staffName", by.name as "actorName", (e.detail ->> 'from')::int as "fromCount",
      (e.detail ->> 'to')::int as "toCount", e.at
    from (select e.* ${ofLedger(db, filter)} order by e.id desc limit ${limit} offset ${offset}) e
    join course.licence l on l.company_id = e.company_id and l.id = e.licence_id
    left join org.person s on s.company_id = e.company_id and s.id = e.staff_id
    left join org.person by on by.company_id = e.company_id and by.id = e.actor_id
    order by e.id desc`
}

export function countLedger(db: Db, filter: LedgerFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${ofLedger(db, filter)}`
}
