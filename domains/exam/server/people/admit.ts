import type { NoUsesLeft } from '@kaopei/platform/server'
import type { Db, Fail } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import type { examErrors } from '../../contract/exam-errors.ts'
import { findExam } from '../exam.sql.ts'
import { insertCandidates, isOnList } from './list.sql.ts'
import { refuseWithoutUses } from './newcomers.service.ts'
import { refuseOutside } from './outside.ts'

const everybody = { kind: 'all' } as const

/**
 * Lets somebody sit a published exam because something above it asks them to, a course's task: from then on they stand on its list like people
 * chosen by hand. Whoever stands there stays as they are. People from outside are refused where the exam takes none, everybody when the company has
 * no exams left; the exam's own pages say the rest (not yet open, over, cancelled).
 */
export async function admitCandidate(
  db: Db,
  {
    examId,
    staffId,
    now,
    fail,
  }: { examId: string; staffId: string; now: Date; fail: Fail<NoUsesLeft | (typeof examErrors)['outsideClosed']> },
): Promise<void> {
  if (await isOnList(db, examId, staffId)) return
  const exam = await findExam(db, examId)
  if (exam?.status !== examStatus.published) return
  const wish = { examId, staffIds: [staffId], departmentIds: [], scope: everybody }
  const { added, outside } = await insertCandidates(db, wish, now)
  refuseOutside(exam, outside, fail)
  if (added > 0) await refuseWithoutUses(db, exam, { more: added, fail })
}
