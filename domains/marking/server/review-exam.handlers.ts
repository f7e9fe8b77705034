import { protocolErrors } from '@kaopei/contract'
import { examSettings } from '@kaopei/exam/contract/exam-settings'
import { implement } from '@kaopei/server'
import { testMarkingRights } from '../contract/menus.ts'
import { examMarking, reviewExam } from '../contract/review-exam.ts'
import { taskState } from '../contract/shapes.ts'
import { candidateOf, enterExam, viewerOf } from './entry.service.ts'
import {
  countExams,
  countWaiting,
  type ExamRow,
  pageOfExams,
  selectMarkers,
  selectProgress,
  selectQuestions,
} from './review-exam.sql.ts'
import { type PaperRow, pageOfPapers } from './review-paper.sql.ts'

export const reviewExamEndpoints = implement(reviewExam, {
  examList: async ({ pageIndex, pageSize, ...filter }, { db, ...caller }) => {
    const viewer = viewerOf(caller)
    const page = { limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await pageOfExams(db, viewer, filter, page)
    return { dataList: rows.map(examRowOf), totalCount: await countExams(db, viewer, filter) }
  },

  waiting: async (_input, { db, ...caller }) => countWaiting(db, viewerOf(caller)),

  getReviewInfo: async ({ examId }, caller) => {
    const exam = await enterExam(caller, examId, testMarkingRights.reopen)
    const viewer = viewerOf(caller, exam)
    const [row] = await pageOfExams(caller.db, { ...viewer, mayMarkAll: true }, { examId }, { limit: 1, offset: 0 })
    if (!row) return caller.fail(protocolErrors.notFound)
    const questions = await selectQuestions(caller.db, viewer, examId)
    // Whoever comes by a link has their own work before them, not what others do.
    const isGuest = caller.actor.confinement !== null
    const markers = isGuest ? [] : await selectMarkers(caller.db, viewer, examId)
    return {
      ...examRowOf(row),
      ...(isGuest && { reviewerNames: [] }),
      questions: questions.map(({ maxHundredths, averageHundredths, ...question }) => ({
        ...question,
        maxScore: maxHundredths,
        averageScore: averageHundredths,
      })),
      markers: markers.map(({ averageHundredths, ...marker }) => ({ ...marker, averageScore: averageHundredths })),
    }
  },

  progress: async (input, caller) => {
    const exam = await enterExam(caller, input.examId)
    return selectProgress(caller.db, viewerOf(caller, exam), input)
  },

  getExamStaffList: async ({ pageIndex, pageSize, examId, state }, caller) => {
    const exam = await enterExam(caller, examId, testMarkingRights.reopen)
    const viewer = viewerOf(caller, exam)
    const offset = (pageIndex - 1) * pageSize
    const rows = await pageOfPapers(caller.db, viewer, { examId, state }, { limit: pageSize, offset })
    // A page behind the last one has no row to carry the total.
    const first =
      rows[0] ?? (offset > 0 ? (await pageOfPapers(caller.db, viewer, { examId, state }, { limit: 1, offset: 0 }))[0] : undefined)
    return {
      dataList: rows.map((row) => ({ ...paperRowOf(row, viewer.markerId), candidate: candidateOf(exam, viewer.markerId, row) })),
      totalCount: first?.totalCount ?? 0,
    }
  },
})

function examRowOf({ settings, isReviewer: _isReviewer, ...row }: ExamRow) {
  const { reviewQuestionType, anonymousFlag } = examSettings.parse(settings)
  const open = row.taskCount - row.doneCount
  const status = row.taskCount === 0 ? examMarking.waiting : open > 0 ? examMarking.underWay : examMarking.finished
  return { ...row, reviewQuestionType, anonymousFlag, status }
}

function paperRowOf(row: PaperRow, markerId: string) {
  const hasBegun = row.doneCount + row.draftCount > 0
  const state = row.doneCount === row.taskCount ? taskState.done : hasBegun ? taskState.draft : taskState.open
  return {
    attemptId: row.attemptId,
    taskCount: row.taskCount,
    doneCount: row.doneCount,
    unansweredCount: row.unansweredCount,
    state,
    subjectiveScore: row.subjectiveHundredths,
    subjectiveMaxScore: row.subjectiveMaxHundredths,
    markerNames: row.markerNames,
    lockedByName: row.lockedByName,
    isLockedByMe: row.lockedById === markerId,
    lastMarkedAt: row.lastMarkedAt,
  }
}
