export { departmentFilter } from './department-filter.tsx'
export { DepartmentPicker } from './department-picker.tsx'
export { DepartmentTreeSelect, type DepartmentTreeSelectProps } from './department-tree-select.tsx'
export {
  DepartmentTab,
  DirectStaffTab,
  ImportTab,
  JobTab,
  PersonalTab,
  QuickStaffTab,
  SingleAddTab,
  StaffTab,
} from './pick-tabs.tsx'
export type { DepartmentPickerProps, PickedDepartment, PickedStaff, StaffPickerProps } from './picker-props.ts'
export { staffOf, staffSelectionOf } from './staff-picked.ts'
export { StaffPicker } from './staff-picker.tsx'
export { StudentDrawer } from './student-drawer-opened.ts'
export type { StudentDrawerProps } from './student-drawer-props.ts'
export type { Student, StudentCalls } from './students.ts'
