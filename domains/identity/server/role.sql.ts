import { id, type Menu, type Right } from '@kaopei/contract'
import { type Db, findOne, idOf, idRow, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { adminRoleCode } from '../contract/role.ts'

const heldRoleRow = z.object({ id, name: z.string(), code: z.string().nullable() })
export type HeldRole = z.output<typeof heldRoleRow>

export async function rolesOf(db: Db, accountId: string): Promise<HeldRole[]> {
  return rowsOf(db, heldRoleRow)`
    select r.id, r.name, r.code
    from identity.role r
    where r.company_id = ${db.companyId}
      and r.id in (
        select direct.role_id from identity.role_account direct
        where direct.company_id = ${db.companyId} and direct.account_id = ${accountId}
        union
        select through.role_id
        from identity.group_member m
        join identity.role_group through on through.company_id = m.company_id and through.group_id = m.group_id
        where m.company_id = ${db.companyId} and m.staff_id = ${accountId})
    order by r.created_at, r.id`
}

export interface NewRole {
  readonly name: string
  readonly descript?: string
  /** Scopes are those of `dataScope`; 1, all, when not given. */
  readonly menus: readonly { readonly menu: Menu; readonly scope?: number; readonly departmentIds?: readonly string[] }[]
  /** Beyond `view`, which comes with each menu. */
  readonly rights?: readonly Right[]
}

/** Answers the role's id. */
export async function createRole(db: Db, role: NewRole): Promise<string> {
  const id = await insertRole(db, role.name, null, role.descript ?? '')
  const menus = role.menus.map(({ menu, scope = 1, departmentIds = [] }) => ({ menu: menu.name, scope, departmentIds }))
  await sql`
    insert into identity.role_menu (company_id, role_id, menu, scope, scope_department_ids)
    select ${db.companyId}, ${id}, x.menu, x.scope, x."departmentIds"
    from jsonb_to_recordset(${JSON.stringify(menus)}::jsonb) as x(menu text, scope smallint, "departmentIds" uuid[])`.execute(db)
  await sql`
    insert into identity.role_right (company_id, role_id, right_code)
    select ${db.companyId}, ${id}, unnest(${(role.rights ?? []).map((right) => right.code)}::text[])`.execute(db)
  return id
}

/** The role with every menu and right of the company's package. A company has one; asked again, its id is answered. */
export async function createAdminRole(db: Db, name = '企业管理员'): Promise<string> {
  const row = await findOne(db, idRow)`
    select id from identity.role where company_id = ${db.companyId} and code = ${adminRoleCode}`
  return row?.id ?? insertRole(db, name, adminRoleCode, '拥有企业全部菜单与权限')
}

export async function assignRole(db: Db, roleId: string, accountIds: readonly string[]): Promise<void> {
  await sql`
    insert into identity.role_account (company_id, role_id, account_id)
    select ${db.companyId}, ${roleId}, unnest(${accountIds}::uuid[])
    on conflict do nothing`.execute(db)
}

export async function unassignRole(db: Db, roleId: string, accountIds: readonly string[]): Promise<void> {
  await sql`
    delete from identity.role_account
    where company_id = ${db.companyId}
      and role_id = ${roleId}
      and account_id = any(${accountIds}::uuid[])`.execute(db)
}

async function insertRole(db: Db, name: string, code: string | null, descript: string): Promise<string> {
  return idOf(db)`
    insert into identity.role (company_id, name, code, descript)
    values (${db.companyId}, ${name}, ${code}, ${descript})
    returning id`
}
