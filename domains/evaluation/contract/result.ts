/** What came of it: reports of people, statistics of scales, analyses of departments. */
import { endpoint, id, ids, instant, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { resultHolder, resultQuery } from './assessed.ts'
import { appointmentMode, erasureReason, resultState, scaleKind } from './codes.ts'
import { resultErrors, scaleErrors } from './errors.ts'
import { evaluationReportMenu, libraryResultMenu, testResultMenu } from './menus.ts'
import { normFacts, report } from './report.ts'

const { rights } = testResultMenu
const base = '/api/v1/evaluation'

export const resultFilter = z.object({
  ...resultQuery,
  kind: z.coerce.number().pipe(scaleKind.schema).optional(),
  scaleId: id.optional(),
  appointmentId: id.optional(),
  state: z.coerce.number().pipe(resultState.schema).optional(),
})
export type ResultFilter = z.output<typeof resultFilter>

/** A result in a list, but for its times, which the server reads as dates. */
export const resultFacts = z.object({
  evaluationResultId: id,
  ...resultHolder,
  appointmentId: id,
  appointmentName: z.string(),
  scaleId: id,
  scaleName: z.string(),
  kind: scaleKind.schema,
  mode: appointmentMode.schema,
  state: resultState.schema,
  /** Null: means alone. */
  normName: z.string().nullable(),
})
const row = resultFacts.extend({ issuedAt: instant })
export type ResultRow = z.output<typeof row>

const one = z.object({ evaluationResultId: id })
const job = z.object({ jobId: id })

/** What people said about it since. */
export const resultTalk = z.object({
  reviewNote: z.string().nullable(),
  reviewerName: z.string().nullable(),
  contestText: z.string().nullable(),
  contestAnswer: z.string().nullable(),
  contestAnswererName: z.string().nullable(),
})

const detail = row.extend({ ...resultTalk.shape, report, keepUntil: instant, contestedAt: instant.nullable() })
export type ResultDetail = z.output<typeof detail>

export const evaluationResult = {
  list: endpoint({
    path: `${base}/evaluationResultList`,
    summary: '测评结果列表',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend(resultFilter.shape),
    output: pageOf(row),
  }),
  /** Appointments in which people have finished, with how many. */
  finished: endpoint({
    path: `${base}/getEvaluationFinishedList`,
    summary: '已完成的测评',
    access: [rights.view, evaluationReportMenu.rights.view],
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      name: text(100, '测评名称').optional(),
      kind: z.coerce.number().pipe(scaleKind.schema).optional(),
      scaleId: id.optional(),
      appointmentId: id.optional(),
    }),
    output: pageOf(
      z.object({
        appointmentId: id,
        appointmentName: z.string(),
        scaleId: id,
        scaleName: z.string(),
        kind: scaleKind.schema,
        mode: appointmentMode.schema,
        finishedCount: z.int(),
        lastIssuedAt: instant,
      }),
    ),
  }),
  detail: endpoint({
    path: `${base}/getEvaluationDetail`,
    method: 'GET',
    summary: '测评结果详情',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: one,
    output: detail,
    errors: [resultErrors.noRight],
  }),
  /** 需复核, or contested: somebody has looked, and keeps or voids it. A void one is in no figure; the person still sees it, marked. */
  review: endpoint({
    path: `${base}/reviewResult`,
    summary: '复核测评结果',
    access: rights.review,
    scope: 'department',
    audit: { action: 'review', target: 'evaluation-result' },
    input: one.extend({ isKept: z.boolean(), note: requiredText(500, '复核说明') }),
    errors: [resultErrors.noRight, resultErrors.notDoubtful],
  }),
  answerContest: endpoint({
    path: `${base}/answerContest`,
    summary: '答复测评异议',
    access: rights.review,
    scope: 'department',
    audit: { action: 'answerContest', target: 'evaluation-result' },
    input: one.extend({ text: requiredText(1000, '答复') }),
    errors: [resultErrors.noRight, resultErrors.notContested],
  }),
  /** Answers, sittings and reports; what is left is a line with a digest. */
  erase: endpoint({
    path: `${base}/eraseResult`,
    summary: '删除测评结果',
    access: rights.erase,
    scope: 'department',
    audit: { action: 'erase', target: 'evaluation-result' },
    input: z.object({ ids: ids.max(500, '一次最多删除 500 份'), note: requiredText(200, '删除原因') }),
    output: z.object({ erasedCount: z.int() }),
    errors: [resultErrors.noRight],
  }),
  erasures: endpoint({
    path: `${base}/erasureList`,
    summary: '测评删除记录',
    access: rights.erase,
    scope: 'department',
    audit: 'read',
    input: pageQuery,
    output: pageOf(
      z.object({
        id,
        appointmentName: z.string(),
        scaleName: z.string(),
        staffName: z.string().nullable(),
        reason: erasureReason.schema,
        note: z.string(),
        sittingCount: z.int(),
        answerCount: z.int(),
        digest: z.string(),
        erasedByName: z.string().nullable(),
        erasedAt: instant,
      }),
    ),
  }),
  /** The same page as a PDF, in /downLoadCeping when it is made. */
  download: endpoint({
    path: `${base}/downloadReport`,
    summary: '下载测评报告',
    access: rights.export,
    scope: 'department',
    audit: { action: 'downloadReport', target: 'evaluation-result' },
    input: one,
    output: job,
    errors: [resultErrors.noRight],
  }),
  export: endpoint({
    path: `${base}/evaluationResultExport`,
    summary: '导出测评结果',
    access: rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'evaluation-result' },
    input: resultFilter,
    output: job,
  }),
}

