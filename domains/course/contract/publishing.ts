/** Publishing a change of a course that people learn already. */
import { endpoint, id, instant, labelled, pageOf, pageQuery, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { courseFault } from './course.ts'
import { courseErrors } from './errors.ts'
import { courseManager } from './menus.ts'

const { rights } = courseManager
const base = '/api/v1/course'

const touchedTask = z.object({ id, title: z.string(), isRequired: z.boolean() })
export const courseTouch = z.object({
  version: rowVersion,
  added: z.array(touchedTask),
  removed: z.array(touchedTask),
  /** Another title, content, rule or weight, or required now. */
  changed: z.array(touchedTask),
  /** Another title or description. */
  changedChapters: z.array(z.object({ id, title: z.string() })),
  /** Among each other, or into another chapter. */
  isReordered: z.boolean(),
  isUnlockChanged: z.boolean(),
  learnerCount: z.int(),
  begunCount: z.int(),
  completedCount: z.int(),
  /** What is new and required: with 需补学 so many of those who had completed it would owe it. */
  owedTaskCount: z.int(),
  faults: z.array(courseFault),
  /** Companies that bought it; without `isSellable` their copies stay as they are. */
  soldCount: z.int(),
  isSellable: z.boolean(),
})
export type CourseTouch = z.output<typeof courseTouch>

export const forCompletedLabels = { keep: '已完成者保持完成', owe: '已完成者需补学新内容' } as const
export const forCompleted = labelled(z.enum(['keep', 'owe'], '请选择已完成者如何处理'), forCompletedLabels)

export const publishing = {
  /** Whom publishing the change would touch. */
  touch: endpoint({
    path: `${base}/changeTouch`,
    summary: '课程修改的影响',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: courseTouch,
    errors: [courseErrors.noChange],
  }),
  publish: endpoint({
    path: `${base}/publishChange`,
    summary: '发布课程修改',
    access: rights.shelf,
    audit: { action: 'publishChange', target: 'course' },
    input: z.object({ id, version: rowVersion, forCompleted, note: text(500, '修改说明').default('') }),
    output: z.object({ id, version: rowVersion }),
    errors: [courseErrors.noChange, courseErrors.notReady],
  }),
  discard: endpoint({
    path: `${base}/discardChange`,
    summary: '放弃课程修改',
    access: [rights.edit, rights.add],
    audit: { action: 'discardChange', target: 'course' },
    input: z.object({ id, version: rowVersion }),
    output: z.object({ id, version: rowVersion }),
    errors: [courseErrors.noChange],
  }),
  /** What was published, newest first. */
  history: endpoint({
    path: `${base}/publishHistory`,
    summary: '课程发布记录',
    access: rights.view,
    audit: 'read',
    input: pageQuery.extend({ id }),
    output: pageOf(
      z.object({
        number: z.int(),
        publishedAt: instant,
        publishedByName: z.string().nullable(),
        forCompleted,
        note: z.string(),
      }),
    ),
  }),
}
