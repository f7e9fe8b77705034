/** An exam that ends before its time, as whoever watches it decides. */
import type { Db, Fail } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { lockedExam } from '../exam.service.ts'
import { scheduleNotices } from '../notices/to-candidates.job.ts'
import { selectLastEnd, updateEnded } from './change.sql.ts'
import { recomputeDue } from './change.ts'

export interface EarlyEnd {
  readonly examId: string
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<(typeof examErrors)['cancelled' | 'notPublished' | 'ended']>
}

/** Nobody enters any more, whatever time anybody has; who is inside keeps two minutes to hand in. Answers the exam's name and how many were inside. */
export async function endExamEarly(
  db: Db,
  { examId, actorId, now, fail }: EarlyEnd,
): Promise<{ name: string; movedCount: number }> {
  const exam = await lockedExam(db, { id: examId, version: undefined, which: 'any', now })
  if (exam.status === examStatus.cancelled) return fail(examErrors.cancelled)
  if (exam.status !== examStatus.published) return fail(examErrors.notPublished)
  const lastEnd = await selectLastEnd(db, examId)
  if (lastEnd !== null && lastEnd <= now) return fail(examErrors.ended)
  await updateEnded(db, examId, now)
  const movedCount = await recomputeDue(db, { examId, exam: { ...exam, closeAt: now }, now, actorId, isEnded: true })
  await scheduleNotices(db, examId, now)
  return { name: exam.name, movedCount }
}
