import type { DataScope, Db } from '@kaopei/server'
import { sql } from 'kysely'

/** Ids of the people whose main department is one of these or lies below one, as a subquery. */
export function staffOfDepartments(db: Db, companyId: string, departmentIds: readonly string[]) {
  return db
    .selectFrom('org.staff as s')
    .innerJoin('org.department as d', (join) =>
      join.onRef('d.company_id', '=', 's.company_id').onRef('d.id', '=', 's.department_id'),
    )
    .innerJoin('org.department as top', (join) =>
      join.onRef('top.company_id', '=', 'd.company_id').on(sql<boolean>`d.path >= top.path and d.path < top.path || '~'`),
    )
    .where('s.company_id', '=', companyId)
    .where('s.removed_at', 'is', null)
    .where(sql<boolean>`top.id = any(${[...departmentIds]}::uuid[])`)
    .select('s.id')
}

/** Ids of the people an actor may see on a menu, as a subquery. */
export function scopedStaff(db: Db, companyId: string, scope: DataScope) {
  const staff = db.selectFrom('org.staff as v').where('v.company_id', '=', companyId).select('v.id')
  if (scope.kind === 'all') return staff
  return staff.where((where) =>
    where.or([
      where('v.department_id', '=', sql<string>`any(${[...scope.departmentIds]}::uuid[])`),
      where('v.id', 'in', staffOfDepartments(db, companyId, scope.subtreeIds)),
      ...(scope.ownStaffId === null ? [] : [where('v.id', '=', scope.ownStaffId)]),
    ]),
  )
}
