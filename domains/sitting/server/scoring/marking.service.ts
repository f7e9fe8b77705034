/** The scores that markers give, and the end of marking. */
import { paperTotal } from '@kaopei/question/server'
import { type Db, databaseNow } from '@kaopei/server'
import { type AttemptRow, findAttempt, lockAttempt } from '../attempt.sql.ts'
import { selectCap } from '../record/cap.sql.ts'
import type { AttemptEvent } from '../rules/attempt-transition.ts'
import { moveAttempt } from '../transition.sql.ts'
import { insertManualEvaluation, selectOutcome } from './marking.sql.ts'
import { tellPublished } from './tell-published.ts'

/** The columns of a result that is complete: sums by source, total, passed or not, and the times. */
export async function published(db: Db, attempt: AttemptRow, now: Date) {
  const outcome = await selectOutcome(db, attempt.id)
  const total = Math.min(paperTotal(outcome.scores), (await selectCap(db, attempt.id)) ?? Number.POSITIVE_INFINITY)
  return {
    objective_score_hundredths: outcome.objective,
    subjective_score_hundredths: outcome.subjective,
    score_hundredths: total,
    is_passed: total >= attempt.passScoreHundredths,
    marked_at: now,
    published_at: now,
  }
}

export interface ManualScore {
  readonly attemptId: string
  readonly slot: number
  readonly scoreHundredths: number
  readonly markerId: string
  readonly comment: string | null
  readonly detail: Record<string, unknown>
}

/**
 * Records a marker's score of one answer. Marking again appends another evaluation; the newest is official. Throws when the attempt is not
 * being marked, the slot was scored by the machine, or the score is outside 0 … full.
 */
export async function recordManualScore(db: Db, score: ManualScore, now = databaseNow()): Promise<void> {
  await lockAttempt(db, score.attemptId)
  const attempt = await findAttempt(db, score.attemptId)
  if (attempt?.state !== 'auto_scored' && attempt?.state !== 'in_marking')
    throw new Error(`attempt ${score.attemptId} is not being marked (${attempt?.state ?? 'missing'})`)
  const isKept = await insertManualEvaluation(db, score, now)
  if (!isKept) throw new Error(`slot ${score.slot} of attempt ${score.attemptId} does not take ${score.scoreHundredths} by hand`)
  if (attempt.state === 'in_marking') return
  const move = { attemptId: attempt.id, from: attempt.state, now, due: attempt.due, actorId: score.markerId, cause: 'marking' }
  await moveAttempt(db, { ...move, steps: ['beginMarking'] })
}

/**
 * Sums, decides passed or not, and publishes when no answer is left to mark. Answers how many are; called again after that it changes
 * nothing.
 */
export async function finishMarking(db: Db, attemptId: string, now: Date): Promise<{ isFinished: boolean; openSlots: number[] }> {
  await lockAttempt(db, attemptId)
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.state === 'published') return { isFinished: true, openSlots: [] }
  const { openSlots } = await selectOutcome(db, attemptId)
  if (!attempt || (attempt.state !== 'auto_scored' && attempt.state !== 'in_marking')) return { isFinished: false, openSlots }
  if (openSlots.length > 0) return { isFinished: false, openSlots }
  const move = { attemptId, from: attempt.state, now, due: attempt.due, actorId: null, cause: 'marking' }
  const steps: AttemptEvent[] = ['finishMarking', 'publish']
  await moveAttempt(db, { ...move, steps }, await published(db, attempt, now))
  await tellPublished(db, [attempt])
  return { isFinished: true, openSlots }
}
