import { type PracticeStanding, practiceReached, practiceStandingOf } from '@kaopei/practice/server'
import { type Db, databaseNow, listener } from '@kaopei/server'
import { practiceRule } from '../../contract/outline.ts'
import { insertEvents, type NewEvent } from './course-facts.sql.ts'
import { deriveEnrolment } from './derive.ts'
import { type LinkedTaskRow, selectLinkedTasks } from './results.sql.ts'
import { lockLearner } from './standing.sql.ts'

/** Somebody has come further in a practice that courses lead to. */
export const followPracticeListener = listener({
  name: 'course.followPractices',
  event: practiceReached,
  run: ({ practiceId, staffId }, { transaction }) =>
    transaction((db) => takePractices(db, { staffId, practiceIds: [practiceId] }, databaseNow())),
})

interface Whose {
  readonly staffId: string
  readonly practiceIds: readonly string[]
}

/** Takes how somebody stands in these practices into their courses; the best round counts, so what is done stays done. */
export async function takePractices(db: Db, { staffId, practiceIds }: Whose, now: Date): Promise<void> {
  const whose = practiceIds.map((ownerId) => ({ ownerId, staffId }))
  if ((await selectLinkedTasks(db, 'practice', whose)).length === 0) return
  await lockLearner(db, staffId)
  const tasks = await selectLinkedTasks(db, 'practice', whose)
  const standings = new Map((await practiceStandingOf(db, practiceIds, [staffId])).map((one) => [one.practiceId, one]))
  const events = tasks.flatMap((task) => eventOf(task, standings.get(task.targetId), now) ?? [])
  await insertEvents(db, events)
  for (const courseId of new Set(events.map((event) => event.courseId))) await deriveEnrolment(db, courseId, staffId, now)
}

/** Undefined where nothing is new. */
function eventOf(task: LinkedTaskRow, standing: PracticeStanding | undefined, at: Date): NewEvent | undefined {
  const { answeredPercent, accuracyPercent } = practiceRule.parse(task.rule)
  if (task.lastKind === 'done' || !standing || standing.answeredPercent < answeredPercent) return undefined
  if (accuracyPercent !== null && (standing.accuracyPercent ?? -1) < accuracyPercent) return undefined
  const { courseId, staffId, taskId } = task
  const cause = { source: 'practice', practiceId: task.targetId }
  return { courseId, staffId, taskId, kind: 'done', scoreHundredths: null, isPassed: null, cause, at }
}
