import type { Db, Fail } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { lockedExam } from '../exam.service.ts'
import type { ExamRow } from '../exam.sql.ts'

/** Locked; of a cancelled exam nothing is changed any more. */
export async function openExam(
  db: Db,
  { id, now }: { id: string; now: Date },
  fail: Fail<typeof examErrors.cancelled>,
): Promise<ExamRow> {
  const exam = await lockedExam(db, { id, version: undefined, now })
  return exam.status === examStatus.cancelled ? fail(examErrors.cancelled) : exam
}
