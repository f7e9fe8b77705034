import { implement, type Module } from '@kaopei/server'
import { department } from '../contract/department.ts'
import { departmentErrors } from '../contract/errors.ts'
import { staff } from '../contract/staff.ts'
import { departmentHandlers } from './department.handlers.ts'
import { staffConstraints, staffHandlers } from './staff.handlers.ts'
import { staffExport } from './staff-export.ts'

export { type StaffCard, staffByIds } from './staff-card.sql.ts'
export { scopedStaff, staffOfDepartments } from './staff-scope.sql.ts'

export const orgModule: Module = {
  endpoints: [
    ...implement(department, departmentHandlers, { department_name_unique: departmentErrors.nameTaken }),
    ...implement(staff, staffHandlers, staffConstraints),
  ],
  jobs: [staffExport.job],
}
