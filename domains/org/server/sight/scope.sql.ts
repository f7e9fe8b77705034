import type { DB } from '@kaopei/db/types'
import type { DataScope, Db } from '@kaopei/server'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { StaffSearch } from '../staff/list.sql.ts'

export type StaffIds = SelectQueryBuilder<DB, 'org.staff', { id: string }>

/**
 * The ids of everybody whose rows a data scope shows, for `staff_id in (…)`; removed people too, whose results remain. People belong to a department by
 * their main one or by one beside it.
 */
export function scopedStaff(db: Db, scope: DataScope): StaffIds {
  const all = db.selectFrom('org.staff').select('org.staff.id').where('org.staff.company_id', '=', db.companyId)
  if (scope.kind === 'all') return all
  const { departmentIds, subtreeIds, ownStaffId } = scope
  const inside = sql`
    ${departmentsBelow(db.companyId, subtreeIds)}
    union all
    select unnest(${departmentIds}::uuid[])`
  const own = ownStaffId === null ? sql`` : sql`union all select ${ownStaffId}::uuid`
  // One after the other: an `or` would cost the index.
  return all.where(
    sql<boolean>`org.staff.id in (
      select main.id from org.staff main where main.company_id = ${db.companyId} and main.department_id in (${inside})
      union all
      ${membersBeside(db.companyId, inside)}
      ${own}
    )`,
  )
}

/** The ids of everybody in these departments and below them, without removed people. */
export function staffOfDepartments(db: Db, departmentIds: readonly string[]): StaffIds {
  const inside = departmentsBelow(db.companyId, departmentIds)
  return livingStaff(db).where(
    sql<boolean>`org.staff.id in (
      select main.id from org.staff main
      where main.company_id = ${db.companyId} and main.removed_at is null and main.department_id in (${inside})
      union all
      ${membersBeside(db.companyId, inside)}
    )`,
  )
}

/** The ids of everybody whom a search finds. */
export function foundBySearch(db: Db, search: StaffSearch): StaffIds {
  return livingStaff(db).where(
    sql<boolean>`org.staff.id in (
      select found.id from org.find_staff(${db.companyId}, ${JSON.stringify(search)}::jsonb, 0, null, 0) found where found.id is not null
    )`,
  )
}

/** The living people of any of these queries. */
export function staffAmong(db: Db, queries: readonly StaffIds[]): StaffIds {
  if (queries.length === 0) return livingStaff(db).where(sql<boolean>`false`)
  const any = sql.join([...queries], sql` union all `)
  return livingStaff(db).where(sql<boolean>`org.staff.id in (${any})`)
}

function livingStaff(db: Db): StaffIds {
  return db
    .selectFrom('org.staff')
    .select('org.staff.id')
    .where('org.staff.company_id', '=', db.companyId)
    .where('org.staff.removed_at', 'is', null)
}

function departmentsBelow(companyId: string, roots: readonly string[]) {
  return sql`
    select d.id
    from org.department root
    join org.department d on d.company_id = root.company_id and d.path >= root.path and d.path < root.path_end
    where root.company_id = ${companyId}
      and root.id = any (${roots}::uuid[])`
}

function membersBeside(companyId: string, departments: ReturnType<typeof sql>) {
  return sql`
    select m.staff_id from org.staff_department m
    where m.company_id = ${companyId} and m.until is null and not m.is_main and m.department_id in (${departments})`
}

/** Which of these people, removed ones too, a data scope shows. */
export async function peopleInScope(db: Db, scope: DataScope, ids: readonly string[]): Promise<string[]> {
  const rows = await scopedStaff(db, scope).where('org.staff.id', 'in', sql<string>`(select unnest(${ids}::uuid[]))`).execute()
  return rows.map(({ id }) => id)
}

/** Which of these people a data scope shows and who are not removed. */
export async function staffInScope(db: Db, scope: DataScope, ids: readonly string[]): Promise<string[]> {
  const rows = await scopedStaff(db, scope)
    .where('org.staff.id', 'in', sql<string>`(select unnest(${ids}::uuid[]))`)
    .where('org.staff.removed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
