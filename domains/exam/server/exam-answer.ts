/** Rows of exams in the shape of the contract. */
import type { ExamDetail } from '../contract/exam.ts'
import { examSettings } from '../contract/exam-settings.ts'
import type { ExamCounts, ExamRow } from './exam.sql.ts'
import { examStatusAt } from './rules/exam-status-at.ts'

export function plainRowOf(exam: ExamRow, now: Date) {
  return {
    id: exam.id,
    version: exam.version,
    name: exam.name,
    admissionStartTime: exam.openAt,
    admissionEndTime: exam.closeAt,
    duration: exam.limitMinutes,
    sumScore: exam.sumScoreHundredths,
    passScore: exam.passScoreHundredths,
    status: examStatusAt(exam, now),
    examUseWay: examSettings.parse(exam.settings).examUseWay,
    createTime: exam.createdAt,
    updateTime: exam.updatedAt,
    publishTime: exam.publishedAt,
  }
}

export function rowOf(exam: ExamRow & ExamCounts, now: Date) {
  const { questionCount, staffCount, submittedCount, unmarkedCount, creatorName } = exam
  return { ...plainRowOf(exam, now), questionCount, staffCount, submittedCount, unmarkedCount, creatorName }
}

export function detailOf(
  exam: ExamRow & ExamCounts & { hasAttempts: boolean },
  outerStaffCollection: ExamDetail['outerStaffCollection'],
  now: Date,
): ExamDetail {
  return {
    ...rowOf(exam, now),
    information: exam.information,
    typedSumScore: exam.typedSumScoreHundredths,
    cancelReason: exam.cancelReason,
    hasAttempts: exam.hasAttempts,
    outerStaffCollection,
    ...examSettings.parse(exam.settings),
  }
}
