import { guardUses, type NoUsesLeft } from '@kaopei/platform/server'
import type { Db, Fail } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import type { ExamRow } from '../exam.sql.ts'
import { tellNewcomers } from '../notices/to-candidates.job.ts'

/** People whom somebody has just put on the list. A published exam has places for them as long as the company has exams left, and tells them. */
export async function admitNewcomers(
  db: Db,
  exam: ExamRow,
  { added, now, fail }: { readonly added: number; readonly now: Date; readonly fail: Fail<NoUsesLeft> },
): Promise<void> {
  if (added === 0 || exam.status !== examStatus.published) return
  await refuseWithoutUses(db, exam, { more: added, fail })
  await tellNewcomers(db, exam, now)
}

/** Ends the request when the company has not so many exams left as people come in. */
export async function refuseWithoutUses(
  db: Db,
  exam: ExamRow,
  { more, fail }: { more: number; fail: Fail<NoUsesLeft> },
): Promise<void> {
  if (exam.status === examStatus.published) await guardUses(db, 'exam', more, fail)
}
