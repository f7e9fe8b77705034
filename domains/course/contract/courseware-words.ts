/** How a courseware is named and measured where it is a task: the same for those who make courses and those who learn. */
import { coursewareType } from '@kaopei/courseware/contract/codes'

import { clockOf } from '@kaopei/learning/contract/ranges'

interface CoursewareFacts {
  readonly coursewareType?: number | null | undefined
  readonly pageCount?: number | null | undefined
}

/** 视频, 文档 …; of what is no courseware its kind. */
export const kindWords = (kindLabel: string, { coursewareType: type }: CoursewareFacts): string =>
  typeof type === 'number' ? coursewareType.label(type) : kindLabel

/** What it is made of: pages, or parts of a micro-course or a package. */
export const unitOf = (type: number | null | undefined): '页' | '节' =>
  type === coursewareType.microCourse || type === coursewareType.package ? '节' : '页'

/** 12 页, 3 节; empty where nothing is counted. */
export function countWords({ coursewareType: type, pageCount }: CoursewareFacts): string {
  if (typeof pageCount !== 'number' || pageCount <= 0 || type === coursewareType.image) return ''
  return `${pageCount} ${unitOf(type)}`
}

/** How much it is: 12:30 of what is played, else what is counted. A micro-course is its blocks, whether or not the films in it were measured. */
export function sizeWords(task: CoursewareFacts & { readonly lengthSeconds?: number | null | undefined }): string {
  const seconds = task.coursewareType === coursewareType.microCourse ? 0 : (task.lengthSeconds ?? 0)
  return seconds > 0 ? clockOf(seconds) : countWords(task)
}
