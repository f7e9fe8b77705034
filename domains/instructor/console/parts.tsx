export { LecturerControl } from './pick/lecturer-control.tsx'
export { LecturerPicker, type LecturerPickerProps, type PickedLecturer } from './pick/lecturer-picker.tsx'
export { LecturerTab } from './pick/lecturer-tab.tsx'
