/** Anomalies, verdicts and decisions on appeals. `examinationResultId` is the attempt. */
import {
  endpoint,
  id,
  instant,
  labelled,
  pageOf,
  pageQuery,
  protocolErrors,
  requiredText,
  rowVersion,
  text,
} from '@kaopei/contract'
import { z } from 'zod'
import { markCheating } from '../menus.ts'
import { appealFile } from './own-verdicts.ts'
import { anomalyKind, anomalyState, caseState, evidenceKind, verdictKind, verdictReason } from './verdict-codes.ts'
import { verdictErrors } from './verdict-errors.ts'

const path = '/api/v1/exam/examination/cheat'
const { rights } = markCheating
const count = z.int()
const result = { examinationResultId: id }
const read = { access: rights.view, audit: 'read', scope: 'department' } as const

const anomaly = z.object({
  kind: anomalyKind,
  state: anomalyState,
  count,
  openedTime: instant,
  settledByName: z.string().nullable(),
  settledTime: instant.nullable(),
  note: z.string(),
})

const standing = z.object({ state: caseState, verdict: verdictKind.nullable(), appealUntil: instant.nullable() })

const row = z.object({
  examinationResultId: id,
  staffId: id,
  staffName: z.string(),
  department: z.string().nullable(),
  attemptNumber: count,
  submitTime: instant.nullable(),
  anomalies: z.array(z.object({ kind: anomalyKind, state: anomalyState, count })),
  ...standing.shape,
})

const step = z.object({
  number: count,
  step: z.string(),
  state: caseState,
  verdict: verdictKind.nullable(),
  reasonText: z.string(),
  evidence: z.array(evidenceKind),
  note: z.string(),
  toldText: z.string(),
  byName: z.string().nullable(),
  time: instant,
  readTime: instant.nullable(),
  /** What came with an appeal. */
  files: z.array(appealFile),
})

const words = {
  note: text(1000, '内部说明').default(''),
  /** What the candidate may read of it. */
  toldText: text(1000, '告知考生的说明').default(''),
}
const moved = z.object({ examinationResultId: id, state: caseState })
const judged = [
  protocolErrors.notFound,
  verdictErrors.wrongState,
  verdictErrors.ownCase,
  verdictErrors.samePerson,
  verdictErrors.notProposer,
  verdictErrors.mayNotVoid,
] as const

export const verdictPolicy = z.object({
  needsSecond: z.boolean(),
  appealDays: z.int('申诉天数须为整数').min(1, '申诉天数不能小于 1').max(60, '申诉天数不能大于 60'),
  violationScore: labelled(z.enum(['keep', 'zero'], '请选择违规后的成绩处理'), { keep: '保留原成绩', zero: '成绩计为 0 分' }),
})

export const verdicts = {
  list: endpoint({
    ...read,
    path: `${path}/listVerdicts`,
    summary: '考试的异常与裁定',
    input: pageQuery.extend({
      examinationId: id,
      keyWords: text(50, '姓名').optional(),
      state: caseState.optional(),
      /** Those with an open anomaly, with any that is not dismissed, or all. */
      anomaly: z.enum(['open', 'held']).optional(),
    }),
    /** `isOwn`: of the caller; what is only proposed against them is not told, and nothing of it opens. */
    output: pageOf(row.extend({ isOwn: z.boolean() })).extend({ examName: z.string(), openCount: count, heldCount: count }),
    errors: [protocolErrors.notFound],
  }),
  get: endpoint({
    ...read,
    path: `${path}/getVerdict`,
    summary: '一份答卷的异常与裁定',
    input: z.object(result),
    output: z.object({
      ...row.shape,
      examinationId: id,
      examName: z.string(),
      attemptState: z.string(),
      anomalies: z.array(anomaly),
      steps: z.array(step),
      isRecorded: z.boolean(),
      needsSecond: z.boolean(),
      /** Of the verdict that was confirmed: overturning it gives the score back. */
      hasChangedScore: z.boolean(),
      /** What the caller may do now, by who they are in this case. */
      may: z.object({ judge: z.boolean(), confirm: z.boolean(), withdraw: z.boolean(), decide: z.boolean() }),
      /** What can be named as evidence. */
      available: z.array(evidenceKind),
    }),
    errors: [protocolErrors.notFound, verdictErrors.ownCase],
  }),
  settleAnomaly: endpoint({
    path: `${path}/settleAnomaly`,
    summary: '处理异常',
    access: rights.judge,
    audit: { action: 'settle', target: 'examAnomaly' },
    scope: 'department',
    input: z.object({
      ...result,
      kind: anomalyKind,
      state: z.enum(['confirmed', 'dismissed'], '请选择处理结果'),
      note: requiredText(500, '处理说明'),
      /** So many were shown to whoever settles it: what came since is not settled unseen. */
      count: count.optional(),
    }),
    output: z.object({ examinationResultId: id }),
    errors: [protocolErrors.notFound, verdictErrors.ownCase, verdictErrors.anomalyGone],
  }),
  judge: endpoint({
    path: `${path}/judge`,
    summary: '作出或提出裁定',
    access: rights.judge,
    audit: { action: 'judge', target: 'examVerdict' },
    scope: 'department',
    input: z.object({
      ...result,
      verdict: verdictKind,
      reason: verdictReason,
      evidence: z.array(evidenceKind).max(5, '依据最多选择 5 项').default([]),
      ...words,
    }),
    output: moved,
    errors: [
      ...judged,
      verdictErrors.noEvidence,
      verdictErrors.evidenceMissing,
      verdictErrors.witnessUnwritten,
      verdictErrors.suspicionAlone,
      verdictErrors.notClosed,
    ],
  }),
  answerProposal: endpoint({
    path: `${path}/answerProposal`,
    summary: '确认、不同意或撤回裁定',
    access: rights.judge,
    audit: { action: 'answerProposal', target: 'examVerdict' },
    scope: 'department',
    input: z.object({ ...result, answer: z.enum(['confirm', 'decline', 'withdraw'], '请选择处理方式'), note: words.note }),
    output: moved,
    errors: [...judged],
  }),
  decideAppeal: endpoint({
    path: `${path}/decideAppeal`,
    summary: '裁决申诉',
    access: rights.appeal,
    audit: { action: 'decideAppeal', target: 'examVerdict' },
    scope: 'department',
    input: z.object({
      ...result,
      outcome: labelled(z.enum(['uphold', 'overturn'], '请选择裁决结果'), { uphold: '维持裁定', overturn: '撤销裁定' }),
      note: words.note,
      toldText: requiredText(1000, '答复考生的说明'),
    }),
    output: moved,
    errors: [...judged],
  }),
  getPolicy: endpoint({
    path: `${path}/getVerdictPolicy`,
    summary: '裁定规则',
    access: rights.view,
    audit: 'read',
    output: verdictPolicy.extend({ version: count }),
  }),
  savePolicy: endpoint({
    path: `${path}/saveVerdictPolicy`,
    summary: '设置裁定规则',
    access: rights.rules,
    audit: { action: 'modify', target: 'verdictPolicy' },
    input: verdictPolicy.extend({ version: rowVersion }),
    output: verdictPolicy.extend({ version: count }),
    errors: [verdictErrors.policyMoved],
  }),
}
