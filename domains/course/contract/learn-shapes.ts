/** What a learner is shown of a course. Locks, what is missing and times are said in words by the server: by the rule that decides. */

import { id, instant, pageOf } from '@kaopei/contract'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { shownCourseware } from '@kaopei/courseware/contract/shown'
import { z } from 'zod'
import { courseSource, courseType, enrolmentState, taskProgress } from './codes.ts'
import { coursewareRule } from './outline.ts'

const lockShown = z.object({
  reasons: z.array(
    z.object({
      words: z.string(),
      /** The task that is waited for. */
      taskId: id.nullable(),
    }),
  ),
  /** Where nothing but time is missing. */
  opensAt: instant.nullable(),
})
export type LockShown = z.output<typeof lockShown>

/** Which of the page's locks holds it; absent where it is open. */
const lock = z.int().optional()

/** A course may have hundreds of them: what most do not have is absent. */
const taskShown = z.object({
  id,
  title: z.string(),
  /** Key of a kind: courseware, exam, article, link. */
  kind: z.string(),
  coursewareType: coursewareType.schema.optional(),
  isRequired: z.boolean(),
  lengthSeconds: z.int().optional(),
  pageCount: z.int().optional(),
  state: taskProgress.schema,
  percent: z.int(),
  isExempted: z.literal(true).optional(),
  /** It came when the course had been completed, and is not asked of this person. */
  isSpared: z.literal(true).optional(),
  score: z.number().optional(),
  lock,
  /** Open, and until then alone for whoever has not begun it. */
  beginUntil: instant.optional(),
})
export type TaskShown = z.output<typeof taskShown>

const chapterShown = z.object({
  id,
  title: z.string(),
  descript: z.string(),
  lock,
  tasks: z.array(taskShown),
})

export const coursePage = z.object({
  courseId: id,
  name: z.string(),
  /** Cleaned html. */
  descript: z.string(),
  coverUrl: z.string().nullable(),
  hasWatermark: z.boolean(),
  learner: z.object({ name: z.string(), account: z.string() }),
  enrolledAt: instant,
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
  completedAt: instant.nullable(),
  percent: z.int(),
  learnedSeconds: z.int(),
  lastTaskId: id.nullable(),
  /** Why nothing of a bought course can be opened now, in words: its time, or no seat. */
  closed: z.string().nullable(),
  /** Where to go on: the last task, else the first open one that is not complete. */
  nextTaskId: id.nullable(),
  chapters: z.array(chapterShown),
  /** What waits for the same shares a lock. */
  locks: z.array(lockShown),
})
export type CoursePage = z.output<typeof coursePage>

const myCourse = z.object({
  courseId: id,
  name: z.string(),
  coverUrl: z.string().nullable(),
  source: courseSource.schema,
  percent: z.int(),
  taskCount: z.int(),
  isJoined: z.boolean(),
  enrolledAt: instant,
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
  completedAt: instant.nullable(),
  lastAt: instant.nullable(),
  lastTaskId: id.nullable(),
  lastTaskTitle: z.string().nullable(),
  learnedSeconds: z.int(),
  /** Bought, and its time has not begun or is over. */
  isClosed: z.boolean(),
})
export type MyCourse = z.output<typeof myCourse>
const courseToGoOn = myCourse.extend({
  /** The last task, else the first open one that is not complete; null: nothing of it is open now. */
  nextTask: z.object({ id, title: z.string() }).nullable(),
})
export type CourseToGoOn = z.output<typeof courseToGoOn>
export const myCoursesPage = pageOf(myCourse).extend({
  /** What was learnt last and is not complete, on whatever device. */
  goOn: courseToGoOn.nullable(),
})

const libraryCourse = z.object({
  courseId: id,
  name: z.string(),
  coverUrl: z.string().nullable(),
  categoryName: z.string().nullable(),
  type: courseType.schema,
  taskCount: z.int(),
  /** Of whoever looks; null: never asked for. */
  state: enrolmentState.schema.nullable(),
  /** Why they were not taken in, where whoever refused said so. */
  refusedReason: z.string().nullable(),
  /** Somebody took them out by hand: only an administrator brings them back. */
  isTakenOut: z.boolean(),
  isJoinApproved: z.boolean(),
  /** Left of them; null: no limit. */
  placesLeft: z.int().nullable(),
})
export type LibraryCourse = z.output<typeof libraryCourse>
export const libraryPage = pageOf(libraryCourse).extend({
  categories: z.array(z.object({ id, name: z.string(), parentId: id.nullable() })),
})

const range = z.tuple([z.int(), z.int()])

/** Everything that a player needs: the content, and what of it this person has seen. */
export const openedCourseware = z.object({
  /** Names the reports of this player. */
  session: id,
  shown: shownCourseware,
  /** As they were fixed when the task was opened first. */
  lengthSeconds: z.int(),
  pageCount: z.int(),
  watched: z.array(range),
  pageSeconds: z.array(z.int()),
  position: z.int(),
  percent: z.int(),
  isComplete: z.boolean(),
  rule: coursewareRule,
})
export type OpenedCourseware = z.output<typeof openedCourseware>

const traceEntry = z.object({
  at: instant,
  /** In words: what came and what of it counted. */
  words: z.string(),
  isLate: z.boolean(),
})
export const tracePage = pageOf(traceEntry)
export type TraceEntry = z.output<typeof traceEntry>
