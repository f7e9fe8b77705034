import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { menusOfEverybody } from '../contract/menus.ts'
import { dataScope } from '../contract/role.ts'
import type { Strength } from './strength.ts'

const wireScopes = ({ scopes }: Strength) =>
  JSON.stringify(
    [...scopes].map(([menu, scope]) => ({
      menu,
      isAll: scope.kind === 'all',
      exact: scope.kind === 'all' ? [] : scope.departmentIds,
      roots: scope.kind === 'all' ? [] : scope.subtreeIds,
    })),
  )

const excessRoleRow = z.object({ accountId: id, roleId: id })
export type ExcessRole = z.output<typeof excessRoleRow>

/**
 * The roles that let these accounts do, or see on any menu, within the company's package, something that the actor cannot. Roles of removed and disabled
 * accounts count: they are theirs again when they come back.
 */
export async function selectExcess(db: Db, actor: Strength, accountIds: readonly string[]): Promise<ExcessRole[]> {
  const { companyId } = actor
  const isCovered = (departmentId: ReturnType<typeof sql>, exact: ReturnType<typeof sql>) => sql`exists (
    select from org.department_tree d
    where d.company_id = ${companyId} and d.id = ${departmentId}
      and (d.id = any (${exact}) or exists (
        select from org.department_tree root
        where root.company_id = d.company_id and root.id = any (own.roots) and d.path >= root.path and d.path < root.path_end)))`
  return rowsOf(db, excessRoleRow)`
    with held as (
      select direct.account_id, direct.role_id
      from identity.role_account direct
      where direct.company_id = ${companyId} and direct.account_id = any (${accountIds}::uuid[])
      union
      select m.staff_id, through.role_id
      from identity.group_member m
      join identity.role_group through on through.company_id = m.company_id and through.group_id = m.group_id
      where m.company_id = ${companyId} and m.staff_id = any (${accountIds}::uuid[])
    ),
    own as (
      select * from jsonb_to_recordset(${wireScopes(actor)}::jsonb) as x(menu text, "isAll" boolean, exact uuid[], roots uuid[])
    )
    select distinct held.account_id as "accountId", held.role_id as "roleId"
    from held
    join identity.company c on c.id = ${companyId}
    join identity.role r on r.company_id = ${companyId} and r.id = held.role_id
    left join org.person s on s.company_id = ${companyId} and s.id = held.account_id
    where
        r.code = 'admin'
        or exists (
          select from identity.role_right g
          where g.company_id = ${companyId} and g.role_id = held.role_id
            and g.right_code <> all (${[...actor.rights]}::text[])
            and ${inPackage(sql`split_part(g.right_code, ':', 1)`)}
        )
        or exists (
          select from identity.role_menu g
          left join own on own.menu = g.menu
          where g.company_id = ${companyId} and g.role_id = held.role_id
            and ${inPackage(sql`g.menu`)}
            and (
              g.menu || ':view' <> all (${[...actor.rights]}::text[])
              or not own."isAll" and case g.scope
                when ${dataScope.self} then false
                when ${dataScope.chosen} then exists (
                  select from unnest(g.scope_department_ids) as chosen (id) where not ${isCovered(sql`chosen.id`, sql`own.exact`)})
                when ${dataScope.ownDepartment} then s.department_id is not null
                  and not ${isCovered(sql`s.department_id`, sql`own.exact`)}
                when ${dataScope.ownAndBelow} then s.department_id is not null
                  and not ${isCovered(sql`s.department_id`, sql`'{}'::uuid[]`)}
                else true
              end
            )
        )`
}

/** What a role names beyond the company's package is nobody's. */
function inPackage(menu: ReturnType<typeof sql>) {
  return sql`(c.is_platform or c.menu_package is null or ${menu} = any (c.menu_package) or ${menu} = any (${[...menusOfEverybody]}::text[]))`
}
