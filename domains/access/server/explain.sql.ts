import { id } from '@kaopei/contract'
import { menuGrantRow } from '@kaopei/identity/server'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { HeldRole, RecordFacts } from './rules/explain.ts'

const heldRoleRow = z.object({
  id,
  name: z.string(),
  /** 'admin': everything of the company's package. */
  code: z.string().nullable(),
  isDirect: z.boolean(),
  /** The groups through which it is held. */
  groupNames: z.array(z.string()),
  menus: z.array(menuGrantRow),
  rights: z.array(z.string()),
})

/** Every role a person holds, with the ways by which. */
export async function heldRoles(db: Db, staffId: string): Promise<HeldRole[]> {
  return rowsOf(db, heldRoleRow)`
    select r.id, r.name, r.code, direct.account_id is not null as "isDirect",
      array(
        select g.name
        from identity.role_group through
        join usergroup.member m on m.company_id = through.company_id and m.group_id = through.group_id and m.staff_id = ${staffId}
        join usergroup.group_card g on g.company_id = through.company_id and g.id = through.group_id
        where through.company_id = r.company_id and through.role_id = r.id
        order by g.name) as "groupNames",
      coalesce((
        select jsonb_agg(jsonb_build_object('menu', m.menu, 'scope', m.scope, 'departmentIds', m.scope_department_ids))
        from identity.role_menu m where m.company_id = r.company_id and m.role_id = r.id), '[]') as menus,
      array(select x.right_code from identity.role_right x where x.company_id = r.company_id and x.role_id = r.id) as rights
    from identity.role r
    left join identity.role_account direct
      on direct.company_id = r.company_id and direct.role_id = r.id and direct.account_id = ${staffId}
    where r.company_id = ${db.companyId}
      and (direct.account_id is not null or r.id in (
        select through.role_id
        from usergroup.member m
        join identity.role_group through on through.company_id = m.company_id and through.group_id = m.group_id
        where m.company_id = ${db.companyId} and m.staff_id = ${staffId}))
    order by r.created_at, r.id`
}

const foundRecordRow = z.object({
  name: z.string(),
  departments: z.array(z.object({ id, line: z.array(z.string()) })),
})

const lineOf = sql`jsonb_build_object('id', d.id, 'line', to_jsonb(string_to_array(trim(both '/' from d.path), '/')))`

/** A person with all their departments; undefined outside the asker's scope. */
export async function findStaffRecord(db: Db, scope: DataScope, id: string): Promise<RecordFacts | undefined> {
  const found = await findOne(db, foundRecordRow)`
    select s.name, coalesce((
      select jsonb_agg(${lineOf})
      from org.department_tree d
      where d.company_id = s.company_id
        and (d.id = s.department_id or d.id in (
          select m.department_id from org.person_department m
          where m.company_id = s.company_id and m.staff_id = s.id and m.until is null and not m.is_main))), '[]') as departments
    from org.person s
    where s.company_id = ${db.companyId}
      and s.id = ${id}
      and s.id in (${scopedStaff(db, scope)})`
  return found && { label: `人员“${found.name}”`, staffId: id, departments: found.departments }
}

/** A department; undefined outside the asker's scope. */
export async function findDepartmentRecord(db: Db, scope: DataScope, id: string): Promise<RecordFacts | undefined> {
  const isShown =
    scope.kind === 'all'
      ? sql`true`
      : sql`(d.id = any (${scope.departmentIds}::uuid[]) or exists (
          select from org.department_tree root
          where root.company_id = d.company_id and root.id = any (${scope.subtreeIds}::uuid[])
            and d.path >= root.path and d.path < root.path_end))`
  const found = await findOne(db, foundRecordRow)`
    select d.name, jsonb_build_array(${lineOf}) as departments
    from org.department_tree d
    where d.company_id = ${db.companyId}
      and d.id = ${id}
      and d.removed_at is null
      and ${isShown}`
  return found && { label: `部门“${found.name}”`, staffId: null, departments: found.departments }
}
