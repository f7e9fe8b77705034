/** What came of an exam: candidates' results, papers, statistics, export. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, score, text } from '@kaopei/contract'
import { resultState } from '@kaopei/exam/contract/exam-codes'
import { examErrors } from '@kaopei/exam/contract/exam-errors'
import { examManage } from '@kaopei/exam/contract/menus'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { z } from 'zod'
import { examAnalysis } from './menus.ts'

const count = z.number().int()
const figure = z.number().nullable()

/** Whose attempts the figures speak of; always named beside them. */
export const attemptPolicy = z.enum(['first', 'last', 'best', 'all']).default('best')

export const resultFilters = {
  examinationId: id,
  keyWords: text(50, '关键字').optional(),
  departmentId: id.optional(),
  state: z.coerce.number().pipe(resultState.schema).optional(),
  isPassed: z.boolean().optional(),
  /** People with an anomaly that is not dismissed, or with a confirmed verdict of cheating. */
  finding: z.enum(['anomaly', 'cheat']).optional(),
}

const resultRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  /** The attempt that counts: the best one scored, otherwise the latest. */
  attemptId: id.nullable(),
  attemptNumber: count.nullable(),
  attemptCount: count,
  state: resultState.schema,
  score: score.nullable(),
  maxScore: score.nullable(),
  isPassed: z.boolean().nullable(),
  startTime: instant.nullable(),
  submitTime: instant.nullable(),
  durationSeconds: count.nullable(),
  findings: z.array(z.enum(['anomaly', 'cheat'])),
})

/** A page of what happened in an attempt. */
export const eventsOfPage = 200

const timelineEvent = z.object({
  id,
  type: z.string(),
  source: z.string(),
  actorName: z.string().nullable(),
  serverTime: instant,
  clientTime: instant.nullable(),
  data: z.record(z.string(), z.unknown()),
})

const answeredItem = z.object({
  slot: count,
  orderIndex: count,
  questionId: id,
  type: questionTypeCodes.schema,
  content: z.unknown(),
  optionOrder: z.array(z.string()),
  answer: z.unknown(),
  answerState: z.string(),
  maxScore: score,
  score: score.nullable(),
  isCorrect: z.boolean().nullable(),
  scoreSource: z.string().nullable(),
  comment: z.string().nullable(),
  markerName: z.string().nullable(),
  answerTime: instant.nullable(),
})

/** Figures of an exam without anybody's name. */
const statisticsReaders = [examManage.rights.results, examAnalysis.rights.view] as const
const statisticsInput = z.object({ examinationId: id, attemptPolicy })
const named = { asOf: instant, attemptPolicy: z.string(), population: count }

const itemRow = z.object({
  slot: count.nullable(),
  ruleNumber: count.nullable(),
  questionId: id,
  questionVersionId: id,
  type: count,
  stemText: z.string(),
  maxScore: score,
  /** Attempts that saw the item: the denominator of the figures below, but for weight and covariance. */
  count,
  facility: figure,
  sd: figure,
  discrimination: figure,
  discriminativeEfficiency: figure,
  effectiveWeight: figure,
  hasNegativeCovariance: z.boolean(),
  pointBiserial: figure,
  /** 区分度 D by the upper and lower 27 %. */
  groupDiscrimination: figure,
  quality: z.string().nullable(),
  isSmallSample: z.boolean(),
  distractors: z.array(
    z.object({
      optionId: z.string().nullable(),
      label: z.string(),
      text: z.string(),
      isKey: z.boolean(),
      count,
      share: z.number(),
      upperShare: z.number(),
      lowerShare: z.number(),
    }),
  ),
})

