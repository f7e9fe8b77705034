/** Who may practise: asked when somebody comes, never written down. */
import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, dataScopeShape, hasRows, lit, rowsOf } from '@kaopei/server'
import { groupsByIds, groupsWith, membersOfGroups } from '@kaopei/usergroup/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { participationMode } from '../../contract/codes.ts'

/** A subquery of ids of people. */
export type People = RawBuilder<unknown>

const audienceRow = z.object({ id, kind: z.enum(['department', 'group']), scope: dataScopeShape.nullable() })
export type Audience = z.input<typeof audienceRow>

export function selectAudiences(db: Db, practiceId: string): Promise<Audience[]> {
  return rowsOf(db, audienceRow)`
    select a.target_id as id, a.kind, a.scope
    from practice.audience a
    where a.company_id = ${db.companyId} and a.practice_id = ${practiceId}
    order by a.kind, a.target_id`
}

const namedRow = z.object({ id, name: z.string() })

/** With their names; groups and departments that are gone say so. */
export async function audiencesNamed(db: Db, practiceId: string) {
  const audiences = await selectAudiences(db, practiceId)
  const idsOf = (kind: Audience['kind']) => audiences.flatMap((one) => (one.kind === kind ? [one.id] : []))
  const groups = new Map((await groupsByIds(db, idsOf('group'))).map((one) => [one.id, one]))
  const departments = await rowsOf(db, namedRow)`
    select d.id, d.name || case when d.removed_at is null then '' else '（已删除）' end as name
    from org.department_tree d
    where d.company_id = ${db.companyId} and d.id = any(${idsOf('department')}::uuid[])`
  const names = new Map(departments.map((one) => [one.id, one.name]))
  const groupName = (groupId: string) => {
    const group = groups.get(groupId)
    return group ? `${group.name}${group.isRemoved ? '（已删除）' : ''}` : '（已删除）'
  }
  return {
    departments: idsOf('department').map((one) => ({ id: one, name: names.get(one) ?? '（已删除）' })),
    groups: idsOf('group').map((one) => ({ id: one, name: groupName(one) })),
  }
}

export interface Targets {
  readonly groupIds: readonly string[]
  readonly departmentIds: readonly string[]
}

/** Everybody of these departments, with what is below them, and groups, as far as the scope reaches. */
function peopleOfTargets(db: Db, { groupIds, departmentIds }: Targets, scope: DataScope | null): People {
  const among = sql`
    select m.id from (${membersOfGroups(db, groupIds)}) m
    union
    select d.id from (${staffOfDepartments(db, departmentIds)}) d`
  if (scope === null || scope.kind === 'all') return among
  return sql`select p.id from (${among}) p where p.id in (${scopedStaff(db, scope)})`
}

/** Everybody who may practise it now, each once. */
export async function peopleOfPractice(
  db: Db,
  practice: { readonly id: string; readonly participationMode: number },
): Promise<People> {
  const living = sql`s.company_id = ${db.companyId} and s.removed_at is null and s.is_enabled`
  const listed = sql`
    select t.staff_id
    from practice.participant t
    where t.company_id = ${db.companyId} and t.practice_id = ${practice.id}`
  if (practice.participationMode === participationMode.everyone)
    return sql`select s.id from org.person s where ${living} and (s.staff_source = ${lit(staffSource.employee)} or s.id in (${listed}))`
  if (practice.participationMode === participationMode.chosen)
    return sql`select s.id from org.person s where ${living} and s.id in (${listed})`
  const byScope = Map.groupBy(await selectAudiences(db, practice.id), ({ scope }) => JSON.stringify(scope))
  const branches = [...byScope.values()].map((group) => {
    const idsOf = (kind: Audience['kind']) => group.flatMap((one) => (one.kind === kind ? [one.id] : []))
    const targets = { groupIds: idsOf('group'), departmentIds: idsOf('department') }
    return sql`select p.id from (${peopleOfTargets(db, targets, group[0]?.scope ?? null)}) p`
  })
  return sql`select s.id from org.person s where ${living} and s.id in (${sql.join([listed, ...branches], sql` union `)})`
}

export async function mayPractise(
  db: Db,
  practice: { readonly id: string; readonly participationMode: number },
  staffId: string,
): Promise<boolean> {
  const people = await peopleOfPractice(db, practice)
  return hasRows(db)`select from (${people}) may where may.id = ${staffId}`
}

export async function hasPeople(db: Db, practice: { readonly id: string; readonly participationMode: number }): Promise<boolean> {
  return hasRows(db)`${await peopleOfPractice(db, practice)} limit 1`
}

