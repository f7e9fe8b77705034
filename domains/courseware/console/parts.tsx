export { CoursewarePicker, type CoursewarePickerProps } from './courseware-picker.tsx'
export { PackagePreview } from './package-preview.tsx'
