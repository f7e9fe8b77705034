import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import type { StaffSelection } from '@kaopei/org/contract/selection'
import type { staffFilter } from '@kaopei/org/contract/staff'
import { type ContactSight, isReadable, selectedStaff, staffOfFilter } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, hasRows, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { groupKind } from '../contract/codes.ts'
import { isSeen } from './scope.sql.ts'

type StaffFilter = z.output<typeof staffFilter>

export const memberRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  departmentId: id.nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  staffSource: staffSource.schema,
  isEnabled: z.boolean(),
  since: z.date().nullable(),
})
export type Member = z.output<typeof memberRow>

const columns =
  sql.raw(`s.id, s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", s.department_id as "departmentId",
  d.name as department, s.phone, s.email, s.staff_source as "staffSource", s.is_enabled as "isEnabled"`)

export interface MemberSearch {
  readonly groupId: string
  readonly filter: StaffFilter
  readonly scope: DataScope
  readonly sight: ContactSight
}

/** Rows m of identity.group_member with their living s of org.person, whom search and scope show. */
function found(db: Db, { groupId, filter, scope, sight }: MemberSearch): RawBuilder<unknown> {
  const parts = [sql`m.company_id = ${db.companyId}`, sql`m.group_id = ${groupId}`, sql`s.removed_at is null`]
  if (hasConditions(filter)) parts.push(sql`s.id in ${staffOfFilter(db, scope, filter, { sight })}`)
  else parts.push(isSeen(db.companyId, scope))
  return sql.join(parts, sql` and `)
}

export function hasConditions(filter: StaffFilter): boolean {
  return Object.values(filter).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '',
  )
}

/** Newest people first. */
export async function selectMembers(
  db: Db,
  search: MemberSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<Member[]> {
  return rowsOf(db, memberRow)`
    select ${columns}, m.since
    from identity.group_member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where ${found(db, search)}
    order by m.staff_id desc
    offset ${offset} limit ${limit}`
}

export async function countMembers(db: Db, search: MemberSearch): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from identity.group_member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    where ${found(db, search)}`
}

/** Everybody whom a search finds, through a cursor. */
export function streamMembers(db: Db, search: MemberSearch): AsyncIterable<Member & { isReadable: boolean }> {
  const rows = sql<Member & { isReadable: boolean }>`(
    select ${columns}, m.since, ${isReadable(db, search.sight, sql`s.id`)} as "isReadable"
    from identity.group_member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where ${found(db, search)}
    order by m.staff_id desc
  )`
  return db.selectFrom(rows.as('member')).selectAll().stream(2000)
}

interface Chosen {
  readonly selection: StaffSelection
  readonly scope: DataScope
  readonly sight: ContactSight
}

/**
 * Runs a statement about many people with joins by hash. The planner takes a company for small as long as its tables were not analysed, in the minute
 * after an import; joined one by one, 20,000 people were not done after half a minute. A selection of single people is looked up by its ids anyhow.
 */
async function withHashJoins<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(db)
  return result
}

/** Lets everybody of a selection join, in one statement whatever their number; answers how many were new. */
export async function insertMembers(
  db: Db,
  groupId: string,
  { selection, scope, sight, now }: Chosen & { now: Date },
): Promise<number> {
  // In the order of the indexes: a hundred thousand people in any order would touch every page of them again and again.
  const insert = sql`
    insert into identity.group_member (company_id, group_id, staff_id, since)
    select ${db.companyId}, ${groupId}, chosen.id, ${now}
    from ${selectedStaff(db, scope, selection, { sight })} chosen
    order by chosen.id
    on conflict do nothing`
  return withHashJoins(db, () => changesOf(db)`${insert}`)
}

/** Whom a selection names. */
export async function chosenIds(db: Db, { selection, scope, sight }: Chosen): Promise<string[]> {
  return idsOf(db)`
    select chosen.id from ${selectedStaff(db, scope, selection, { sight })} chosen`
}

/** Answers how many of the selection were members. */
export async function deleteMembers(db: Db, groupId: string, { selection, scope, sight }: Chosen): Promise<number> {
  const remove = sql`
    delete from identity.group_member m
    where m.company_id = ${db.companyId} and m.group_id = ${groupId}
      and m.staff_id in ${selectedStaff(db, scope, selection, { sight })}`
  return withHashJoins(db, () => changesOf(db)`${remove}`)
}

/** Are all members within a data scope? */
export async function isAllInScope(db: Db, groupId: string, scope: DataScope): Promise<boolean> {
  if (scope.kind === 'all') return true
  return !(await hasRows(db)`
    select
    from identity.group_member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    where m.company_id = ${db.companyId} and m.group_id = ${groupId} and s.removed_at is null
      and ${isSeen(db.companyId, scope)} is not true
    limit 1`)
}

const groupOfPersonRow = z.object({
  id,
  name: z.string(),
  descript: z.string(),
  kind: groupKind.schema,
  categoryName: z.string().nullable(),
  since: z.date(),
})
export type GroupOfPerson = z.output<typeof groupOfPersonRow>

export async function groupsOfPerson(db: Db, staffId: string): Promise<GroupOfPerson[]> {
  return rowsOf(db, groupOfPersonRow)`
    select g.id, g.name, g.descript, g.kind, c.name as "categoryName", m.since
    from identity.group_member m
    join usergroup.staff_group g on g.company_id = m.company_id and g.id = m.group_id
    left join usergroup.category c on c.company_id = g.company_id and c.id = g.category_id
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and g.removed_at is null
    order by g.id desc`
}

export async function isInScope(db: Db, staffId: string, scope: DataScope): Promise<boolean> {
  return hasRows(db)`
    select from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null
      and ${isSeen(db.companyId, scope)}`
}
