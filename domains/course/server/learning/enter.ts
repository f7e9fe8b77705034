import { protocolErrors } from '@kaopei/contract'
import type { Grant } from '@kaopei/files/server'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Actor, Db, Fail } from '@kaopei/server'
import { enrolmentState } from '../../contract/codes.ts'
import { learnErrors } from '../../contract/learn-errors.ts'
import { grantOf } from '../bought/grant.ts'
import { whyNotLearnt } from '../bought/licence-words.ts'
import { spendSeat } from '../bought/seats.ts'
import type { TaskRow } from '../outline/outline.sql.ts'
import { findBegun, findLicence, insertEvents, touchEnrolment } from './course-facts.sql.ts'
import { deriveEnrolment, type Learning, learningBy, learningOf } from './derive.ts'
import { locksOf, wordsOf } from './shown.ts'
import { findPage, lockLearner, type PageRow } from './standing.sql.ts'

type Learnt = (typeof learnErrors)['notEnrolled' | 'gone' | 'locked' | 'licenceOver' | 'noSeat' | 'notThisKind']

interface Caller<E extends Learnt | typeof protocolErrors.notFound> {
  readonly db: Db
  readonly actor: Pick<Actor, 'staffId'>
  readonly now: Date
  readonly fail: Fail<E>
}

type Own = Omit<Caller<typeof protocolErrors.notFound | typeof learnErrors.notEnrolled>, 'now'>

/** How the person who calls stands in a course; who is not in it is refused. */
export async function ownLearning({ db, actor, fail }: Own, courseId: string): Promise<Learning> {
  return learns(await learningOf(db, courseId, actor.staffId), fail)
}

/** The same, with what the course's page says beside it. */
export async function ownPage({ db, actor, fail }: Own, courseId: string): Promise<{ learning: Learning; page: PageRow }> {
  const page = (await findPage(db, courseId, actor.staffId)) ?? fail(protocolErrors.notFound)
  return { learning: learns(await learningBy(db, page), fail), page }
}

function learns(learning: Learning | undefined, fail: Own['fail']): Learning {
  if (!learning) return fail(protocolErrors.notFound)
  if (learning.enrolment.state !== enrolmentState.learns) return fail(learnErrors.notEnrolled)
  return learning
}

export interface Entered {
  readonly learning: Learning
  readonly task: TaskRow
  /** Of what was bought its licence: every link ends with it. */
  readonly grant: Grant | undefined
}

/**
 * Every way into a task goes through here: whoever is not in the course, whose licence is over or for whom the task is locked gets nothing of it, and
 * is told why. `kind`: what the caller can open.
 */
export async function enterTask(
  caller: Caller<Learnt | typeof protocolErrors.notFound>,
  { course, task: taskId }: { course: string; task: string },
  kind: string,
): Promise<Entered> {
  const { db, actor, now, fail } = caller
  await lockLearner(db, actor.staffId)
  const learning = await ownLearning(caller, course)
  const task = learning.tasks.find(({ id }) => id === taskId)
  if (!task) return fail(learnErrors.gone)
  if (task.kind !== kind) return fail(learnErrors.notThisKind)
  const licence = await findLicence(db, course, actor.staffId, now)
  const closed = licence && (await whyNotLearnt(db, licence, now))
  if (closed) return fail(learnErrors[closed.refusal], { text: closed.text })
  const lock = locksOf(learning, now).get(taskId)
  if (lock && !lock.isOpen) {
    const reasons = wordsOf(lock, await timeZoneOf(db))
    const words = reasons.map((reason) => reason.words).join('；')
    return fail(learnErrors.locked, { text: `“${task.title}”尚未开放：${words}`, data: { reasons } })
  }
  await begin(caller, { courseId: course, staffId: actor.staffId, taskId, at: now }, learning)
  return { learning, task, grant: licence && grantOf(db, licence) }
}

async function begin(
  { db, now }: Pick<Caller<Learnt>, 'db' | 'now'>,
  place: { courseId: string; staffId: string; taskId: string; at: Date },
  { learner }: Learning,
): Promise<void> {
  await touchEnrolment(db, place)
  if (learner.tasks.get(place.taskId)?.isBegun) return
  await insertEvents(db, [{ ...place, kind: 'begun', cause: { source: 'open' } }])
  await deriveEnrolment(db, place.courseId, place.staffId, now)
}

export interface Completed {
  readonly isComplete: boolean
  readonly percent: number
}

/** What opening or reading alone completes: it has no seconds that count, so a reserved seat is used by what is done. */
export async function completeTask(
  { db, now }: Pick<Caller<Learnt>, 'db' | 'now'>,
  { learning, task }: Entered,
  staffId: string,
  source: 'link' | 'article' | 'file',
): Promise<Completed> {
  const courseId = learning.outline.courseId
  if (!learning.learner.tasks.get(task.id)?.own.isComplete) {
    await insertEvents(db, [{ courseId, staffId, taskId: task.id, kind: 'done', cause: { source }, at: now }])
    await spendSeat(db, { courseId, staffId, now })
    await deriveEnrolment(db, courseId, staffId, now)
  }
  return { isComplete: true, percent: 100 }
}

/** Seconds since the task was opened first. */
export async function secondsSinceBegun(db: Db, place: { courseId: string; staffId: string; taskId: string }, now: Date) {
  const begun = await findBegun(db, place)
  return begun ? (now.getTime() - begun.at.getTime()) / 1000 : 0
}
