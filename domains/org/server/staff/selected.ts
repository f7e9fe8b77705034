import type { DataScope, Db } from '@kaopei/server'
import type { StaffSelection } from '../../contract/selection.ts'
import type { ContactSight } from '../sight/contacts.ts'
import { foundBySearch, type StaffIds, scopedStaff, staffAmong, staffOfDepartments } from '../sight/scope.sql.ts'
import { type StaffFilter, searchOf } from './list.service.ts'

/** The ids of the living people whom a filter finds within a data scope. `sight`: whose contacts whoever asks may read, and so search. */
export function staffOfFilter(
  db: Db,
  scope: DataScope,
  filter: StaffFilter,
  { sight = null }: { sight?: ContactSight } = {},
): StaffIds {
  return foundBySearch(db, searchOf(filter, scope, { sight }))
}

/** The ids of all living people of a selection within a data scope, each once. Nothing chosen is nobody. */
export function selectedStaff(
  db: Db,
  scope: DataScope,
  { staffIds, departmentIds, filters }: StaffSelection,
  options: { sight?: ContactSight } = {},
): StaffIds {
  return staffAmong(db, [
    ...(staffIds.length > 0 ? [scopedStaff(db, scope).where('org.staff.id', 'in', [...staffIds])] : []),
    ...(departmentIds.length > 0
      ? [staffOfDepartments(db, departmentIds).where('org.staff.id', 'in', scopedStaff(db, scope))]
      : []),
    ...filters.map(({ filter, exceptIds }) => {
      const found = staffOfFilter(db, scope, filter, options)
      return exceptIds.length > 0 ? found.where('org.staff.id', 'not in', [...exceptIds]) : found
    }),
  ])
}
