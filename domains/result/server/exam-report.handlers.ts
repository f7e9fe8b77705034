import { protocolErrors } from '@kaopei/contract'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { findExam, listPlainExams, plainRowOf } from '@kaopei/exam/server'
import { type Handlers, implement } from '@kaopei/server'
import { examReport } from '../contract/exam-report.ts'
import { type ExamFigures, selectExamFigures } from './exam-report.sql.ts'
import { flooredPercent } from './rules/funnel.ts'

const published = [examStatus.notStarted, examStatus.inProgress, examStatus.ended, examStatus.cancelled]

const handlers: Handlers<typeof examReport> = {
  list: async ({ pageIndex, pageSize, ...query }, { actor, db, now, scope }) => {
    const { companyId } = actor
    const wanted = { ...query, status: query.status ?? published }
    const { dataList, totalCount } = await listPlainExams(db, { companyId, now, query: wanted, pageIndex, pageSize })
    const examIds = dataList.map(({ id }) => id)
    const figures = new Map((await selectExamFigures(db, { examIds, scope })).map((row) => [row.examId, row]))
    return {
      totalCount,
      dataList: dataList.map((row) => ({ ...factsOf(row), ...answerFigures(figures.get(row.id)) })),
    }
  },

  get: async ({ examinationId: id }, { db, now, scope, fail }) => {
    const exam = await findExam(db, id)
    if (!exam || exam.status === examStatus.draft) return fail(protocolErrors.notFound)
    const [figures] = await selectExamFigures(db, { examIds: [id], scope })
    return { ...factsOf(plainRowOf(exam, now)), ...answerFigures(figures) }
  },
}

export const examReportEndpoints = implement(examReport, handlers)

function factsOf(exam: ReturnType<typeof plainRowOf>) {
  const { id, name, status, admissionStartTime, admissionEndTime, sumScore, passScore, examUseWay } = exam
  return { id, name, status, admissionStartTime, admissionEndTime, sumScore, passScore, examUseWay }
}

function answerFigures(figures: ExamFigures | undefined) {
  const { premiseExam = 0, hasExam = 0, completeExam = 0, passExam = 0, review = 0, aveScore = null } = figures ?? {}
  return {
    premiseExamCount: premiseExam,
    hasExamCount: hasExam,
    hasExamRatio: flooredPercent(hasExam, premiseExam),
    completeExamCount: completeExam,
    completeExamRatio: flooredPercent(completeExam, premiseExam),
    passExamCount: passExam,
    passExamRatio: flooredPercent(passExam, premiseExam),
    reviewCount: review,
    aveScore,
  }
}
