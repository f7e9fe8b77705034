/** One way to change an outline: the course is locked, its draft read or begun, changed as a value, checked and written. */
import { protocolErrors } from '@kaopei/contract'
import { lockCircle } from '@kaopei/learning/contract/lock-circle'
import { waitsOutside } from '@kaopei/learning/contract/waits-outside'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { courseSource } from '../../contract/codes.ts'
import { mostChapters, mostTasks } from '../../contract/course-outline.ts'
import { courseErrors } from '../../contract/errors.ts'
import { unlockTreeOf } from '../../contract/outline.ts'
import { type Course, lockCourse, touchCourse } from '../courses/course.sql.ts'
import { copyPublished, replaceOutline, updateOrder } from './draft.sql.ts'
import { type Chapter, type Outline, outlineOf } from './outline.sql.ts'

type Refusals = (typeof courseErrors)['lockCircle' | 'boughtFixed' | 'tooLarge' | 'unknownTask']

export interface Draft {
  readonly course: Course
  readonly draftId: string
  readonly outline: Outline
}

/** The course locked and its draft, which is begun here where there is none. */
export async function openDraft(
  db: Db,
  {
    courseId,
    version,
    fail,
  }: { courseId: string; version: number | undefined; fail: Fail<(typeof courseErrors)['boughtFixed']> },
): Promise<Draft> {
  const course = await lockCourse(db, courseId)
  if (!course) throw new ProtocolFailure(protocolErrors.notFound)
  if (course.source === courseSource.bought) return fail(courseErrors.boughtFixed)
  if (version !== undefined && version !== course.version)
    throw new ProtocolFailure(protocolErrors.changed, { data: { version: course.version } })
  const draftId = course.draftId ?? (await copyPublished(db, { courseId, publishedId: course.publishedId ?? '' }))
  const outline = await outlineOf(db, draftId)
  if (!outline) throw new ProtocolFailure(protocolErrors.notFound)
  return { course, draftId, outline }
}

export type Change = Pick<Outline, 'chapters' | 'unlockOrder'>

/** Writes the outline as it shall be; answers the course's new version. */
export async function saveDraft(
  db: Db,
  { course, draftId, outline }: Draft,
  change: Change,
  { now, fail }: { now: Date; fail: Fail<Refusals> },
): Promise<number> {
  const taskCount = change.chapters.reduce((sum, { tasks }) => sum + tasks.length, 0)
  if (change.chapters.length > mostChapters || taskCount > mostTasks) return fail(courseErrors.tooLarge)
  const waiting = waitsOutside(unlockTreeOf(change.unlockOrder, change.chapters))
  if (waiting !== undefined) {
    const text = `“${waiting}”的解锁条件所选的任务不在课程中，请重新选择`
    return fail(courseErrors.unknownTask, { text })
  }
  const circle = circleOf(change)
  if (circle) return fail(courseErrors.lockCircle, { text: circle })
  if (change.unlockOrder !== outline.unlockOrder) await updateOrder(db, draftId, change.unlockOrder)
  await replaceOutline(db, draftId, rowsOfChapters(change.chapters))
  return touchCourse(db, course.id, now)
}

/** In words, which tasks wait for each other. */
export function circleOf({ unlockOrder, chapters }: Change): string | undefined {
  const titles = lockCircle(unlockTreeOf(unlockOrder, chapters))
  return titles && `这些任务互相等待，永远不会开放，请调整解锁条件：${titles.map((title) => `“${title}”`).join(' → ')}`
}

function rowsOfChapters(chapters: readonly Chapter[]) {
  return {
    chapters: chapters.map(({ tasks: _tasks, ...chapter }, sort) => ({ ...chapter, sort })),
    tasks: chapters.flatMap(({ id, tasks }) => tasks.map((task, sort) => ({ ...task, chapterId: id, sort }))),
  }
}
