export { CoursewarePicker, type CoursewarePickerProps } from './courseware-picker.tsx'
