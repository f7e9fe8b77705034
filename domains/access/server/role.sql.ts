import { id } from '@kaopei/contract'
import { menuGrantRow } from '@kaopei/identity/server'
import { countOf, type Db, findOne, idOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { groupKind } from '@kaopei/usergroup/contract/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Grants } from './rules/may-grant.ts'

const roleRow = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  descript: z.string(),
  version: z.int(),
  createdAt: z.date(),
})
export type Role = z.output<typeof roleRow>

const columns = sql.raw('r.id, r.name, r.code, r.descript, r.version, r.created_at as "createdAt"')

const countedRoleRow = roleRow.extend({ staffCount: z.int(), groupCount: z.int(), hasDynamicGroup: z.boolean() })
export type CountedRole = z.output<typeof countedRoleRow>

/** The administrators' first, then in the order in which they were made. */
export async function listRoles(db: Db, name = ''): Promise<CountedRole[]> {
  return rowsOf(db, countedRoleRow)`
    select ${columns}, coalesce(people.count, 0) as "staffCount", coalesce(groups.count, 0) as "groupCount",
      coalesce(groups.is_dynamic, false) as "hasDynamicGroup"
    from identity.role r
    left join (
      select held.role_id, count(*)::integer as count
      from identity.role_account held
      join org.person s on s.company_id = held.company_id and s.id = held.account_id
      where held.company_id = ${db.companyId}
        and s.removed_at is null
      group by held.role_id
    ) people on people.role_id = r.id
    left join (
      select attached.role_id, count(*)::integer as count, bool_or(g.kind = ${lit(groupKind.ruled)}) as is_dynamic
      from identity.role_group attached
      join usergroup.group_card g on g.company_id = attached.company_id and g.id = attached.group_id
      where attached.company_id = ${db.companyId}
        and g.removed_at is null
      group by attached.role_id
    ) groups on groups.role_id = r.id
    where r.company_id = ${db.companyId}
      and strpos(r.name, ${name}) > 0
    order by r.code nulls last, r.created_at, r.id`
}

export async function countRoles(db: Db): Promise<number> {
  return countOf(db)`
    select count(*)::integer as count from identity.role where company_id = ${db.companyId}`
}

/** Locked: changes of one role come one after the other. */
export async function findRoleLocked(db: Db, id: string): Promise<Role | undefined> {
  return findOne(db, roleRow)`
    select ${columns} from identity.role r where r.company_id = ${db.companyId} and r.id = ${id} for update`
}

export async function findRole(db: Db, id: string): Promise<Role | undefined> {
  return findOne(db, roleRow)`select ${columns} from identity.role r where r.company_id = ${db.companyId} and r.id = ${id}`
}

export async function findRoleByName(db: Db, name: string): Promise<Role | undefined> {
  return findOne(db, roleRow)`
    select ${columns} from identity.role r where r.company_id = ${db.companyId} and r.name = ${name}`
}

const roleGrantsRow = z.object({ roleId: id, menus: z.array(menuGrantRow), rights: z.array(z.string()) })
export type RoleGrants = Grants & { readonly roleId: string }

/** What roles grant; all roles' when no ids are given. */
export async function grantsOfRoles(db: Db, roleIds?: readonly string[]): Promise<RoleGrants[]> {
  return rowsOf(db, roleGrantsRow)`
    select r.id as "roleId",
      coalesce((
        select jsonb_agg(jsonb_build_object('menu', m.menu, 'scope', m.scope, 'departmentIds', m.scope_department_ids) order by m.menu)
        from identity.role_menu m where m.company_id = r.company_id and m.role_id = r.id), '[]') as menus,
      array(
        select x.right_code from identity.role_right x
        where x.company_id = r.company_id and x.role_id = r.id
        order by x.right_code) as rights
    from identity.role r
    where r.company_id = ${db.companyId}
      and (${roleIds === undefined} or r.id = any (${roleIds ?? []}::uuid[]))`
}

export async function insertRole(db: Db, role: { name: string; descript: string }): Promise<string> {
  return idOf(db)`
    insert into identity.role (company_id, name, descript)
    values (${db.companyId}, ${role.name}, ${role.descript})
    returning id`
}

const versionRow = z.object({ version: z.int() })

export async function updateRole(
  db: Db,
  { id, name, descript }: { id: string; name: string; descript: string },
): Promise<number> {
  const rows = await rowsOf(db, versionRow)`
    update identity.role
    set name = ${name}, descript = ${descript}, version = version + 1
    where company_id = ${db.companyId}
      and id = ${id}
    returning version`
  return versionOf(rows)
}

export async function deleteRole(db: Db, id: string): Promise<void> {
  await sql`delete from identity.role where company_id = ${db.companyId} and id = ${id}`.execute(db)
}

/** Writes only what differs: a row that stays tells nobody. */
export async function replaceGrants(db: Db, { roleId, menus, rights }: RoleGrants): Promise<void> {
  const wanted = JSON.stringify(menus)
  await sql`
    delete from identity.role_menu
    where company_id = ${db.companyId}
      and role_id = ${roleId}
      and menu <> all (array(select x.menu from jsonb_to_recordset(${wanted}::jsonb) as x(menu text)))`.execute(db)
  await sql`
    insert into identity.role_menu as granted (company_id, role_id, menu, scope, scope_department_ids)
    select ${db.companyId}, ${roleId}, x.menu, x.scope, x."departmentIds"
    from jsonb_to_recordset(${wanted}::jsonb) as x(menu text, scope smallint, "departmentIds" uuid[])
    on conflict (company_id, role_id, menu) do update
    set scope = excluded.scope, scope_department_ids = excluded.scope_department_ids
    where (granted.scope, granted.scope_department_ids) is distinct from (excluded.scope, excluded.scope_department_ids)`.execute(
    db,
  )
  await sql`
    delete from identity.role_right
    where company_id = ${db.companyId}
      and role_id = ${roleId}
      and right_code <> all (${rights}::text[])`.execute(db)
  await sql`
    insert into identity.role_right (company_id, role_id, right_code)
    select ${db.companyId}, ${roleId}, unnest(${rights}::text[])
    on conflict do nothing`.execute(db)
}

export async function raiseVersion(db: Db, roleId: string): Promise<number> {
  const rows = await rowsOf(db, versionRow)`
    update identity.role set version = version + 1 where company_id = ${db.companyId} and id = ${roleId} returning version`
  return versionOf(rows)
}

function versionOf(rows: readonly { version: number }[]): number {
  if (!rows[0]) throw new Error('a locked role exists')
  return rows[0].version
}

const packageRow = z.object({ isPlatform: z.boolean(), menuPackage: z.array(z.string()).nullable() })

/** What the company has bought. */
export async function selectPackage(db: Db): Promise<{ isPlatform: boolean; menuPackage: string[] | null }> {
  return oneOf(db, packageRow)`
    select is_platform as "isPlatform", menu_package as "menuPackage" from identity.company_terms where id = ${db.companyId}`
}