export async function countPeople(
  db: Db,
  practice: { readonly id: string; readonly participationMode: number },
  scope: DataScope,
): Promise<number> {
  const people = await peopleOfPractice(db, practice)
  const seen = scope.kind === 'all' ? sql`true` : sql`may.id in (${scopedStaff(db, scope)})`
  return countOf(db)`select count(*)::int as count from (${people}) may where ${seen}`
}

/**
 * The practices that somebody may practise, for `p.id in (…)`. Of an audience that was attached within a data scope one is asked again by `mayPractise`: which
 * people a scope shows is not to be found out from the person.
 */
export function practicesOf(db: Db, staffId: string): RawBuilder<unknown> {
  return sql`
    select p.id
    from practice.practice p
    where p.company_id = ${db.companyId} and p.participation_mode = ${participationMode.everyone}
      and exists (select from org.person s where s.company_id = ${db.companyId} and s.id = ${staffId} and s.staff_source = ${lit(staffSource.employee)})
    union
    select t.practice_id
    from practice.participant t
    where t.company_id = ${db.companyId} and t.staff_id = ${staffId}
    union
    select a.practice_id
    from practice.audience a
    join practice.practice p
      on p.company_id = a.company_id and p.id = a.practice_id and p.participation_mode = ${participationMode.audience}
    where a.company_id = ${db.companyId}
      and (
        a.kind = 'group' and a.target_id in (${groupsWith(db, staffId)})
        or a.kind = 'department' and a.target_id in (
          select above.id
          from org.department_tree own
          join org.department_tree above
            on above.company_id = own.company_id and own.path >= above.path and own.path < above.path_end
          where own.company_id = ${db.companyId}
            and own.id in (
              select s.department_id from org.person s where s.company_id = ${db.companyId} and s.id = ${staffId}
              union
              select m.department_id
              from org.person_department m
              where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.until is null
            )
        )
      )`
}

/** Whether all of them are there, and each of them has somebody whom the scope shows, or nobody at all. */
export async function areTheirs(db: Db, { groupIds, departmentIds }: Targets, scope: DataScope): Promise<boolean> {
  const groups = await groupsByIds(db, groupIds)
  if (groups.length !== new Set(groupIds).size || groups.some(({ isRemoved }) => isRemoved)) return false
  const found = await countOf(db)`
    select count(*)::int as count
    from org.department_tree d
    where d.company_id = ${db.companyId} and d.id = any(${departmentIds}::uuid[]) and d.removed_at is null`
  if (found !== new Set(departmentIds).size) return false
  if (scope.kind === 'all') return true
  for (const one of [...groupIds.map((groupId) => ({ groupId })), ...departmentIds.map((departmentId) => ({ departmentId }))]) {
    const targets =
      'groupId' in one ? { groupIds: [one.groupId], departmentIds: [] } : { groupIds: [], departmentIds: [one.departmentId] }
    const hasPeople = await hasRows(db)`${peopleOfTargets(db, targets, null)} limit 1`
    if (hasPeople && !(await hasRows(db)`${peopleOfTargets(db, targets, scope)} limit 1`)) return false
  }
  return true
}

interface Attaching extends Targets {
  readonly practiceId: string
  readonly scope: DataScope
  readonly actorId: string
  readonly now: Date
}

/** These and no others; those that stay keep the scope by which they came. */
export async function replaceAudiences(db: Db, given: Attaching): Promise<void> {
  const { practiceId, groupIds, departmentIds, actorId, now } = given
  const scope = given.scope.kind === 'all' ? null : JSON.stringify(given.scope)
  await sql`
    delete from practice.audience a
    where a.company_id = ${db.companyId} and a.practice_id = ${practiceId}
      and not (a.kind = 'group' and a.target_id = any(${groupIds}::uuid[]))
      and not (a.kind = 'department' and a.target_id = any(${departmentIds}::uuid[]))`.execute(db)
  await sql`
    insert into practice.audience (company_id, practice_id, kind, target_id, scope, added_by, added_at)
    select ${db.companyId}, ${practiceId}, n.kind, n.id, ${scope}::jsonb, ${actorId}, ${now}
    from (
      select 'group' as kind, g.id from unnest(${groupIds}::uuid[]) as g (id)
      union
      select 'department', d.id from unnest(${departmentIds}::uuid[]) as d (id)
    ) n
    on conflict (company_id, practice_id, kind, target_id) do nothing`.execute(db)
}

export async function copyAudiences(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into practice.audience (company_id, practice_id, kind, target_id, scope, added_by, added_at)
    select company_id, ${to}, kind, target_id, scope, added_by, added_at
    from practice.audience
    where company_id = ${db.companyId} and practice_id = ${from}`.execute(db)
}
