export { scopedStaff, staffOfDepartments } from './scope.sql.ts'
