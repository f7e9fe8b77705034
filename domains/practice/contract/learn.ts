/** The learner's calls: each is about the signed-in person alone. */

import { endpoint, id, instantInput, pageQuery, requiredText, scoreInput, text } from '@kaopei/contract'
import { answer } from '@kaopei/question/contract/answer'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { z } from 'zod'
import { reportKind, runMode } from './codes.ts'
import { learnErrors } from './errors.ts'
import {
  favouritePage,
  feedback,
  mastery,
  minePage,
  ownReports,
  questionSheet,
  run,
  runCounts,
  today,
  wrongPage,
} from './learn-shapes.ts'

const path = '/api/v1/practice/learn'
const seq = z.int().min(1).max(10_000)
const ofItem = z.object({ runId: id, item: z.int().min(1).max(20_000) })
const ofQuestion = z.object({ questionId: id })
const may = [learnErrors.notYours, learnErrors.notOpen, learnErrors.over] as const
const answered = z.object({ feedback, counts: runCounts })
const note = text(1000, '笔记')

/** The orders of the wrong book, as people read them. */
export const wrongSorts = {
  newest: '最近答错在前',
  oldest: '最早答错在前',
  mostWrong: '答错最多在前',
  nearlyOut: '快要移出在前',
} as const
export type WrongSort = keyof typeof wrongSorts

export const learn = {
  mine: endpoint({
    path: `${path}/mine`,
    summary: '我的练习',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      keyword: text(100, '练习名称').default(''),
      only: z.enum(['all', 'open', 'ended']).default('all'),
      practiceId: id.optional(),
    }),
    output: minePage,
  }),
  dueToday: endpoint({
    path: `${path}/dueToday`,
    summary: '今日练习',
    access: 'signedIn',
    audit: 'read',
    output: today,
  }),
  /**
   * Goes on with the unfinished round of the same practice and mode, or lays a new one out. Without a practice: of everything that one has met (modes 3
   * to 6). `isAnew` leaves the unfinished one behind as it is.
   */
  begin: endpoint({
    path: `${path}/begin`,
    summary: '开始或继续练习',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z
      .object({
        practiceId: id.nullish(),
        mode: runMode.schema,
        knowledgePointId: id.nullish(),
        isAnew: z.boolean().default(false),
      })
      .refine(({ mode, knowledgePointId }) => mode !== runMode.point || typeof knowledgePointId === 'string', {
        path: ['knowledgePointId'],
        error: '请选择知识点',
      })
      .refine(
        ({ mode, practiceId }) =>
          typeof practiceId === 'string' || (mode !== runMode.inOrder && mode !== runMode.random && mode !== runMode.mock),
        { path: ['practiceId'], error: '请选择练习' },
      ),
    output: run,
    errors: [...may, learnErrors.noRepeat, learnErrors.empty],
  }),
  run: endpoint({
    path: `${path}/run`,
    summary: '练习的题目与作答',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ runId: id }),
    output: run,
  }),
  /**
   * Takes, scores and keeps one answer. The same number again answers the same and moves nothing. `answeredAt` is the device's clock, of an answer that
   * was kept without a network.
   */
  answer: endpoint({
    path: `${path}/answer`,
    summary: '提交练习答案',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofItem.extend({
      seq,
      answer,
      seconds: z.int().min(0).max(86_400).default(0),
      answeredAt: instantInput.nullish(),
    }),
    output: answered,
    errors: [learnErrors.over, learnErrors.runOver, learnErrors.answerKind],
  }),
  /** One's own score of an answer that nobody else scores; its own number. */
  judge: endpoint({
    path: `${path}/judge`,
    summary: '自评得分',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofItem.extend({ seq, ownScore: scoreInput, answeredAt: instantInput.nullish() }),
    output: answered,
    errors: [learnErrors.over, learnErrors.notOwn],
  }),
  /** 太简单: today's first answer was right, and the question comes back later. */
  tooEasy: endpoint({
    path: `${path}/tooEasy`,
    summary: '标记为太简单',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofItem,
    output: z.object({ feedback }),
    errors: [learnErrors.notEasy],
  }),
  /** Ends the round; of a mock one everything is told now. */
  finish: endpoint({
    path: `${path}/finish`,
    summary: '完成本轮练习',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ runId: id }),
    output: run,
  }),
  wrongBook: endpoint({
    path: `${path}/wrongBook`,
    summary: '错题本',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      practiceId: id.optional(),
      knowledgePointId: id.optional(),
      type: z.coerce.number().pipe(questionTypeCodes.schema).optional(),
      source: z.enum(['practice', 'exam']).optional(),
      sort: z.enum(['newest', 'oldest', 'mostWrong', 'nearlyOut']).default('newest'),
    }),
    output: wrongPage,
  }),
  removeFromWrongBook: endpoint({
    path: `${path}/removeFromWrongBook`,
    summary: '移出错题本',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ questionIds: z.array(id).min(1, '请至少选择一项').max(500, '一次最多处理 500 题') }),
    output: z.object({ removedCount: z.int() }),
  }),
  favourites: endpoint({
    path: `${path}/favourites`,
    summary: '我的收藏',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({ knowledgePointId: id.optional() }),
    output: favouritePage,
  }),
  setFavourite: endpoint({
    path: `${path}/setFavourite`,
    summary: '收藏试题',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofQuestion.extend({ isFavourite: z.boolean() }),
    errors: [learnErrors.notMet],
  }),
  setNote: endpoint({
    path: `${path}/setNote`,
    summary: '记笔记',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofQuestion.extend({ note }),
    errors: [learnErrors.notMet],
  }),
  /** One question that one has answered: with its key and analysis as far as they may be seen. */
  question: endpoint({
    path: `${path}/question`,
    summary: '练习过的试题',
    access: 'signedIn',
    audit: 'read',
    input: ofQuestion,
    output: questionSheet,
  }),
  report: endpoint({
    path: `${path}/report`,
    summary: '试题纠错',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofQuestion.extend({ kind: reportKind.schema, text: requiredText(500, '说明') }),
    errors: [learnErrors.notMet, learnErrors.reportedAlready],
  }),
  myReports: endpoint({
    path: `${path}/myReports`,
    summary: '我的纠错',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery,
    output: ownReports,
  }),
  mastery: endpoint({
    path: `${path}/mastery`,
    summary: '知识点掌握情况',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ knowledgePointId: id.nullish() }),
    output: mastery,
  }),
  /** Null: the company's number. */
  setDaily: endpoint({
    path: `${path}/setDaily`,
    summary: '设置每日题数',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({
      dailyCount: z
        .number('请输入每日题数')
        .int('每日题数须为整数')
        .min(1, '每日题数至少为 1')
        .max(100, '每日题数最多为 100')
        .nullable(),
    }),
    output: today,
  }),
}
