/** What whoever watches may do to attempts. Who may, and why, its owner's rooms say; everything leaves its event. */
import type { Db } from '@kaopei/server'
import { type AttemptRow, holdAttempt, lockAttempt } from '../attempt.sql.ts'
import { closeAttempt } from '../close.service.ts'
import { isUnderWay } from '../rules/attempt-transition.ts'
import { dueAt, movedDue } from '../rules/deadline.ts'
import { lockAttempts, pausesOf, updateTimes } from '../terms.sql.ts'
import { hasOtherOpen } from '../void.sql.ts'
import { type ActOnMany, finishPauses, insertPauses, noteStops, updateReopened } from './pauses.sql.ts'

/** Stops the clock: answers are refused until it goes on. Answers which attempts it was stopped for. */
export async function pauseAttempts(db: Db, act: ActOnMany): Promise<string[]> {
  const paused = await insertPauses(db, act)
  await noteStops(db, { ...act, attemptIds: paused })
  return paused
}

/** The clock goes on, and the deadline moves by what it stood still. */
export async function resumeAttempts(db: Db, act: ActOnMany): Promise<string[]> {
  const finished = await finishPauses(db, act)
  await noteStops(db, { ...act, attemptIds: finished.map(({ id }) => id) })
  const resumed = finished.flatMap(({ id, goesOn }) => (goesOn ? [id] : []))
  await moveDeadlines(db, { ...act, attemptIds: resumed })
  return resumed
}

/** Takes the paper in as it is. False when it is in already. */
export async function forceAttempt(
  db: Db,
  { attemptId, reason, actorId, now }: Omit<ActOnMany, 'attemptIds'> & { readonly attemptId: string },
): Promise<boolean> {
  await lockAttempt(db, attemptId)
  const attempt = await holdAttempt(db, attemptId)
  if (!attempt || !isUnderWay(attempt.state)) return false
  return closeAttempt(db, attempt, { now, cause: 'force', actorId, reason })
}

const reopenWithinMs = 30 * 60_000

export type Reopening = 'reopened' | 'notForced' | 'tooLate' | 'otherOpen'

/** Takes a forced hand-in back, within half an hour: until then nothing of it is scored. The time between goes to the deadline. */
export async function reopenAttempt(
  db: Db,
  { attemptId, reason, actorId, now }: Omit<ActOnMany, 'attemptIds'> & { readonly attemptId: string },
): Promise<Reopening> {
  await lockAttempt(db, attemptId)
  const attempt = await holdAttempt(db, attemptId)
  if (attempt?.state !== 'forced_submitted') return 'notForced'
  if (isTooLate(attempt, now)) return 'tooLate'
  if (await hasOtherOpen(db, attempt)) return 'otherOpen'
  await updateReopened(db, { attemptId, reason, actorId, now })
  await noteStops(db, { attemptIds: [attemptId], actorId, now })
  await moveDeadlines(db, { attemptIds: [attemptId], actorId, now })
  return 'reopened'
}

function isTooLate({ submittedAt }: AttemptRow, now: Date): boolean {
  return submittedAt === null || now.getTime() - submittedAt.getTime() > reopenWithinMs
}

/** The deadline is made of the terms and the pauses on record. */
export async function moveDeadlines(
  db: Db,
  { attemptIds, actorId, now }: { attemptIds: readonly string[]; actorId: string | null; now: Date },
): Promise<void> {
  const changes = (await lockAttempts(db, attemptIds)).map((attempt) => {
    const { id: attemptId, startedAt, dueAt: before, closeAt, limitMinutes } = attempt
    const fresh = dueAt({ closeAt, limitMinutes }, { startedAt, pauses: pausesOf(attempt.pauses), now })
    const { due: after, warning } = movedDue(before, fresh, now)
    return { attemptId, closeAt, limitMinutes, before, after, warning, isMoved: after?.getTime() !== before?.getTime() }
  })
  if (changes.length > 0) await updateTimes(db, { changes, actorId, now })
}
