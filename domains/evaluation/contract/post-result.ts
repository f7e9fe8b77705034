/** What came of post assessments: three dimensions together, by person and post. */
import { endpoint, id, instant, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { resultHolder, resultQuery } from './assessed.ts'
import { resultErrors } from './errors.ts'
import { postReportMenu, postTestMenu } from './menus.ts'
import { partState, postVerdicts } from './post-codes.ts'
import { postReport } from './post-report.ts'
import { postTexts } from './post-texts.ts'
import { report } from './report.ts'

const { rights } = postReportMenu
const base = '/api/v1/evaluation'

export const postResultFilter = z.object({
  ...resultQuery,
  postId: id.optional(),
  assessmentId: id.optional(),
  verdict: z.enum(postVerdicts).optional(),
  /** 1 all parts are done, 0 something is missing. */
  isComplete: z.coerce.number().int().min(0).max(1).optional(),
})
export type PostResultFilter = z.output<typeof postResultFilter>

const row = z.object({
  postResultId: id,
  /** `contestState` is of the person in this assessment, whichever edition they contested. */
  ...resultHolder,
  /** Has left since. */
  isGone: z.boolean(),
  assessmentId: id,
  assessmentName: z.string(),
  postId: id,
  postName: z.string(),
  /** Null: no such part. */
  knowledgeState: partState.schema.nullable(),
  /** In percent. */
  knowledgeScore: z.number().nullable(),
  skillState: partState.schema.nullable(),
  skillScore: z.number().nullable(),
  personalityState: partState.schema.nullable(),
  fit: z.number().nullable(),
  measuredShare: z.number().nullable(),
  verdict: z.enum(postVerdicts),
  isComplete: z.boolean(),
  /** How many reports stood before this one. */
  number: z.int(),
  issuedAt: instant,
})
export type PostResultRow = z.output<typeof row>

const one = z.object({ postResultId: id })
const job = z.object({ jobId: id })

const scaleResult = z.object({ evaluationResultId: id, issuedAt: instant, isVoid: z.boolean(), report })

/** What the person says against it, and the answer. */
export const postTalk = z.object({
  /** The edition that was contested. */
  contestNumber: z.int().nullable(),
  contestText: z.string().nullable(),
  contestAnswer: z.string().nullable(),
  contestAnswererName: z.string().nullable(),
})

export const postDetail = row.extend({
  ...postTalk.shape,
  contestedAt: instant.nullable(),
  report: postReport,
  /** Null: no such part, not done, deleted; personality also without the right for it (`isPersonalityHidden`). */
  skillResult: scaleResult.nullable(),
  personalityResult: scaleResult.nullable(),
  isPersonalityHidden: z.boolean(),
  /** What has changed since it was issued, in words. */
  notices: z.array(z.string()),
  /** Of this person in this assessment; they are numbered from 1. */
  editionCount: z.int(),
})
export type PostDetail = z.output<typeof postDetail>

export const postResult = {
  list: endpoint({
    path: `${base}/postResultList`,
    summary: '岗位测评报告列表',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend(postResultFilter.shape),
    output: pageOf(row),
  }),
  detail: endpoint({
    path: `${base}/postResultDetail`,
    summary: '岗位测评报告详情',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: one,
    output: postDetail,
  }),
  /** All of the same person in the same assessment, the newest first. */
  editions: endpoint({
    path: `${base}/postResultEditions`,
    summary: '岗位测评报告版次',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend(one.shape),
    output: pageOf(z.object({ postResultId: id, number: z.int(), issuedAt: instant, isLatest: z.boolean() })),
  }),
  /** Its parts are reviewed where they stand: papers with their exam, scales with their results. */
  answerContest: endpoint({
    path: `${base}/postAnswerContest`,
    summary: '答复岗位测评报告异议',
    access: rights.review,
    scope: 'department',
    audit: { action: 'answerContest', target: 'evaluation-post' },
    input: one.extend({ text: requiredText(1000, '答复') }),
    errors: [resultErrors.notContested],
  }),
  download: endpoint({
    path: `${base}/postReportDownload`,
    summary: '下载岗位测评报告',
    access: rights.export,
    scope: 'department',
    audit: { action: 'downloadReport', target: 'evaluation-post' },
    input: one,
    output: job,
  }),
  export: endpoint({
    path: `${base}/postResultExport`,
    summary: '导出岗位测评报告',
    access: rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'evaluation-post' },
    input: postResultFilter,
    output: job,
  }),
  /** To choose by in filters: names alone. */
  assessments: endpoint({
    path: `${base}/postAssessmentNames`,
    summary: '岗位测评名称',
    access: [rights.view, postTestMenu.rights.view],
    audit: 'read',
    input: pageQuery.extend({ name: text(100, '测评名称').optional(), assessmentId: id.optional() }),
    output: pageOf(z.object({ id, name: z.string() })),
  }),
}

const texts = z.object({ number: z.int(), updateTime: instant.nullable(), updaterName: z.string().nullable(), texts: postTexts })

export const postText = {
  get: endpoint({
    path: `${base}/post/texts`,
    summary: '岗位测评报告评语',
    access: rights.view,
    audit: 'read',
    output: texts,
  }),
  /** A new version: what was issued keeps its own words. */
  save: endpoint({
    path: `${base}/post/texts/save`,
    summary: '保存岗位测评报告评语',
    access: rights.texts,
    audit: { action: 'save', target: 'evaluation-post-text' },
    input: z.object({ number: z.int().min(0), texts: postTexts }),
    output: z.object({ number: z.int() }),
  }),
}
