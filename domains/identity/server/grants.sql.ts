import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { dataScope } from '../contract/role.ts'

/** What one role grants on one menu. */
export const menuGrantRow = z.object({ menu: z.string(), scope: dataScope.schema, departmentIds: z.array(id) })

const heldGrantsRow = z.object({
  isAdmin: z.boolean(),
  menus: z.array(menuGrantRow),
  rights: z.array(z.string()),
  name: z.string(),
  loginAccount: z.string(),
  departmentId: id.nullable(),
  /** May log in. */
  isEnabled: z.boolean(),
})
export type HeldGrants = z.output<typeof heldGrantsRow>

/** What an account may do, read anew: through roles of its own and of its groups, as its sessions get it. */
export async function findGrants(db: Db, accountId: string): Promise<HeldGrants | undefined> {
  return findOne(db, heldGrantsRow)`
    select granted.is_admin as "isAdmin", granted.menus, granted.rights, coalesce(s.name, a.login_account) as name,
      a.login_account as "loginAccount", s.department_id as "departmentId",
      a.is_enabled and a.removed_at is null and s.removed_at is null as "isEnabled"
    from identity.account a
    left join org.person s on s.company_id = a.company_id and s.id = a.id
    cross join lateral identity.grants_of(a.company_id, a.id) granted
    where a.company_id = ${db.companyId}
      and a.id = ${accountId}`
}

const groupGrantsRow = z.object({
  rights: z.array(z.string()).readonly(),
  menus: z.array(z.object({ menu: z.string(), scope: z.int() })).readonly(),
})
export type GroupGrants = z.output<typeof groupGrantsRow>

/** What each role that comes with a group grants. The role `admin` comes with none. */
export async function grantsOfGroup(db: Db, groupId: string): Promise<GroupGrants[]> {
  return rowsOf(db, groupGrantsRow)`
    select
      array(select x.right_code from identity.role_right x where x.company_id = r.company_id and x.role_id = r.id) as rights,
      coalesce((
        select jsonb_agg(jsonb_build_object('menu', m.menu, 'scope', m.scope))
        from identity.role_menu m
        where m.company_id = r.company_id and m.role_id = r.id
      ), '[]') as menus
    from identity.role_group g
    join identity.role r on r.company_id = g.company_id and r.id = g.role_id
    where g.company_id = ${db.companyId} and g.group_id = ${groupId}`
}

/** Whoever takes administrators away does so one after the other. */
export async function lockAdminRole(db: Db): Promise<void> {
  await sql`
    select from identity.role
    where company_id = ${db.companyId}
      and code = 'admin'
    for update`.execute(db)
}

const adminCountRow = z.object({
  enabled: z.int(),
  /** Of them those who have set a password: somebody who was only invited lets nobody in. */
  withPassword: z.int(),
})
export type AdminCount = z.output<typeof adminCountRow>

export async function countAdmins(db: Db): Promise<AdminCount> {
  const row = await findOne(db, adminCountRow)`
    select count(*)::integer as enabled, count(a.password_hash)::integer as "withPassword"
    from identity.role r
    join identity.role_account held on held.company_id = r.company_id and held.role_id = r.id
    join identity.account a on a.company_id = held.company_id and a.id = held.account_id
    where r.company_id = ${db.companyId}
      and r.code = 'admin'
      and a.is_enabled
      and a.removed_at is null`
  return row ?? { enabled: 0, withPassword: 0 }
}
