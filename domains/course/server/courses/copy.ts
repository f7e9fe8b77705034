import { randomUUID } from 'node:crypto'
import type { Actor, Db, Fail } from '@kaopei/server'
import { courseErrors } from '../../contract/errors.ts'
import type { StoredCondition } from '../../contract/outline.ts'
import { replaceOutline, updateOrder } from '../outline/draft.sql.ts'
import { waitingFor } from '../outline/other-tasks.ts'
import type { Chapter, Outline } from '../outline/outline.sql.ts'
import { findTaskKind, whyNotAttached } from '../task-kinds.ts'
import { findCourse } from './course.sql.ts'

/** A copy is put on the shelf by whoever made it: what they could not have put into a course themselves they do not get by copying one. */
export function refuseUnattached(actor: Actor, { chapters }: Outline, fail: Fail<(typeof courseErrors)['targetRefused']>): void {
  for (const task of chapters.flatMap(({ tasks }) => tasks)) {
    const kind = findTaskKind(task.kind)
    const whyNot = kind ? whyNotAttached(actor, kind) : null
    if (whyNot !== null) fail(courseErrors.targetRefused, { text: `“${task.title}”：${whyNot}` })
  }
}

/** Fills the empty draft of a new course; its chapters and tasks are others, which wait for each other as those did. */
export async function copyOutline(db: Db, { courseId, outline }: { courseId: string; outline: Outline }): Promise<void> {
  const draftId = (await findCourse(db, courseId))?.draftId
  if (!draftId) throw new Error('a new course has a draft')
  await updateOrder(db, draftId, outline.unlockOrder)
  await replaceOutline(db, draftId, withOtherIds(outline.chapters))
}

/** The rows of an outline under ids of their own. */
export function withOtherIds(chapters: readonly Chapter[]) {
  const others = new Map(chapters.flatMap(({ tasks }) => tasks).map(({ id }) => [id, randomUUID()]))
  const conditionsOf = (conditions: readonly StoredCondition[]) => waitingFor(conditions, others)
  const copied = chapters.map((chapter) => ({ ...chapter, id: randomUUID(), conditions: conditionsOf(chapter.conditions) }))
  return {
    chapters: copied.map(({ tasks: _tasks, ...chapter }, sort) => ({ ...chapter, sort })),
    tasks: copied.flatMap((chapter) =>
      chapter.tasks.map((task, sort) => ({
        ...task,
        id: others.get(task.id) ?? randomUUID(),
        chapterId: chapter.id,
        conditions: conditionsOf(task.conditions),
        sort,
      })),
    ),
  }
}
