/** Voiding a result and restoring it, for whoever has decided that: the organiser, or a verdict. */
import type { Db } from '@kaopei/server'
import { findAttempt, isUnderWay, lockAttempt, restoreAttempt, type Voided, voidAttempt } from '@kaopei/sitting/server'
import { examStatus } from '../contract/exam-codes.ts'
import { lockedExam } from './exam.service.ts'
import { recomputeDue } from './times/change.ts'

export interface ResultVoiding {
  readonly attemptId: string
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

export async function voidResult(db: Db, { attemptId, ...change }: ResultVoiding): Promise<Voided> {
  await lockAttempt(db, attemptId)
  const found = await findAttempt(db, attemptId)
  if (!found) throw new Error(`attempt ${attemptId} is not there to be voided`)
  return voidAttempt(db, found, change)
}

/** What became of the exam's times while the attempt was void reached only those that were open: one that goes on gets the deadline that holds now. */
export async function restoreResult(db: Db, { attemptId, ...change }: ResultVoiding): Promise<Voided> {
  const { actorId, now } = change
  await lockAttempt(db, attemptId)
  const found = await findAttempt(db, attemptId)
  if (!found) throw new Error(`attempt ${attemptId} is not there to be restored`)
  const restored = await restoreAttempt(db, found, change)
  if (restored.outcome !== 'changed' || !isUnderWay(restored.state)) return restored
  const { ownerId: examId, staffId } = found
  const exam = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
  const isEnded = exam.status === examStatus.cancelled
  await recomputeDue(db, { examId, exam, now, actorId, staffIds: [staffId], isEnded })
  return restored
}
