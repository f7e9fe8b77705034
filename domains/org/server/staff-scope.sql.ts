import type { DB } from '@kaopei/db/types'
import type { DataScope, Db } from '@kaopei/server'
import { type SelectQueryBuilder, sql } from 'kysely'

type StaffIds = SelectQueryBuilder<DB, 'org.staff', { id: string }>

/** The ids of everybody whose rows a data scope shows, for `staff_id in (…)`; removed people too, whose results remain. */
export function scopedStaff(db: Db, companyId: string, scope: DataScope): StaffIds {
  const all = db.selectFrom('org.staff').select('org.staff.id').where('org.staff.company_id', '=', companyId)
  if (scope.kind === 'all') return all
  const { departmentIds, subtreeIds, ownStaffId } = scope
  const isInside = sql<boolean>`org.staff.department_id in (
    ${departmentsBelow(companyId, subtreeIds)}
    union all
    select unnest(${departmentIds}::uuid[])
  )`
  // An `or` costs the index, so it is there only for those who have their own rows too.
  return all.where(ownStaffId === null ? isInside : sql<boolean>`(${isInside} or org.staff.id = ${ownStaffId}::uuid)`)
}

/** The ids of everybody in these departments and below them, without removed people. */
export function staffOfDepartments(db: Db, companyId: string, departmentIds: readonly string[]): StaffIds {
  return db
    .selectFrom('org.staff')
    .select('org.staff.id')
    .where('org.staff.company_id', '=', companyId)
    .where('org.staff.removed_at', 'is', null)
    .where(sql<boolean>`org.staff.department_id in (${departmentsBelow(companyId, departmentIds)})`)
}

function departmentsBelow(companyId: string, roots: readonly string[]) {
  return sql`
    select d.id
    from org.department root
    join org.department d on d.company_id = root.company_id and d.path >= root.path and d.path < root.path_end
    where root.company_id = ${companyId}
      and root.id = any (${roots}::uuid[])`
}

/** Which of these people a data scope shows and who are not removed. */
export async function staffInScope(db: Db, companyId: string, scope: DataScope, ids: readonly string[]): Promise<string[]> {
  const rows = await scopedStaff(db, companyId, scope)
    .where('org.staff.id', 'in', sql<string>`(select unnest(${ids}::uuid[]))`)
    .where('org.staff.removed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