const figures = z.object({
  dimensionId: z.string(),
  name: z.string(),
  itemCount: z.int(),
  min: z.number(),
  max: z.number(),
  n: z.int(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  /** Cronbach's α of complete answers, and how many these are; of a 360° of raters, otherwise of people. */
  alpha: z.number().nullable(),
  alphaN: z.int(),
  /** Raw scores in ten parts of their range; none of fewer than three people. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
})

export const scaleStatistics = {
  get: endpoint({
    path: `${base}/scaleStatistics`,
    summary: '量表统计',
    access: libraryResultMenu.rights.view,
    scope: 'department',
    audit: 'read',
    /** Without a mode that which more people have answered by. */
    input: z.object({ scaleId: id, mode: z.coerce.number().pipe(appointmentMode.schema).optional() }),
    output: z.object({
      mode: appointmentMode.schema,
      /** There are results of the other one too; two kinds of figure are never one. */
      hasOther: z.boolean(),
      scaleName: z.string(),
      kind: scaleKind.schema,
      versionNumber: z.int(),
      personCount: z.int(),
      norm: normFacts.nullable(),
      dimensions: z.array(figures),
      asOf: instant,
    }),
    errors: [resultErrors.noRight, resultErrors.tooFew, scaleErrors.notPublished],
  }),
}

/** Fewer people of a department are no figure. */
export const leastOfDepartment = 3

const analysisInput = z.object({ appointmentId: id, departmentId: id.optional() })

export const departmentAnalysis = {
  get: endpoint({
    path: `${base}/departmentAnalysis`,
    summary: '部门测评分析',
    access: evaluationReportMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: analysisInput,
    output: z.object({
      appointmentName: z.string(),
      scaleName: z.string(),
      kind: scaleKind.schema,
      dimensions: z.array(z.object({ id: z.string(), name: z.string(), min: z.number(), max: z.number() })),
      rows: z.array(
        z.object({
          departmentId: id.nullable(),
          departmentName: z.string(),
          n: z.int(),
          /** By dimension, of an item; null: fewer than three people. */
          means: z.array(z.number().nullable()),
        }),
      ),
      total: z.object({ n: z.int(), means: z.array(z.number().nullable()) }),
      asOf: instant,
    }),
    errors: [resultErrors.noRight],
  }),
  export: endpoint({
    path: `${base}/departmentAnalysisExport`,
    summary: '导出部门测评分析',
    access: evaluationReportMenu.rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'evaluation-analysis' },
    input: analysisInput,
    output: job,
    errors: [resultErrors.noRight],
  }),
}
