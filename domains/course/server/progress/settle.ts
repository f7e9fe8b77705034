/** What is settled for single people: exemptions, what is opened by hand. Each with who, why and when. */
import { protocolErrors } from '@kaopei/contract'
import { seenAmong } from '@kaopei/learning/server'
import { leftOutOf } from '@kaopei/org/server'
import type { Context, Db } from '@kaopei/server'
import type { Learner } from '../../contract/learner.ts'
import type { progress } from '../../contract/progress.ts'
import { progressErrors } from '../../contract/progress-errors.ts'
import { findCourse } from '../courses/course.sql.ts'
import { insertEvents, type NewEvent } from '../learning/course-facts.sql.ts'
import { deriveEnrolment, learningOf } from '../learning/derive.ts'
import { lockLearner } from '../learning/standing.sql.ts'
import { type Outline, publishedOutline } from '../outline/outline.sql.ts'
import { selectLearned } from './progress.sql.ts'

type Kind = 'exempted' | 'unexempted' | 'opened' | 'closed'
type Settling = Pick<Context<typeof progress.exempt>, 'actor' | 'db' | 'fail' | 'now' | 'record' | 'scope'>

interface Wish {
  readonly courseId: string
  /** A chapter, where it is opened or closed. */
  readonly taskId: string
  readonly staffIds: readonly string[]
  readonly reason: string
}

/** An event for each of these people whom the caller sees, who learn the course, and for whom it is new. */
export async function settle(kind: Kind, { courseId, taskId, staffIds, reason }: Wish, context: Settling) {
  const { actor, db, fail, now, record, scope } = context
  const course = await findCourse(db, courseId)
  const outline = course && (await publishedOutline(db, courseId))
  if (!outline) return fail(protocolErrors.notFound)
  const title = titleOf(outline, kind, taskId)
  if (title === undefined) return fail(progressErrors.noTask)
  const seen = [...(await seenAmong(db, [...new Set(staffIds)], scope))]
  const learning = (await selectLearned(db, courseId, seen)).map(({ staffId }) => staffId).sort()
  for (const staffId of learning) await lockLearner(db, staffId)
  const whyNot = await whyNotEach(db, learning, { courseId, taskId, kind })
  const done = learning.filter((staffId) => !whyNot.has(staffId))
  const event = { courseId, taskId, kind, cause: { source: 'person', actorId: actor.staffId, reason }, at: now }
  await insertEvents(
    db,
    done.map((staffId): NewEvent => ({ ...event, staffId })),
  )
  for (const staffId of done) await deriveEnrolment(db, courseId, staffId, now)
  record({ targetId: courseId, targetName: course.courseName, after: { task: title, staffIds: done }, reason })
  const why = (staffId: string) => whyNot.get(staffId) ?? '不在课程中'
  return { changedCount: done.length, leftOut: await leftOutOf(db, { asked: staffIds, seen, done, why }) }
}

/** Undefined: there is no such task, nor, where it may be one, such a chapter. */
function titleOf({ chapters }: Outline, kind: Kind, id: string): string | undefined {
  const nodes =
    kind === 'opened' || kind === 'closed' ? chapters.flatMap((one) => [one, ...one.tasks]) : chapters.flatMap((one) => one.tasks)
  return nodes.find((node) => node.id === id)?.title
}

/** Of these people, under their locks, those for whom it would change nothing, and why. */
async function whyNotEach(
  db: Db,
  staffIds: readonly string[],
  { courseId, taskId, kind }: { courseId: string; taskId: string; kind: Kind },
): Promise<ReadonlyMap<string, string>> {
  const whyNot = new Map<string, string>()
  for (const staffId of staffIds) {
    const learner = (await learningOf(db, courseId, staffId))?.learner
    const why = learner ? stays(kind, learner, taskId) : '不在课程中'
    if (why !== undefined) whyNot.set(staffId, why)
  }
  return whyNot
}

function stays(kind: Kind, { tasks, openedByHand }: Learner, id: string): string | undefined {
  const { isExempted = false, done } = tasks.get(id) ?? {}
  switch (kind) {
    case 'exempted':
      return isExempted ? '已免修' : done?.isComplete ? '已完成' : undefined
    case 'unexempted':
      return isExempted ? undefined : '没有免修'
    case 'opened':
      return openedByHand.has(id) ? '已开放' : undefined
    case 'closed':
      return openedByHand.has(id) ? undefined : '没有单独开放'
  }
}
