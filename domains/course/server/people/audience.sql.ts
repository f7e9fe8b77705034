import { id } from '@kaopei/contract'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, dataScopeShape, hasRows, rowsOf } from '@kaopei/server'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { groupsByIds, membersOfGroups } from '@kaopei/usergroup/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { People } from './enrol.sql.ts'

export type AudienceKind = 'department' | 'group'

const audienceRow = z.object({
  id,
  kind: z.enum(['department', 'group']),
  mode: attachMode.schema,
  /** Null: everybody. */
  scope: dataScopeShape.nullable(),
})
export type Audience = z.input<typeof audienceRow>

export function selectAudiences(db: Db, courseId: string): Promise<Audience[]> {
  return rowsOf(db, audienceRow)`
    select a.target_id as id, a.kind, a.mode, a.scope
    from course.audience a
    where a.company_id = ${db.companyId} and a.course_id = ${courseId}
    order by a.kind, a.target_id`
}

export interface Targets {
  readonly groupIds: readonly string[]
  readonly departmentIds: readonly string[]
}

/** Everybody of these departments, with what is below them, and groups, as far as the scope reaches. */
export function peopleOfTargets(db: Db, { groupIds, departmentIds }: Targets, scope: DataScope | null): People {
  const among = sql`
    select m.id from (${membersOfGroups(db, groupIds)}) m
    union
    select d.id from (${staffOfDepartments(db, departmentIds)}) d`
  if (scope === null || scope.kind === 'all') return among
  return sql`select p.id from (${among}) p where p.id in (${scopedStaff(db, scope)})`
}

/** The same of what is followed, each within the scope of whoever attached it. */
export function peopleOfAudiences(db: Db, audiences: readonly Audience[]): People {
  const byScope = Map.groupBy(audiences, ({ scope }) => JSON.stringify(scope))
  const branches = [...byScope.values()].map((group) => {
    const idsOf = (kind: AudienceKind) => group.flatMap((one) => (one.kind === kind ? [one.id] : []))
    const targets = { groupIds: idsOf('group'), departmentIds: idsOf('department') }
    return sql`select p.id from (${peopleOfTargets(db, targets, group[0]?.scope ?? null)}) p`
  })
  return branches.length === 0 ? sql`select null::uuid as id where false` : sql.join(branches, sql` union `)
}

/** Whether all of them are there, and each of them has somebody whom the scope shows, or nobody at all. */
export async function areTheirs(db: Db, { groupIds, departmentIds }: Targets, scope: DataScope): Promise<boolean> {
  const groups = await groupsByIds(db, groupIds)
  if (groups.length !== groupIds.length || groups.some(({ isRemoved }) => isRemoved)) return false
  const found = await countOf(db)`
    select count(*)::int as count
    from org.department_tree d
    where d.company_id = ${db.companyId} and d.id = any(${departmentIds}::uuid[])`
  if (found !== departmentIds.length) return false
  if (scope.kind === 'all') return true
  for (const one of [...groupIds.map((groupId) => ({ groupId })), ...departmentIds.map((departmentId) => ({ departmentId }))]) {
    const targets =
      'groupId' in one ? { groupIds: [one.groupId], departmentIds: [] } : { groupIds: [], departmentIds: [one.departmentId] }
    const anybody = peopleOfTargets(db, targets, null)
    const hasPeople = await hasRows(db)`${anybody} limit 1`
    if (hasPeople && !(await hasRows(db)`${peopleOfTargets(db, targets, scope)} limit 1`)) return false
  }
  return true
}

