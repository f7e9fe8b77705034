/** Rows by department: what stands below one that is looked at, as far as the caller's scope goes. People count where their main department is. */
import { id } from '@kaopei/contract'
import { type DataScope, type Db, idsOf as idsIn, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Period, within } from './period.sql.ts'
import { evidenceOf, readsOneByOne, strongestFirst } from './standings.sql.ts'

const departmentRow = z.object({ id, name: z.string(), isOwn: z.boolean() })
export type DepartmentRow = z.input<typeof departmentRow>

/** Whether a scope shows department `d`. */
const isSeen = (db: Db, scope: DataScope): RawBuilder<unknown> =>
  scope.kind === 'all'
    ? sql`true`
    : sql`(
        d.id = any(${scope.departmentIds}::uuid[])
        or exists (
          select from org.department_tree r
          where r.company_id = ${db.companyId} and r.id = any(${scope.subtreeIds}::uuid[]) and d.path >= r.path and d.path < r.path_end
        )
      )`

/** Departments that a scope shows. */
const seen = (db: Db, scope: DataScope): RawBuilder<unknown> =>
  sql`select d.* from org.department_tree d where d.company_id = ${db.companyId} and d.removed_at is null and ${isSeen(db, scope)}`

/** Those right below a department and its own people; without one the topmost that the scope shows, or what is below the only one. */
export async function departmentRows(db: Db, scope: DataScope, departmentId: string | undefined): Promise<DepartmentRow[]> {
  if (departmentId !== undefined) return rowsBelow(db, scope, departmentId)
  const roots = await rowsOf(db, departmentRow)`
    with seen as materialized (${seen(db, scope)})
    select s.id, s.name, false as "isOwn"
    from seen s
    where s.parent_id is null or not exists (select from seen p where p.id = s.parent_id)
    order by s.name, s.id`
  const [only] = roots
  return only && roots.length === 1 ? rowsBelow(db, scope, only.id) : roots
}

/** The departments above one, from the topmost down to itself. */
export function pathTo(db: Db, departmentId: string): Promise<string[]> {
  return idsIn(db)`
    select a.id
    from org.department_tree d
    join org.department_tree a on a.company_id = d.company_id and d.path >= a.path and d.path < a.path_end
    where d.company_id = ${db.companyId} and d.id = ${departmentId}
    order by a.path`
}

/** Those below are looked for along the path of each child: never all that the scope shows for each of them. */
function rowsBelow(db: Db, scope: DataScope, departmentId: string): Promise<DepartmentRow[]> {
  return rowsOf(db, departmentRow)`
    select c.id, c.name, false as "isOwn"
    from org.department_tree c
    where c.company_id = ${db.companyId} and c.parent_id = ${departmentId} and c.removed_at is null
      and exists (
        select from org.department_tree d
        where d.company_id = ${db.companyId} and d.path >= c.path and d.path < c.path_end and d.removed_at is null and ${isSeen(db, scope)}
        offset 0
      )
    union all
    select d.id, d.name, true from org.department_tree d
    where d.company_id = ${db.companyId} and d.id = ${departmentId} and d.removed_at is null and ${isSeen(db, scope)}
    order by 3 desc, 2, 1`
}

/** `row_id` and `department_id`: which departments each row is made of. Row by row along the paths: never all with all. */
export const coverOf = (db: Db, scope: DataScope, rows: readonly DepartmentRow[]): RawBuilder<unknown> => sql`
  select t.id as row_id, s.id as department_id
  from org.department_tree t
  cross join lateral (
    select d.id
    from org.department_tree d
    where d.company_id = ${db.companyId} and d.path >= t.path and d.path < t.path_end and d.removed_at is null and ${isSeen(db, scope)}
    offset 0
  ) s
  where t.company_id = ${db.companyId} and t.id = any(${idsOf(rows, false)}::uuid[])
  union all
  select * from unnest(${idsOf(rows, true)}::uuid[], ${idsOf(rows, true)}::uuid[])`

const idsOf = (rows: readonly DepartmentRow[], isOwn: boolean) => rows.flatMap((row) => (row.isOwn === isOwn ? [row.id] : []))

const peopleRow = z.object({ id, count: z.int() })

