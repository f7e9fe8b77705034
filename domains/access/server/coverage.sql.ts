import { id } from '@kaopei/contract'
import { type DataScope, type Db, findOne, rowsOf } from '@kaopei/server'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { RelativeScope } from './rules/may-grant.ts'

/** A query of people's ids. */
export type People = RawBuilder<unknown>

/** A query of another room as ours take it. */
export const idsOf = (query: Expression<unknown>): People => sql`${query}`

type SomeScope = Extract<DataScope, { kind: 'some' }>

export interface AskedDepartments {
  /** Tells the questions apart. */
  readonly key: string
  readonly own: SomeScope
  readonly departmentIds: readonly string[]
}

const coveredDepartmentsRow = z.object({ key: z.string(), isWhole: z.boolean() })

/** Of the asked departments those that a scope includes, as `key department`; with `below` those of which it includes everything below too. */
export async function coveredDepartments(
  db: Db,
  asked: readonly AskedDepartments[],
): Promise<{ whole: ReadonlySet<string>; alone: ReadonlySet<string> }> {
  const rows = await rowsOf(db, coveredDepartmentsRow)`
    select x.key || ' ' || d.id as key, bool_or(root.id is not null) as "isWhole"
    from jsonb_to_recordset(${JSON.stringify(asked.map(wire))}::jsonb)
      as x(key text, "departmentIds" uuid[], exact uuid[], roots uuid[])
    join org.department_tree d on d.company_id = ${db.companyId} and d.id = any (x."departmentIds")
    left join org.department_tree root on root.company_id = d.company_id and root.id = any (x.roots)
      and d.path >= root.path and d.path < root.path_end
    where d.id = any (x.exact) or root.id is not null
    group by x.key, d.id`
  return {
    alone: new Set(rows.map(({ key }) => key)),
    whole: new Set(rows.filter(({ isWhole }) => isWhole).map(({ key }) => key)),
  }
}

const wire = ({ key, own, departmentIds }: AskedDepartments) => ({
  key,
  departmentIds,
  exact: own.departmentIds,
  roots: own.subtreeIds,
})

const isOutsideRow = z.object({ isOutside: z.boolean() })

/** Is somebody among these people whose own department a scope does not include (with everything below it, where asked)? */
export async function isAnybodyOutside(db: Db, people: People, { own, isBelowToo }: RelativeScope): Promise<boolean> {
  const exact = isBelowToo ? [] : own.departmentIds
  const row = await findOne(db, isOutsideRow)`
    select exists (
      select from org.person s
      join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
      where s.company_id = ${db.companyId}
        and s.id in (${people})
        and d.id <> all (${exact}::uuid[])
        and not exists (
          select from org.department_tree root
          where root.company_id = d.company_id and root.id = any (${own.subtreeIds}::uuid[])
            and d.path >= root.path and d.path < root.path_end)
    ) as "isOutside"`
  return row?.isOutside ?? false
}

/** Everybody who holds a role, themselves or through groups. */
export const holdersOf = (companyId: string, roleId: string) => sql`
  select direct.account_id from identity.role_account direct
  where direct.company_id = ${companyId} and direct.role_id = ${roleId}
  union
  select m.staff_id
  from identity.role_group through
  join usergroup.member m on m.company_id = through.company_id and m.group_id = through.group_id
  where through.company_id = ${companyId} and through.role_id = ${roleId}`

export const membersOf = (companyId: string, groupIds: readonly string[]) => sql`
  select m.staff_id from usergroup.member m where m.company_id = ${companyId} and m.group_id = any (${groupIds}::uuid[])`

const namedRow = z.object({ id, name: z.string() })

/** Which of these departments exist. */
export async function departmentNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return rowsOf(db, namedRow)`
    select d.id, d.name from org.department_tree d
    where d.company_id = ${db.companyId}
      and d.removed_at is null
      and d.id = any (${ids}::uuid[])
    order by d.path`
}
