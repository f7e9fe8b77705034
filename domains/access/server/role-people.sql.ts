import { id } from '@kaopei/contract'
import { accountHolds, scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, hasRows, rowsOf } from '@kaopei/server'
import { groupKind } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import { holdersOf, type People } from './coverage.sql.ts'

export interface MemberFilter {
  readonly roleId: string
  readonly scope: DataScope
  readonly keyWords?: string | undefined
  /** May the words be a part of a contact? */
  readonly isSearched: boolean
  readonly departmentId?: string | null | undefined
  readonly source?: number | undefined
}

const memberRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  departmentPath: z.string().nullable(),
  isEnabled: z.boolean(),
  isDirect: z.boolean(),
  groups: z.array(z.object({ id, name: z.string() })),
})
export type Member = z.output<typeof memberRow>

/** Living people who hold a role, themselves or through groups, within a data scope. */
function held(db: Db, { roleId, scope, keyWords, isSearched, departmentId, source }: MemberFilter) {
  const key = keyWords?.toLowerCase()
  const isDirect = sql`exists (
    select from identity.role_account own where own.company_id = s.company_id and own.role_id = ${roleId} and own.account_id = s.id)`
  return sql`
    from org.person s
    where s.company_id = ${db.companyId}
      and s.removed_at is null
      and s.id in (${holdersOf(db.companyId, roleId)})
      ${scope.kind === 'all' ? sql`` : sql`and s.id in (${scopedStaff(db, scope)})`}
      ${departmentId ? sql`and s.id in (${staffOfDepartments(db, [departmentId])})` : sql``}
      ${key ? sql`and (strpos(lower(s.name), ${key}) > 0 or ${accountHolds(key, isSearched)} or strpos(lower(s.job_number), ${key}) > 0)` : sql``}
      ${source === undefined ? sql`` : source === 1 ? sql`and ${isDirect}` : sql`and not ${isDirect}`}`
}

export async function countMembers(db: Db, filter: MemberFilter): Promise<number> {
  return countOf(db)`select count(*)::integer as count ${held(db, filter)}`
}

export async function pageOfMembers(
  db: Db,
  filter: MemberFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Member[]> {
  return rowsOf(db, memberRow)`
    with page as (
      select s.company_id, s.id ${held(db, filter)} order by s.id desc offset ${offset} limit ${limit}
    )
    select s.id, s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department,
      (select string_agg(above.name, '/' order by above.path)
       from org.department_tree above
       where above.company_id = d.company_id
         and above.id = any (string_to_array(trim(both '/' from d.path), '/')::uuid[])) as "departmentPath",
      s.is_enabled as "isEnabled",
      exists (
        select from identity.role_account own
        where own.company_id = s.company_id and own.role_id = ${filter.roleId} and own.account_id = s.id) as "isDirect",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
        from usergroup.member m
        join identity.role_group through
          on through.company_id = m.company_id and through.group_id = m.group_id and through.role_id = ${filter.roleId}
        join usergroup.group_card g on g.company_id = m.company_id and g.id = m.group_id
        where m.company_id = s.company_id and m.staff_id = s.id), '[]') as groups
    from page
    join org.person s on s.company_id = page.company_id and s.id = page.id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by s.id desc`
}

const namedRow = z.object({ id, name: z.string() })
export type Named = z.output<typeof namedRow>

/** Everybody among these people who does not hold the role themselves yet gets it; answers who they are. */
export async function giveRole(db: Db, roleId: string, people: People): Promise<Named[]> {
  return rowsOf(db, namedRow)`
    with given as (
      insert into identity.role_account (company_id, role_id, account_id)
      select a.company_id, ${roleId}, a.id
      from identity.account_state a
      where a.company_id = ${db.companyId}
        and a.removed_at is null
        and a.id in (${people})
      on conflict do nothing
      returning account_id
    )
    select s.id, s.name from given join org.person s on s.company_id = ${db.companyId} and s.id = given.account_id`
}

export async function takeRole(db: Db, roleId: string, staffIds: readonly string[]): Promise<Named[]> {
  return rowsOf(db, namedRow)`
    with taken as (
      delete from identity.role_account
      where company_id = ${db.companyId}
        and role_id = ${roleId}
        and account_id = any (${staffIds}::uuid[])
      returning account_id
    )
    select s.id, s.name from taken join org.person s on s.company_id = ${db.companyId} and s.id = taken.account_id`
}

const attachedGroupRow = z.object({
  id,
  name: z.string(),
  descript: z.string(),
  kind: groupKind.schema,
  staffCount: z.int(),
  since: z.date(),
})
export type AttachedGroup = z.output<typeof attachedGroupRow>

const groupsRow = attachedGroupRow.extend({ total: z.int() })

export async function pageOfGroups(
  db: Db,
  roleId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ groups: AttachedGroup[]; total: number }> {
  const rows = await rowsOf(db, groupsRow)`
    select g.id, g.name, g.descript, g.kind, g.staff_count as "staffCount", attached.created_at as since,
      (count(*) over ())::integer as total
    from identity.role_group attached
    join usergroup.group_card g on g.company_id = attached.company_id and g.id = attached.group_id
    where attached.company_id = ${db.companyId}
      and attached.role_id = ${roleId}
      and g.removed_at is null
    order by attached.created_at, g.id
    offset ${offset} limit ${limit}`
  return { groups: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Does a rule decide who holds the role? */
export async function hasDynamicGroup(db: Db, roleId: string): Promise<boolean> {
  return hasRows(db)`
    select
    from identity.role_group attached
    join usergroup.group_card g on g.company_id = attached.company_id and g.id = attached.group_id
    where attached.company_id = ${db.companyId}
      and attached.role_id = ${roleId}
      and g.kind = ${groupKind.ruled}
      and g.removed_at is null
    limit 1`
}

export async function attachGroups(db: Db, roleId: string, groupIds: readonly string[]): Promise<number> {
  return changesOf(db)`
    insert into identity.role_group (company_id, role_id, group_id)
    select ${db.companyId}, ${roleId}, unnest(${groupIds}::uuid[])
    on conflict do nothing
    returning group_id`
}

export async function detachGroups(db: Db, roleId: string, groupIds: readonly string[]): Promise<Named[]> {
  return rowsOf(db, namedRow)`
    with gone as (
      delete from identity.role_group
      where company_id = ${db.companyId}
        and role_id = ${roleId}
        and group_id = any (${groupIds}::uuid[])
      returning group_id
    )
    select g.id, g.name from gone join usergroup.group_card g on g.company_id = ${db.companyId} and g.id = gone.group_id`
}
