import type { CodeOf } from '@kaopei/contract'
import { examStatus } from '../../contract/exam-codes.ts'

type ExamStatus = CodeOf<typeof examStatus>

/** The status people see: 0 and 7 as stored, a published exam by the clock. exam.sql.ts says the same in SQL for filters. */
export function examStatusAt(exam: { status: ExamStatus; openAt: Date | null; closeAt: Date | null }, now: Date): ExamStatus {
  if (exam.status !== examStatus.published) return exam.status
  if (exam.openAt !== null && now < exam.openAt) return examStatus.notStarted
  return exam.closeAt !== null && now >= exam.closeAt ? examStatus.ended : examStatus.inProgress
}
