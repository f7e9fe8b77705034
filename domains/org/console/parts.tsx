export { DepartmentPicker, type DepartmentPickerProps, type PickedDepartment } from './department-picker.tsx'
export { DepartmentTreeSelect, type DepartmentTreeSelectProps } from './department-tree-select.tsx'
export { type PickedStaff, StaffPicker, type StaffPickerProps } from './staff-picker.tsx'
