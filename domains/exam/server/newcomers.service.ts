import { guardUses } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { examStatus } from '../contract/exam-codes.ts'
import type { ExamRow } from './exam.sql.ts'
import { tellNewcomers } from './exam-notice.job.ts'

/** People whom somebody has just put on the list. A published exam has places for them as long as the company has exams left, and tells them. */
export async function admitNewcomers(
  db: Db,
  exam: ExamRow,
  { added, now }: { readonly added: number; readonly now: Date },
): Promise<void> {
  if (added === 0 || exam.status !== examStatus.published) return
  await refuseWithoutUses(db, exam, added)
  await tellNewcomers(db, exam, now)
}

/** Ends the request when the company has not so many exams left as people come in. */
export async function refuseWithoutUses(db: Db, exam: ExamRow, more = 1): Promise<void> {
  if (exam.status === examStatus.published) await guardUses(db, 'exam', more)
}
