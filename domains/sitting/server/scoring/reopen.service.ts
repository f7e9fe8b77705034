/** A result that was out goes back to its markers: nobody sees it until marking is finished again. */
import type { Db } from '@kaopei/server'
import { findAttempt, lockAttempt } from '../attempt.sql.ts'
import type { AttemptEvent, AttemptState } from '../rules/attempt-transition.ts'
import { moveAttempt } from '../transition.sql.ts'
import { clearResult, selectKeptResult } from './reopen.sql.ts'

export interface Reopening {
  readonly attemptId: string
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

export interface Reopened {
  readonly isReopened: boolean
  /** The state after the call; null when the company has no such attempt. */
  readonly state: AttemptState | null
}

/**
 * Takes a marked or published result back to marking, with an event that keeps the result before and the reason. Evaluations and item
 * scores stay; `finishMarking` publishes again. An attempt in any other state is left alone: `isReopened` is false then.
 */
export async function reopenMarking(db: Db, { attemptId, reason, actorId, now }: Reopening): Promise<Reopened> {
  await lockAttempt(db, attemptId)
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) return { isReopened: false, state: null }
  const steps = waysBack[attempt.state]
  if (!steps) return { isReopened: false, state: attempt.state }
  const before = await selectKeptResult(db, attemptId)
  const after = { score: null, subjectiveScore: null, isPassed: null, publishedAt: null }
  const move = { attemptId, from: attempt.state, now, due: attempt.due, actorId, cause: 'reopening', reason }
  const isReopened = await moveAttempt(db, { ...move, steps, facts: { before, after } })
  await clearResult(db, attemptId)
  return { isReopened, state: 'in_marking' }
}

const waysBack: Partial<Record<AttemptState, readonly AttemptEvent[]>> = {
  published: ['withdraw', 'reopenMarking'],
  marked: ['reopenMarking'],
}
