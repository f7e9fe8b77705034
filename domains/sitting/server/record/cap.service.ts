/** An adjustment: no more than so much counts, whatever the items earned. Their scores and evaluations stay. */
import type { Db } from '@kaopei/server'
import { findAttempt, lockAttempt } from '../attempt.sql.ts'
import { published } from '../scoring/marking.service.ts'
import { selectKeptResult } from '../scoring/reopen.sql.ts'
import { moveAttempt } from '../transition.sql.ts'
import { updateCap } from './cap.sql.ts'

export interface ScoreCap {
  readonly attemptId: string
  /** Null takes a cap off. */
  readonly capHundredths: number | null
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

/**
 * A result that is out is withdrawn and comes out again with its sum under the cap, and its events keep the result before and the reason. One that is
 * still scored or marked, or void, has it when it comes out.
 */
export async function capScore(db: Db, { attemptId, capHundredths, reason, actorId, now }: ScoreCap): Promise<void> {
  await lockAttempt(db, attemptId)
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) throw new Error(`attempt ${attemptId} is not there to be adjusted`)
  const before = await selectKeptResult(db, attemptId)
  await updateCap(db, attemptId, capHundredths, now)
  if (attempt.state !== 'published') return
  const sums = await published(db, attempt, now)
  const after = { score: sums.score_hundredths, isPassed: sums.is_passed }
  const move = { attemptId, from: attempt.state, now, due: attempt.due, actorId, cause: 'adjustment', reason }
  await moveAttempt(db, { ...move, steps: ['withdraw', 'publish'], facts: { before, after } }, sums)
}
