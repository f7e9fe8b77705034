import type { CoursewareRow } from '../contract/courseware.ts'

/** Which drawer of the list is open. */
export interface Opened {
  readonly kind: 'preview' | 'edit' | 'replace' | 'subtitles'
  readonly row: CoursewareRow
}
export type Open = (opened: Opened) => void
