/** What the calls at the desk have in common. */
import { deskOf, type Looking } from './desk.service.ts'
import type { Caller, MarkingExam } from './entry.service.ts'
import { viewerOf } from './entry.service.ts'
import {
  findOwnPaper,
  findPaper,
  findPrevious,
  holdQueue,
  type Queue,
  releaseLocks,
  type TaskKey,
  takeFirst,
  takeOwn,
} from './queue.sql.ts'
import { selectProgress } from './review-exam.sql.ts'
import { lockUntil } from './rules/may-mark.ts'

export interface Step {
  readonly direction: 'next' | 'previous'
}

export function queueOf({ actor, now }: Pick<Caller, 'actor' | 'now'>, exam: MarkingExam, questionId?: string): Queue {
  const { id: examId, scope } = exam
  return { companyId: actor.companyId, examId, scope, questionId, markerId: actor.staffId, now, until: lockUntil(now) }
}

export function lookingOf(
  { db, actor, now, services }: Pick<Caller, 'db' | 'actor' | 'now' | 'services'>,
  exam: MarkingExam,
): Looking {
  return { db, companyId: actor.companyId, markerId: actor.staffId, now, exam, services }
}

export function progressOf(caller: Caller, exam: MarkingExam, questionId?: string) {
  return selectProgress(caller.db, viewerOf(caller, exam), { examId: exam.id, questionId })
}

/** An answer as this marker sees it, or undefined when the attempt has no such task. */
export async function findOnDesk(caller: Caller, exam: MarkingExam, key: TaskKey) {
  const [found] = await deskOf(lookingOf(caller, exam), key)
  return found
}

/**
 * Own answer on the desk first, then the first free one in the fixed order; after `from`, which goes back to the queue, the ones behind
 * it and then those skipped before.
 */
export async function takeNext(
  db: Caller['db'],
  queue: Queue,
  { from, direction }: Step & { from?: TaskKey | undefined },
): Promise<TaskKey | undefined> {
  await holdQueue(db, queue)
  if (from === undefined) return (await takeOwn(db, queue)) ?? takeFirst(db, queue)
  if (direction === 'previous') {
    const before = await findPrevious(db, queue, from)
    if (before) await putBack(db, queue, from)
    return before
  }
  const behind = await takeFirst(db, queue, from)
  const found = behind ?? (await takeFirst(db, queue))
  if (found && isSame(found, from)) return undefined
  if (found) await putBack(db, queue, from)
  return found
}

export async function nextPaper(
  db: Caller['db'],
  queue: Queue,
  { from, direction }: Step & { from?: string | undefined },
): Promise<string | undefined> {
  await holdQueue(db, queue)
  if (from === undefined) return (await findOwnPaper(db, queue)) ?? findPaper(db, queue, { isBackwards: false })
  const isBackwards = direction === 'previous'
  const beyond = await findPaper(db, queue, { from, isBackwards })
  const found = beyond ?? (isBackwards ? undefined : await findPaper(db, queue, { isBackwards: false }))
  if (found === undefined || found === from) return undefined
  await releaseLocks(db, { examId: queue.examId, attemptId: from, holderId: queue.markerId })
  return found
}

async function putBack(db: Caller['db'], { examId, markerId }: Queue, key: TaskKey): Promise<void> {
  await releaseLocks(db, { examId, ...key, holderId: markerId })
}

function isSame(a: TaskKey, b: TaskKey): boolean {
  return a.attemptId === b.attemptId && a.slot === b.slot
}
