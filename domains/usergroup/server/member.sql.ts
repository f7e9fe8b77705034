import type { StaffSelection } from '@kaopei/org/contract/selection'
import type { staffFilter } from '@kaopei/org/contract/staff'
import { type ContactSight, isReadable, selectedStaff, staffOfFilter } from '@kaopei/org/server'
import type { DataScope, Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isSeen } from './scope.sql.ts'

type StaffFilter = z.output<typeof staffFilter>

export interface Member {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly jobNumber: string | null
  readonly departmentId: string | null
  readonly department: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly staffSource: number
  readonly isEnabled: boolean
  readonly since: Date | null
}

const columns =
  sql.raw(`s.id, s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", s.department_id as "departmentId",
  d.name as department, s.phone, s.email, s.staff_source as "staffSource", s.is_enabled as "isEnabled"`)

export interface MemberSearch {
  readonly groupId: string
  readonly filter: StaffFilter
  readonly scope: DataScope
  readonly sight: ContactSight
}

/** Rows m of usergroup.member with their living s of org.person, whom search and scope show. */
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
  const { rows } = await sql<Member>`
    select ${columns}, m.since
    from usergroup.member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where ${found(db, search)}
    order by m.staff_id desc
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countMembers(db: Db, search: MemberSearch): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from usergroup.member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    where ${found(db, search)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Everybody whom a search finds, through a cursor. */
export function streamMembers(db: Db, search: MemberSearch): AsyncIterable<Member & { isReadable: boolean }> {
  const rows = sql<Member & { isReadable: boolean }>`(
    select ${columns}, m.since, ${isReadable(db, search.sight, sql`s.id`)} as "isReadable"
    from usergroup.member m
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
    insert into usergroup.member (company_id, group_id, staff_id, since)
    select ${db.companyId}, ${groupId}, chosen.id, ${now}
    from ${selectedStaff(db, scope, selection, { sight })} chosen
    order by chosen.id
    on conflict do nothing`
  const { numAffectedRows } = await withHashJoins(db, () => insert.execute(db))
  return Number(numAffectedRows ?? 0)
}

/** Whom a selection names. */
export async function chosenIds(db: Db, { selection, scope, sight }: Chosen): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select chosen.id from ${selectedStaff(db, scope, selection, { sight })} chosen`.execute(db)
  return rows.map(({ id }) => id)
}

/** Answers how many of the selection were members. */
export async function deleteMembers(db: Db, groupId: string, { selection, scope, sight }: Chosen): Promise<number> {
  const remove = sql`
    delete from usergroup.member m
    where m.company_id = ${db.companyId} and m.group_id = ${groupId}
      and m.staff_id in ${selectedStaff(db, scope, selection, { sight })}`
  const done = await withHashJoins(db, () => remove.execute(db))
  return Number(done.numAffectedRows ?? 0n)
}

/** Are all members within a data scope? */
export async function isAllInScope(db: Db, groupId: string, scope: DataScope): Promise<boolean> {
  if (scope.kind === 'all') return true
  const { rows } = await sql`
    select
    from usergroup.member m
    join org.person s on s.company_id = m.company_id and s.id = m.staff_id
    where m.company_id = ${db.companyId} and m.group_id = ${groupId} and s.removed_at is null
      and ${isSeen(db.companyId, scope)} is not true
    limit 1`.execute(db)
  return rows.length === 0
}

export interface GroupOfPerson {
  readonly id: string
  readonly name: string
  readonly descript: string
  readonly kind: number
  readonly categoryName: string | null
  readonly since: Date
}

export async function groupsOfPerson(db: Db, staffId: string): Promise<GroupOfPerson[]> {
  const { rows } = await sql<GroupOfPerson>`
    select g.id, g.name, g.descript, g.kind, c.name as "categoryName", m.since
    from usergroup.member m
    join usergroup.staff_group g on g.company_id = m.company_id and g.id = m.group_id
    left join usergroup.category c on c.company_id = g.company_id and c.id = g.category_id
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and g.removed_at is null
    order by g.id desc`.execute(db)
  return rows
}

export async function isInScope(db: Db, staffId: string, scope: DataScope): Promise<boolean> {
  const { rows } = await sql`
    select from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null
      and ${isSeen(db.companyId, scope)}`.execute(db)
  return rows.length > 0
}
