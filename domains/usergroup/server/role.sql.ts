import { type Db, rowsOf } from '@kaopei/server'
import { type RoleOfGroup, roleOfGroupShape } from './rules/may-give-membership.ts'

/** The roles that members of a group have by it. */
export async function rolesOfGroup(db: Db, groupId: string): Promise<RoleOfGroup[]> {
  return rowsOf(db, roleOfGroupShape)`
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
