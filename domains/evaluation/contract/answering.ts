/** Whoever answers, signed in or by a link: consent, the sheet, answers with receipts, handing in, leaving. */
import { endpoint, id, instant, instantInput, pageOf, pageQuery, requiredText } from '@kaopei/contract'
import { device } from '@kaopei/sitting/contract/shapes'
import { z } from 'zod'
import { appointmentStatus, contestState, raterRole, resultState, scaleKind, sittingState } from './codes.ts'
import { mostItems } from './definition.ts'
import { answerErrors, resultErrors } from './errors.ts'
import { report } from './report.ts'

const base = '/api/v1/evaluation/learn'

const sheetItem = z.object({
  slot: z.int(),
  text: z.string(),
  options: z.array(z.string()),
  /** Place of the option, from 0; null: none. */
  option: z.int().nullable(),
  rev: z.int(),
  savedAt: instant.nullable(),
})

export const sheet = z.object({
  sittingId: id,
  serverTime: instant,
  startedAt: instant,
  due: instant.nullable(),
  lease: z.object({ epoch: z.int(), isMine: z.boolean(), isSameBrowser: z.boolean() }),
  nextSeq: z.int(),
  items: z.array(sheetItem),
})
export type EvaluationSheet = z.output<typeof sheet>

export const opened = z.object({
  raterId: id,
  companyName: z.string(),
  appointmentName: z.string(),
  purpose: z.string(),
  scaleName: z.string(),
  kind: scaleKind.schema,
  information: z.string(),
  instructions: z.string(),
  /** Who is assessed, and who of them answers. */
  personName: z.string(),
  role: raterRole.schema,
  status: appointmentStatus.schema,
  state: sittingState.schema,
  mayAnswer: z.boolean(),
  /** May take their answers back. */
  mayLeave: z.boolean(),
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  limitMinutes: z.int().nullable(),
  itemsAPage: z.int(),
  itemCount: z.int(),
  consent: z.object({ versionNumber: z.int(), purpose: z.string(), readers: z.string(), retentionMonths: z.int() }),
  /** Null before consent, and after handing in. */
  sheet: sheet.nullable(),
})
export type OpenedEvaluation = z.output<typeof opened>

const seq = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const write = z.object({
  slot: z.int().min(1).max(mostItems),
  option: z.int().min(0).max(9).nullable(),
  /** The revision that was seen while answering. */
  baseRev: z.int().min(0).max(2_000_000_000),
  /** Grows with every write; the same number again is the same write. */
  clientSeq: seq,
  priorSeqs: z.array(seq).max(50).default([]),
  clientTime: instantInput.optional().catch(undefined),
})
export const writes = z
  .array(write)
  .refine((given) => new Set(given.map(({ slot }) => slot)).size === given.length, '一次提交中同一题只能出现一次')

export const saved = z.object({
  /** replaced: another device has the lease. closed: handed in, or over. Then everything was kept as evidence and nothing counts. */
  outcome: z.enum(['open', 'replaced', 'closed']),
  serverTime: instant,
  due: instant.nullable(),
  leaseEpoch: z.int(),
  slots: z.array(
    z.object({
      slot: z.int(),
      status: z.enum(['saved', 'conflict', 'invalid', 'unknown', 'kept']),
      rev: z.int().nullable(),
      savedAt: instant.nullable(),
      /** 已保存 is shown from this alone. */
      receipt: z.string().nullable(),
      /** What counts instead, where this write does not. */
      current: z.int().nullable(),
    }),
  ),
})
export type SavedAnswers = z.output<typeof saved>

export const handedIn = z.object({
  submittedAt: instant,
  answeredCount: z.int(),
  itemCount: z.int(),
  /** Of one's own evaluation that is not of several raters. */
  evaluationResultId: id.nullable(),
})

/** The words that were agreed to: of this version, and to be kept so long. */
export const consentGiven = { consentVersion: z.int('请先同意知情说明'), retentionMonths: z.int('请先同意知情说明') }
export const leaseEpoch = z.int().min(1)
const who = { raterId: id }
export const refusals = [answerErrors.notYours, answerErrors.notOpen] as const
export const beginErrors = [...refusals, answerErrors.consentFirst, answerErrors.already] as const
export const submitErrors = [...refusals, answerErrors.notBegun, answerErrors.replaced] as const

export const evaluationLearn = {
  mine: endpoint({
    path: `${base}/mine`,
    summary: '我的测评',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({ only: z.enum(['all', 'open', 'done']).default('all') }),
    output: pageOf(
      z.object({
        raterId: id,
        appointmentName: z.string(),
        scaleName: z.string(),
        kind: scaleKind.schema,
        personName: z.string(),
        role: raterRole.schema,
        status: appointmentStatus.schema,
        state: sittingState.schema,
        endTime: instant.nullable(),
        itemCount: z.int(),
        limitMinutes: z.int().nullable(),
      }),
    ),
  }),
  open: endpoint({
    path: `${base}/open`,
    summary: '打开测评',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ ...who, device }),
    output: opened,
    errors: [answerErrors.notYours],
  }),
  /** Consent to the words of this version, and the sheet; again the same sheet. */
  begin: endpoint({
    path: `${base}/begin`,
    summary: '开始测评',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...who, device, ...consentGiven }),
    output: opened,
    errors: [...beginErrors],
  }),
  takeOver: endpoint({
    path: `${base}/takeOver`,
    summary: '在本设备继续测评',
    access: 'signedIn',
    audit: 'ownTrail',
    input: z.object({ ...who, device }),
    output: opened,
    errors: [...submitErrors],
  }),
  save: endpoint({
    path: `${base}/save`,
    summary: '保存测评答案',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...who, leaseEpoch, items: writes.min(1).max(200) }),
    output: saved,
    errors: [answerErrors.notYours, answerErrors.notBegun],
  }),
  /** Asked again it answers as before. */
  submit: endpoint({
    path: `${base}/submit`,
    summary: '提交测评',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ...who, leaseEpoch }),
    output: handedIn,
    errors: [...submitErrors],
  }),
  /** What was answered is deleted and never counts. */
  leave: endpoint({
    path: `${base}/leave`,
    summary: '退出测评',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object(who),
    errors: [...refusals, answerErrors.mayNotLeave],
  }),
  results: endpoint({
    path: `${base}/results`,
    summary: '我的测评结果',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery,
    output: pageOf(
      z.object({
        evaluationResultId: id,
        appointmentName: z.string(),
        scaleName: z.string(),
        kind: scaleKind.schema,
        state: resultState.schema,
        contestState: contestState.schema,
        issuedAt: instant,
      }),
    ),
  }),
  result: endpoint({
    path: `${base}/result`,
    summary: '查看我的测评结果',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ evaluationResultId: id }),
    output: z.object({
      evaluationResultId: id,
      state: resultState.schema,
      report,
      issuedAt: instant,
      keepUntil: instant,
      contestState: contestState.schema,
      contestText: z.string().nullable(),
      contestAnswer: z.string().nullable(),
    }),
  }),
  contest: endpoint({
    path: `${base}/contest`,
    summary: '对测评结果提出异议',
    access: 'signedIn',
    audit: { action: 'contest', target: 'evaluation-result' },
    input: z.object({ evaluationResultId: id, text: requiredText(1000, '异议内容') }),
    errors: [resultErrors.contested],
  }),
}
