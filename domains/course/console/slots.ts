/** What rooms above this one add to the screens of courses. */
import type { Right } from '@kaopei/contract'
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** Something that can be seen or done about one course, under 更多 in its row. */
export interface CourseAct {
  readonly key: string
  readonly label: string
  /** Of the call that it begins with, one of them is enough, none where a login suffices: whoever has none is told. */
  readonly rights: readonly Right[]
  /** Drawn while it is open. */
  readonly Drawer: ComponentType<{
    readonly course: { readonly id: string; readonly name: string }
    readonly onClose: () => void
  }>
}

export const courseActs = slot<CourseAct>()

/** Below what a course is about, on its page. */
export const courseSections = slot<ComponentType<{ readonly courseId: string }>>()
