/** Who is in departments and groups that a course or project is given to. */
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, hasRows } from '@kaopei/server'
import { groupsByIds, membersOfGroups } from '@kaopei/usergroup/server'
import { sql } from 'kysely'
import type { Audience, AudienceKind } from './audience.sql.ts'
import type { People } from './people.sql.ts'

export interface Targets {
  readonly groupIds: readonly string[]
  readonly departmentIds: readonly string[]
}

export const uniqueTargets = ({ groupIds, departmentIds }: Targets): Targets => ({
  groupIds: [...new Set(groupIds)],
  departmentIds: [...new Set(departmentIds)],
})

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
