/** An adjustment: no more than so much counts, whatever the items earned. Their scores and evaluations stay. */
import type { Db } from '@kaopei/server'
import { type AttemptRow, findAttempt, lockAttempt } from '../attempt.sql.ts'
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
export async function capScore(db: Db, { attemptId, capHundredths, ...change }: ScoreCap): Promise<void> {
  await lockAttempt(db, attemptId)
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) throw new Error(`attempt ${attemptId} is not there to be adjusted`)
  await updateCap(db, attemptId, capHundredths, change.now)
  if (attempt.state === 'published') await publishAgain(db, attempt, change)
}

type Change = Pick<ScoreCap, 'reason' | 'actorId' | 'now'>

/** The same of one that is out again, where the cap has become another meanwhile. The caller holds its lock. */
export async function publishAnew(db: Db, attempt: AttemptRow, change: Change): Promise<void> {
  const { score } = await selectKeptResult(db, attempt.id)
  const { score_hundredths: sum } = await published(db, attempt, change.now)
  if (score !== sum) await publishAgain(db, attempt, change)
}

async function publishAgain(db: Db, attempt: AttemptRow, { reason, actorId, now }: Change): Promise<void> {
  const { id: attemptId, state, due } = attempt
  const before = await selectKeptResult(db, attemptId)
  const sums = await published(db, attempt, now)
  const after = { score: sums.score_hundredths, isPassed: sums.is_passed }
  const move = { attemptId, from: state, now, due, actorId, cause: 'adjustment', reason }
  await moveAttempt(db, { ...move, steps: ['withdraw', 'publish'], facts: { before, after } }, sums)
}
