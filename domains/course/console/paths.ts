/** Addresses of the room's screens. */
export const stepPaths = [
  '/createCourseInfo/courseBaseInfo',
  '/createCourseInfo/chanpterCoursewareInfo',
  '/createCourseInfo/courseStaff',
] as const

export type WizardStep = 0 | 1 | 2

export function stepPath(step: WizardStep, courseId?: string): string {
  return courseId === undefined ? stepPaths[step] : `${stepPaths[step]}?id=${courseId}`
}

export const listPath = '/application/online/courseManager'

/** Opened in a new tab. */
export function previewPath(courseId: string): string {
  return `/coursePreview?id=${courseId}`
}
