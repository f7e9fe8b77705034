/** What is found at attempts, kept with what figures of results count. */
import { keepFinding } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import type { AnomalyKind } from '../../contract/verdicts/verdict-codes.ts'
import { type AttemptOfExam, countMarks, isAnomalous, type Settling, settleAnomalies, upsertAnomaly } from './anomaly.sql.ts'

/** Found so often; 0 where it was found before and is no longer. */
export type Found = Readonly<Partial<Record<AnomalyKind, number>>>

export async function noteFound(db: Db, attempt: AttemptOfExam, found: Found, now: Date): Promise<void> {
  for (const kind of ['mark', 'absence', 'gap'] as const) {
    const count = found[kind]
    if (count !== undefined) await upsertAnomaly(db, attempt, { kind, count, now })
  }
  await keepAnomalous(db, attempt, now)
}

/** After a mark was set or cancelled. */
export async function noteMarks(db: Db, attempt: AttemptOfExam, now: Date): Promise<void> {
  await noteFound(db, attempt, { mark: await countMarks(db, attempt.attemptId) }, now)
}

/** Answers how many were settled anew. */
export async function settle(db: Db, attempt: AttemptOfExam, settling: Omit<Settling, 'attemptId'>): Promise<number> {
  const changed = await settleAnomalies(db, { ...settling, attemptId: attempt.attemptId })
  await keepAnomalous(db, attempt, settling.now)
  return changed
}

async function keepAnomalous(db: Db, { attemptId, examId, staffId }: AttemptOfExam, now: Date): Promise<void> {
  await keepFinding(db, { attemptId, examId, staffId, kind: 'anomaly', holds: await isAnomalous(db, attemptId), now })
}
