import { type Db, emit, job } from '@kaopei/server'
import { z } from 'zod'
import { taskProgress } from '../../contract/codes.ts'
import { countingOf, type Learner, learnerOf, learnerProgress, sparing, stateOf } from '../../contract/learner.ts'
import { courseCompleted, courseReopened, taskCompleted } from '../events.ts'
import { type Outline, publishedVersion, type TaskRow } from '../outline/outline.sql.ts'
import { type CountedMedia, type Derived, taskIdsOf, updateCounted, updateEnrolment } from './derive.sql.ts'
import { type EnrolmentRow, findStanding, lockLearner, type MediaRow, type StandingRow } from './standing.sql.ts'

/** How somebody stands by everything that happened, beside what was derived before. */
export interface Learning {
  readonly outline: Outline
  readonly tasks: readonly TaskRow[]
  readonly enrolment: EnrolmentRow
  readonly learner: Learner
  readonly media: readonly MediaRow[]
}

const eventOf = ([taskId, kind, scoreHundredths, isPassed]: StandingRow['events'][number]) => ({
  ...{ taskId, kind, scoreHundredths, isPassed },
})

/** Undefined: the course is not there, or the person was never in it. */
export async function learningOf(db: Db, courseId: string, staffId: string): Promise<Learning | undefined> {
  const standing = await findStanding(db, courseId, staffId)
  return standing && learningBy(db, standing)
}

export async function learningBy(db: Db, standing: StandingRow): Promise<Learning | undefined> {
  const outline = await publishedVersion(db, standing.versionId)
  if (!outline) return undefined
  const { events, media, ...enrolment } = standing
  const tasks = outline.chapters.flatMap((chapter) => chapter.tasks)
  const learner = sparing(learnerOf(tasks, events.map(eventOf), media), new Set(enrolment.spared))
  return { outline, tasks, enrolment, learner, media }
}

/**
 * Makes what is derived of somebody's learning anew from the events, and tells what has become complete. Whatever changes those events calls this in its
 * transaction; reports of playing leave it to a job, which runs when something became complete.
 */
export async function deriveEnrolment(db: Db, courseId: string, staffId: string, now: Date): Promise<void> {
  await lockLearner(db, staffId)
  const learning = await learningOf(db, courseId, staffId)
  if (!learning) return
  const derived = derivedOf(learning, now)
  await updateEnrolment(db, courseId, staffId, derived)
  const learner = sparing(learning.learner, new Set(derived.spared))
  await updateCounted(db, courseId, staffId, changedMedia({ ...learning, learner }))
  await tell(db, { courseId, staffId }, learning, derived)
}

/** How far somebody is, and since when they have completed the course. */
export function completionOf(learning: Learning, now: Date) {
  const { tasks, enrolment } = learning
  const spared = sparedOf(learning)
  const learner = spared === enrolment.spared ? learning.learner : sparing(learning.learner, new Set(spared))
  const { percent, isComplete } = learnerProgress(tasks, learner)
  return { spared, learner, percent, completedAt: isComplete ? (enrolment.completedAt ?? now) : null }
}

export function derivedOf(learning: Learning, now: Date): Derived {
  const { outline, tasks } = learning
  const { learner, ...completion } = completionOf(learning, now)
  const taskStates = tasks.map(({ id }) => {
    const at = learner.tasks.get(id)
    return at ? stateOf(at) : taskProgress.notBegun
  })
  return {
    versionId: outline.versionId,
    taskStates,
    ...completion,
    ...countingOf(tasks, learner),
    isBegun: taskStates.some((state) => state > 0),
  }
}

/** What a version brought that kept their completion stays unasked, also when a later one makes them owe what is new in it. */
function sparedOf({ outline, tasks, enrolment, learner }: Omit<Learning, 'media'>): readonly string[] {
  if (!staysComplete(outline, enrolment, learner)) return enrolment.spared
  // What is optional is asked of nobody, unless nothing is required.
  const hasRequired = tasks.some(({ isRequired }) => isRequired)
  const asked = hasRequired ? tasks.filter(({ isRequired }) => isRequired) : tasks
  const undone = asked.flatMap(({ id }) => (learner.tasks.get(id)?.done.isComplete ? [] : [id]))
  return [...enrolment.spared, ...undone]
}

/** Whoever had completed the course before its newest version stays so, where its author said so; a completion that was taken back does not count. */
function staysComplete({ forCompleted, publishedAt }: Outline, { completedAt }: EnrolmentRow, { isTakenBack }: Learner): boolean {
  return forCompleted === 'keep' && completedAt !== null && publishedAt !== null && completedAt <= publishedAt && !isTakenBack
}

function changedMedia({ learner, media }: Learning): CountedMedia[] {
  return media.flatMap(({ taskId, countedPercent, isComplete }) => {
    const at = learner.tasks.get(taskId)
    if (!at) return []
    const isDone = at.done.isComplete && !at.isExempted && !at.isSpared
    if (at.done.percent === countedPercent && isDone === isComplete) return []
    return [{ taskId, percent: at.done.percent, isComplete: isDone }]
  })
}

async function tell(db: Db, who: { courseId: string; staffId: string }, { enrolment, tasks }: Learning, derived: Derived) {
  const ids =
    enrolment.statesOf === null || enrolment.statesOf === derived.versionId ? undefined : await taskIdsOf(db, enrolment.statesOf)
  const before = new Map((ids ?? tasks.map(({ id }) => id)).map((id, index) => [id, enrolment.taskStates[index]]))
  for (const [index, { id }] of tasks.entries()) {
    const isNew = derived.taskStates[index] === taskProgress.complete && before.get(id) !== taskProgress.complete
    if (isNew) await emit(db, taskCompleted, db.companyId, { ...who, taskId: id })
  }
  if (derived.completedAt && !enrolment.completedAt) await emit(db, courseCompleted, db.companyId, who)
  if (!derived.completedAt && enrolment.completedAt) await emit(db, courseReopened, db.companyId, who)
}

const ofLearner = z.object({ courseId: z.string(), staffId: z.string() })

/** Asked for by `course.credit_pings` when a report made a task complete. */
export const deriveJob = job({
  name: 'course.derive',
  payload: ofLearner,
  run: async ({ courseId, staffId }, { transaction }) => transaction((db) => deriveEnrolment(db, courseId, staffId, new Date())),
})
