/** The exams somebody may mark, and how far their marking is. */

import { codes, endpoint, id, instant, pageOf, pageQuery, score, text } from '@kaopei/contract'
import { reviewQuestionType } from '@kaopei/exam/contract/exam-settings'
import { quickMarkingKind } from '@kaopei/exam/contract/review-links'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { z } from 'zod'
import { testMarkingRights } from './menus.ts'
import { candidate, progress, taskState } from './shapes.ts'

const base = '/api/v1/exam/examination/review'

export const examMarking = codes({
  waiting: { code: 0, label: '暂无待阅', tone: 'neutral' },
  underWay: { code: 1, label: '阅卷中', tone: 'active' },
  finished: { code: 2, label: '已完成', tone: 'success' },
})

export const reviewExamRow = progress.extend({
  examId: id,
  examName: z.string(),
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  reviewQuestionType: reviewQuestionType.schema,
  anonymousFlag: z.boolean(),
  paperCount: z.number().int(),
  paperDoneCount: z.number().int(),
  status: examMarking.schema,
  reviewerNames: z.array(z.string()),
  lastMarkedAt: instant.nullable(),
})

const examQuery = z.object({ examId: id })

export const paperRow = z.object({
  attemptId: id,
  candidate,
  taskCount: z.number().int(),
  doneCount: z.number().int(),
  unansweredCount: z.number().int(),
  state: taskState.schema,
  /** Of the answers marked so far. */
  subjectiveScore: score,
  subjectiveMaxScore: score,
  markerNames: z.array(z.string()),
  /** Who has it on the desk. */
  lockedByName: z.string().nullable(),
  isLockedByMe: z.boolean(),
  lastMarkedAt: instant.nullable(),
})

export const reviewExam = {
  examList: endpoint({
    path: `${base}/examList`,
    summary: '待我批阅的考试',
    access: testMarkingRights.view,
    audit: 'read',
    input: pageQuery.extend({
      examName: text(100, '考试名称').optional(),
      status: examMarking.schema.optional(),
      reviewQuestionType: reviewQuestionType.schema.optional(),
    }),
    output: pageOf(reviewExamRow),
  }),
  /** How much waits for the caller, in all the exams that `examList` shows as being marked. */
  waiting: endpoint({
    path: `${base}/waiting`,
    summary: '待阅答卷数',
    access: testMarkingRights.view,
    audit: 'read',
    output: z.object({ examCount: z.number().int(), paperCount: z.number().int() }),
  }),
  getReviewInfo: endpoint({
    path: `${base}/getReviewInfo`,
    summary: '一场考试的阅卷进度，按题目和按阅卷人',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'read',
    input: examQuery,
    output: reviewExamRow.extend({
      questions: z.array(
        progress.extend({
          questionId: id,
          type: questionTypeCodes.schema,
          title: z.string(),
          maxScore: score,
          averageScore: score.nullable(),
        }),
      ),
      markers: z.array(
        z.object({
          staffId: id,
          name: z.string(),
          doneCount: z.number().int(),
          averageScore: score.nullable(),
          lockedCount: z.number().int(),
        }),
      ),
    }),
  }),
  progress: endpoint({
    path: `${base}/progress`,
    summary: '阅卷进度计数',
    access: testMarkingRights.view,
    audit: 'read',
    input: examQuery.extend({ questionId: id.optional() }),
    output: progress,
  }),
  getExamStaffList: endpoint({
    path: `${base}/getExamStaffList`,
    summary: '一场考试的待阅答卷',
    access: testMarkingRights.view,
    audit: 'read',
    input: pageQuery.extend({ examId: id, state: taskState.schema.optional() }),
    output: pageOf(paperRow),
  }),
}
