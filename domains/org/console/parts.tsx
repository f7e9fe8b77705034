export { DepartmentTreeSelect, type DepartmentTreeSelectProps } from './departments/department-tree-select.tsx'
export { departmentFilter } from './departments/filter.tsx'
export { DepartmentPicker } from './pickers/department-picker.tsx'
export {
  DepartmentTab,
  DirectStaffTab,
  ImportTab,
  JobTab,
  PersonalTab,
  QuickStaffTab,
  SingleAddTab,
  StaffTab,
} from './pickers/pick-tabs.tsx'
export type { DepartmentPickerProps, PickedDepartment, PickedStaff, StaffPickerProps } from './pickers/picker-props.ts'
export { staffOf, staffSelectionOf } from './pickers/staff-picked.ts'
export { StaffPicker } from './pickers/staff-picker.tsx'
export { StudentDrawer } from './pickers/student-drawer-opened.ts'
export type { StudentDrawerProps } from './pickers/student-drawer-props.ts'
export { type Student, type StudentCalls, updatedExam } from './pickers/students.ts'
