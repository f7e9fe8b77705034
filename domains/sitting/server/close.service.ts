/** How an attempt ends: handed in by the candidate, or by the server when its time is over. Closing comes before scoring, always. */
import { type Db, emit } from '@kaopei/server'
import { type AttemptRow, holdAttempt, lockAttempt } from './attempt.sql.ts'
import { attemptClosed } from './events.ts'
import type { AttemptEvent } from './rules/attempt-transition.ts'
import { finishedAt, isOverdue } from './rules/deadline.ts'
import type { SubmitCause } from './rules/may-submit.ts'
import { moveAttempt } from './transition.sql.ts'
import { endPauses, noteStops } from './watching/pauses.sql.ts'
import { noteLastSilence } from './watching/presence.sql.ts'

export interface Closing {
  readonly now: Date
  readonly cause: SubmitCause | 'force'
  readonly actorId: string | null
  readonly submissionKey?: string
  /** Of an invigilator. */
  readonly reason?: string
}

/**
 * Closes an attempt that is under way; its new state is what asks for scoring. The caller holds the attempt's lock. False when it was closed
 * already.
 */
export async function closeAttempt(db: Db, attempt: AttemptRow, closing: Closing): Promise<boolean> {
  const { now, cause, actorId, submissionKey } = closing
  const move = { attemptId: attempt.id, from: attempt.state, now, due: attempt.due, actorId, cause }
  // The clock of a paused one stands still: its deadline says nothing.
  const submittedAt = attempt.state === 'paused' ? now : finishedAt(now, attempt.due)
  const isClosed = await moveAttempt(
    db,
    { ...move, ...stepOf(closing) },
    {
      submitted_at: submittedAt,
      submit_cause: cause,
      ...(submissionKey !== undefined && { submission_key: submissionKey }),
    },
  )
  const { ownerKind, ownerId, id: attemptId } = attempt
  if (isClosed && attempt.state === 'paused') {
    await endPauses(db, attemptId, now)
    await noteStops(db, { attemptIds: [attemptId], actorId, now })
  }
  if (isClosed && serversCauses.has(cause)) await noteLastSilence(db, attemptId, submittedAt)
  if (isClosed && attempt.tells.includes('closed'))
    await emit(db, attemptClosed, db.companyId, { ownerKind, ownerId, attemptId, cause })
  return isClosed
}

/** Nothing of the client's: it may have been silent for long. */
const serversCauses: ReadonlySet<Closing['cause']> = new Set(['timeout', 'limit', 'force'])

function stepOf({ cause, reason }: Closing): { steps: readonly AttemptEvent[]; reason?: string } {
  if (cause === 'timeout') return { steps: ['timeOut'] }
  if (cause === 'limit') return { steps: ['force'], reason: '离开考试窗口超过限制' }
  if (cause === 'force') return { steps: ['force'], ...(reason !== undefined && { reason }) }
  return { steps: ['confirmSubmit'] }
}

/** Closes one attempt whose time and grace are over; harmless when it was handed in meanwhile or got more time. */
export async function closeWhenOverdue(db: Db, attemptId: string, now: Date): Promise<boolean> {
  await lockAttempt(db, attemptId)
  const attempt = await holdAttempt(db, attemptId)
  if (!attempt || (attempt.state !== 'in_progress' && attempt.state !== 'submitting')) return false
  if (!isOverdue(now, attempt.due, attempt.graceSeconds)) return false
  return closeAttempt(db, attempt, { now, cause: 'timeout', actorId: null })
}

/** The client hands in at once what it still holds; whoever does not is handed in so much later. */
export const limitDelaySeconds = 3

/** Closes one attempt whose candidate has left the exam's window too often and has not handed in. */
export async function closeWhenOverLimit(db: Db, attemptId: string, now: Date): Promise<boolean> {
  await lockAttempt(db, attemptId)
  const attempt = await holdAttempt(db, attemptId)
  if (!attempt || (attempt.state !== 'in_progress' && attempt.state !== 'submitting')) return false
  if (attempt.overLimitAt === null && !isAwayTooLong(attempt, now)) return false
  return closeAttempt(db, attempt, { now, cause: 'limit', actorId: null })
}

/** The absence that goes on has been too long by now, whether its client is heard of or not. */
export function isAwayTooLong({ awayLimitAt }: Pick<AttemptRow, 'awayLimitAt'>, now: Date): boolean {
  return awayLimitAt !== null && awayLimitAt <= now
}
