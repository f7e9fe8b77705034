/** One candidate's whole paper as a marker sees it, and the history of its marks. */

import { codes, endpoint, id, instant, score, statedReason } from '@kaopei/contract'
import { quickMarkingKind } from '@kaopei/exam/contract/review-links'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { answer, answerState, questionContent } from '@kaopei/question/contract/content'
import { z } from 'zod'
import { markingErrors } from './errors.ts'
import { testMarkingRights } from './menus.ts'
import { candidate, deskTask } from './shapes.ts'

const base = '/api/v1/exam/examination/review'

export const paperStatus = codes({
  marking: { code: 1, label: '阅卷中', tone: 'active' },
  published: { code: 2, label: '已发布', tone: 'success' },
  closed: { code: 3, label: '已作废', tone: 'danger' },
})

const paperItem = z.object({
  slot: z.number().int(),
  number: z.number().int(),
  type: questionTypeCodes.schema,
  maxScore: score,
  score: score.nullable(),
  content: questionContent,
  optionOrder: z.array(z.string()),
  answer: answer.nullable(),
  answerState,
  isCorrect: z.boolean().nullable(),
  /** Present where a person marks. */
  task: deskTask.nullable(),
})

export const eventKind = z.enum(['scored', 'zeroed', 'conflict', 'reopened', 'released', 'revealed'])
export const eventKindLabels: Record<z.infer<typeof eventKind>, string> = {
  scored: '提交评分',
  zeroed: '一键判零',
  conflict: '评分冲突（未采用）',
  reopened: '退回重阅',
  released: '释放锁定',
  revealed: '查看考生身份',
}

export const reviewPaper = {
  getExamAnswerPaperBasicInfo: endpoint({
    path: `${base}/getExamAnswerPaperBasicInfo`,
    summary: '一份答卷；只有主观题可以评分',
    access: testMarkingRights.view,
    whileConfinedTo: quickMarkingKind,
    audit: 'read',
    input: z.object({ attemptId: id }),
    output: z.object({
      examId: id,
      examName: z.string(),
      attemptId: id,
      candidate,
      status: paperStatus.schema,
      maxScore: score,
      passScore: score,
      objectiveScore: score.nullable(),
      subjectiveScore: score.nullable(),
      score: score.nullable(),
      isPassed: z.boolean().nullable(),
      taskCount: z.number().int(),
      doneCount: z.number().int(),
      items: z.array(paperItem),
    }),
    errors: [markingErrors.ownPaper],
  }),
  getMarkHistory: endpoint({
    path: `${base}/getMarkHistory`,
    summary: '一份答卷的评分记录',
    access: testMarkingRights.view,
    audit: 'read',
    input: z.object({ attemptId: id }),
    output: z.object({
      dataList: z.array(
        z.object({
          id,
          slot: z.number().int(),
          number: z.number().int(),
          kind: eventKind,
          at: instant,
          actorName: z.string(),
          score: score.nullable(),
          comment: z.string(),
          reason: z.string().nullable(),
        }),
      ),
      totalCount: z.number().int(),
    }),
    errors: [markingErrors.ownPaper],
  }),
  reveal: endpoint({
    path: `${base}/reveal`,
    summary: '查看匿名答卷的考生，留有记录',
    access: testMarkingRights.reveal,
    audit: { action: 'reveal', target: 'marking-paper' },
    input: z.object({ attemptId: id, reason: statedReason(500, '查看原因') }),
    output: z.object({ name: z.string(), departmentName: z.string().nullable() }),
    errors: [markingErrors.ownPaper, markingErrors.notAnonymous],
  }),
}