export function peopleOfRows(db: Db, scope: DataScope, rows: readonly DepartmentRow[]) {
  return rowsOf(db, peopleRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select c.row_id as id, count(*)::int as count
    from cover c
    join org.person p on p.company_id = ${db.companyId} and p.department_id = c.department_id and p.removed_at is null
    group by c.row_id`
}

const heatRow = z.object({ rowId: id, skillId: id, counts: z.array(z.int()) })

interface HeatOf {
  readonly rows: readonly DepartmentRow[]
  readonly skillIds: readonly string[]
}

/** Of what is counted beforehand. */
export function heatOfRows(db: Db, scope: DataScope, { rows, skillIds }: HeatOf) {
  return rowsOf(db, heatRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select c.row_id as "rowId", l.skill_id as "skillId",
      array[sum(l.counts[1]), sum(l.counts[2]), sum(l.counts[3]), sum(l.counts[4]), sum(l.counts[5])]::int[] as counts
    from skill.department_level l
    join cover c on c.department_id = l.department_id
    where l.company_id = ${db.companyId} and l.skill_id = any(${skillIds}::uuid[])
    group by c.row_id, l.skill_id`
}

const levelledRow = z.object({ rowId: id, skillId: id, count: z.int() })

/** How many have any level, of the same. */
export function levelledOfRows(db: Db, scope: DataScope, { rows, skillIds }: HeatOf) {
  return rowsOf(db, levelledRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select c.row_id as "rowId", l.skill_id as "skillId",
      sum(l.counts[1] + l.counts[2] + l.counts[3] + l.counts[4] + l.counts[5])::int as count
    from skill.department_level l
    join cover c on c.department_id = l.department_id
    where l.company_id = ${db.companyId} and l.skill_id = any(${skillIds}::uuid[])
    group by c.row_id, l.skill_id`
}

/** The heat for a moment that is over: levels of then, people and departments of now. */
export function pastHeatOfRows(
  db: Db,
  scope: DataScope,
  { rows, skillIds, peopleCount }: HeatOf & { readonly peopleCount: number },
  at: Date,
) {
  // One sort of all, not one of each person. Without `offset 0` the planner reads the evidence of everybody.
  const evidence = readsOneByOne(peopleCount)
    ? sql`cross join lateral (${evidenceOf(db, { at, skillIds, staffId: sql`p.id` })} offset 0) s`
    : sql`join (${evidenceOf(db, { at, skillIds })}) s on s.staff_id = p.id`
  const countOfLevel = (level: number) => sql`(count(*) filter (where l.level = ${level}))::int`
  return rowsOf(db, heatRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select l.row_id as "rowId", l.skill_id as "skillId", array[${sql.join([1, 2, 3, 4, 5].map(countOfLevel))}] as counts
    from (
      select distinct on (c.row_id, p.id, s.skill_id) c.row_id, s.skill_id, s.level
      from cover c
      join org.person p on p.company_id = ${db.companyId} and p.department_id = c.department_id and p.removed_at is null
      ${evidence}
      order by c.row_id, p.id, s.skill_id, ${strongestFirst}
    ) l
    group by l.row_id, l.skill_id`
}

const addedRow = z.object({ rowId: id, skillId: id, count: z.int() })

/** Evidence that came in a period, by row and skill: of an index alone. */
export function newEvidenceOfHeat(db: Db, scope: DataScope, { rows, skillIds }: HeatOf, period: Period) {
  return rowsOf(db, addedRow)`
    with cover as materialized (${coverOf(db, scope, rows)})
    select c.row_id as "rowId", e.skill_id as "skillId", count(*)::int as count
    from skill.evidence e
    join org.person p on p.company_id = ${db.companyId} and p.id = e.staff_id and p.removed_at is null
    join cover c on c.department_id = p.department_id
    where e.company_id = ${db.companyId} and e.skill_id = any(${skillIds}::uuid[]) and ${within(period)}
    group by c.row_id, e.skill_id`
}

const asOfRow = z.object({ asOf: z.date().nullable() })

/** The oldest change that is not counted yet; null: everything is. */
export async function oldestMark(db: Db): Promise<Date | null> {
  const [row] = await rowsOf(db, asOfRow)`
    select min(m.marked_at) as "asOf" from skill.department_mark m where m.company_id = ${db.companyId}`
  return row?.asOf ?? null
}