export const results = {
  list: endpoint({
    path: '/api/v1/exam/examination/result/list',
    summary: '考生成绩列表',
    access: examManage.rights.results,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      ...resultFilters,
      sort: z.enum(['score', 'name', 'submitTime']).default('score'),
    }),
    output: pageOf(resultRow),
  }),
  get: endpoint({
    path: '/api/v1/exam/examination/result/get',
    summary: '一名考生的答卷与过程记录',
    access: examManage.rights.results,
    audit: 'read',
    scope: 'department',
    /** Without an attempt: the one that counts. */
    input: z.object({ examinationId: id, staffId: id, attemptId: id.optional() }),
    output: z.object({
      exam: z.object({
        id,
        name: z.string(),
        admissionStartTime: instant.nullable(),
        admissionEndTime: instant.nullable(),
        duration: count.nullable(),
        sumScore: score,
        passScore: score,
      }),
      candidate: z.object({
        staffId: id,
        name: z.string(),
        loginAccount: z.string(),
        jobNumber: z.string().nullable(),
        department: z.string().nullable(),
        extraPercent: count,
        extraMinutes: count,
      }),
      state: resultState.schema,
      attempts: z.array(z.object({ id, number: count, state: z.string(), score: score.nullable(), startTime: instant })),
      attempt: z
        .object({
          id,
          number: count,
          state: z.string(),
          startTime: instant,
          submitTime: instant.nullable(),
          submitCause: z.string().nullable(),
          dueTime: instant.nullable(),
          maxScore: score,
          score: score.nullable(),
          objectiveScore: score.nullable(),
          subjectiveScore: score.nullable(),
          isPassed: z.boolean().nullable(),
          ip: z.string().nullable(),
          userAgent: z.string().nullable(),
          publishTime: instant.nullable(),
        })
        .nullable(),
      items: z.array(answeredItem),
      /** The first of them, as many as a page of `events` has. */
      events: z.array(timelineEvent),
      eventCount: count,
      abnormalCount: count,
    }),
  }),
  /** What happened in an attempt, page by page in the order in which it happened. */
  events: endpoint({
    path: '/api/v1/exam/examination/result/events',
    summary: '一份答卷的过程记录',
    access: examManage.rights.results,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id, staffId: id, attemptId: id, pageIndex: pageQuery.shape.pageIndex }),
    output: pageOf(timelineEvent),
    errors: [protocolErrors.notFound],
  }),
  funnel: endpoint({
    path: '/api/v1/exam/examination/result/funnel',
    summary: '考试参与漏斗',
    access: statisticsReaders,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: z.object({
      asOf: instant,
      premiseExamCount: count,
      premiseExamRatio: count,
      hasExamCount: count,
      hasExamRatio: count,
      completeExamCount: count,
      completeExamRatio: count,
      passExamCount: count,
      passExamRatio: count,
      reviewCount: count,
      reviewRatio: count,
      exceptionCount: count,
      exceptionRatio: count,
      cheatCount: count,
      cheatRatio: count,
      aveScore: score.nullable(),
    }),
  }),
  distribution: endpoint({
    path: '/api/v1/exam/examination/result/distribution',
    summary: '成绩分布',
    access: statisticsReaders,
    audit: 'read',
    scope: 'department',
    input: statisticsInput,
    output: z.object({
      ...named,
      sumScore: score,
      passScore: score,
      passedCount: count,
      mean: figure,
      median: figure,
      sd: figure,
      highest: figure,
      lowest: figure,
      /** From `from` up to below `to`, all equally wide; the last one includes its end, which may lie beyond the total. */
      bins: z.array(z.object({ from: z.number(), to: z.number(), count })),
    }),
  }),
  byType: endpoint({
    path: '/api/v1/exam/examination/result/questionType',
    summary: '各题型得分',
    access: statisticsReaders,
    audit: 'read',
    scope: 'department',
    input: statisticsInput,
    output: z.object({
      ...named,
      dataList: z.array(z.object({ questionType: questionTypeCodes.schema, questionSumScore: score, staffAvgScore: z.number() })),
    }),
  }),
  itemAnalysis: endpoint({
    path: '/api/v1/exam/examination/result/itemAnalysis',
    summary: '题目分析',
    access: statisticsReaders,
    atOnce: 3,
    audit: 'read',
    scope: 'department',
    input: statisticsInput,
    output: z.object({
      ...named,
      test: z.object({
        count,
        mean: figure,
        median: figure,
        sd: figure,
        skewness: figure,
        kurtosis: figure,
        alpha: figure,
        errorRatio: figure,
        standardError: figure,
        isSmallSample: z.boolean(),
      }),
      /** Attempts with a question that was never seen: it counts as 0 in the figures of the whole test, and not at all in the item's. */
      unseenCount: count,
      /** Whose answers these are, and the denominators of the figures. */
      populationNote: z.string(),
      /** Why α is missing. */
      alphaNote: z.string().nullable(),
      /** How the upper and lower 27 % are cut. */
      tieRule: z.string(),
      items: z.array(itemRow),
    }),
  }),
  export: endpoint({
    path: '/api/v1/exam/examination/result/export',
    summary: '导出考生成绩',
    access: examManage.rights.export,
    audit: { action: 'export', target: 'examResult' },
    scope: 'department',
    input: z.object(resultFilters),
    output: z.object({ jobId: id }),
    errors: [examErrors.nothingToExport],
  }),
}
