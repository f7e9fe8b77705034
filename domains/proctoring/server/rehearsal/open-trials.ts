import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { type ExamRow, examStatusAt, findExam, type Reach, reachesExam } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { flagsOfExam } from './asked.ts'
import type { TrialFilter } from './trial.sql.ts'

/** The exam, and the trials of the people of it whom the caller reaches; undefined: nothing of theirs. */
export async function openTrials(
  db: Db,
  scope: Reach,
  examId: string,
): Promise<{ readonly exam: ExamRow; readonly filter: TrialFilter } | undefined> {
  const exam = await findExam(db, examId)
  if (!exam || !(await reachesExam(db, scope, examId))) return undefined
  return { exam, filter: { examId, scope, flags: await flagsOfExam(db, exam) } }
}

/** Published, and not over. */
export function mayTry(exam: ExamRow, now: Date): boolean {
  const status = examStatusAt(exam, now)
  return exam.publishedAt !== null && (status === examStatus.notStarted || status === examStatus.inProgress)
}