export async function upsertAudiences(
  db: Db,
  given: Targets & { courseId: string; mode: number; scope: DataScope; staffCount: number; actorId: string; now: Date },
): Promise<void> {
  const { courseId, groupIds, departmentIds, mode, staffCount, actorId, now } = given
  const scope = given.scope.kind === 'all' ? null : JSON.stringify(given.scope)
  await sql`
    insert into course.audience (company_id, course_id, kind, target_id, mode, scope, staff_count, added_by, added_at)
    select ${db.companyId}, ${courseId}, n.kind, n.id, ${mode}, ${scope}::jsonb, ${staffCount}, ${actorId}, ${now}
    from (
      select 'group' as kind, g.id from unnest(${groupIds}::uuid[]) as g (id)
      union all
      select 'department', d.id from unnest(${departmentIds}::uuid[]) as d (id)
    ) n
    on conflict (company_id, course_id, kind, target_id) do update
    set mode = excluded.mode, scope = excluded.scope, staff_count = excluded.staff_count, added_by = excluded.added_by,
      added_at = excluded.added_at`.execute(db)
}

export async function deleteAudiences(db: Db, courseId: string, { groupIds, departmentIds }: Targets): Promise<void> {
  await sql`
    delete from course.audience
    where company_id = ${db.companyId} and course_id = ${courseId}
      and ((kind = 'group' and target_id = any(${groupIds}::uuid[])) or (kind = 'department' and target_id = any(${departmentIds}::uuid[])))
  `.execute(db)
}

const pageRow = z.object({
  id,
  kind: z.enum(['department', 'group']),
  name: z.string().nullable(),
  mode: attachMode.schema,
  staffCount: z.int().nullable(),
  attachedByName: z.string().nullable(),
  attachedAt: z.date(),
})
export type AudiencePageRow = z.input<typeof pageRow>

/** Without the names of groups, which are their room's to tell. */
export function selectAudiencePage(
  db: Db,
  { courseId, limit, offset }: { courseId: string; limit: number; offset: number },
): Promise<AudiencePageRow[]> {
  return rowsOf(db, pageRow)`
    select a.target_id as id, a.kind, d.name, a.mode, case when a.mode = 1 then a.staff_count end as "staffCount",
      by.name as "attachedByName", a.added_at as "attachedAt"
    from course.audience a
    left join org.department_tree d on d.company_id = a.company_id and d.id = a.target_id
    left join org.person by on by.company_id = a.company_id and by.id = a.added_by
    where a.company_id = ${db.companyId} and a.course_id = ${courseId}
    order by a.added_at desc, a.target_id
    limit ${limit} offset ${offset}`
}

export function countAudiences(db: Db, courseId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from course.audience a where a.company_id = ${db.companyId} and a.course_id = ${courseId}`
}

/** Something changed about people: every course that follows somebody is looked at again. */
export async function markFollowing(db: Db): Promise<void> {
  await sql`
    insert into course.audience_mark (company_id, course_id)
    select distinct a.company_id, a.course_id
    from course.audience a
    join course.course c on c.company_id = a.company_id and c.id = a.course_id and c.removed_at is null and c.status = 1
    where a.company_id = ${db.companyId} and a.mode = 2`.execute(db)
}

/** A course that was off the shelf follows again. */
export async function markCourse(db: Db, courseId: string): Promise<void> {
  await sql`
    insert into course.audience_mark (company_id, course_id)
    select distinct a.company_id, a.course_id
    from course.audience a
    where a.company_id = ${db.companyId} and a.course_id = ${courseId} and a.mode = 2`.execute(db)
}

const markRow = z.object({ id })

export async function selectMarks(db: Db, courseId: string): Promise<string[]> {
  const rows = await rowsOf(db, markRow)`
    select m.id from course.audience_mark m
    where m.company_id = ${db.companyId} and m.course_id = ${courseId}
    order by m.marked_at
    limit 10000`
  return rows.map((row) => row.id)
}

export async function deleteMarks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from course.audience_mark where company_id = ${db.companyId} and id = any(${ids}::uuid[])`.execute(db)
}

const markedRow = z.object({ companyId: id, courseId: id })

/** Of every company. */
export function findMarkedCourses(db: Db, most: number): Promise<z.input<typeof markedRow>[]> {
  return rowsOf(db, markedRow)`
    select company_id as "companyId", course_id as "courseId" from course.marked_courses(${most})`
}
