/** A candidate's own exams: entering, answering, handing in, and the receipts. Every call is about the signed-in person alone. */
import { endpoint, id, instant, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { sittingErrors } from './sitting-errors.ts'
import {
  device,
  heartbeatInput,
  heartbeatOutput,
  saveInput,
  saveOutput,
  sheet,
  sittingRules,
  submitInput,
  submitOutput,
} from './sitting-shapes.ts'

const path = '/api/v1/exam/sitting'

const myAttempt = z.object({
  attemptId: id,
  number: z.int(),
  state: z.string(),
  stateLabel: z.string(),
  startedAt: instant,
  due: instant.nullable(),
  submittedAt: instant.nullable(),
  mayViewResult: z.boolean(),
})

const myExam = z.object({
  examId: id,
  name: z.string(),
  isSimulation: z.boolean(),
  /** 4 not started, 5 in progress, 6 ended, 7 cancelled (exam-codes.ts). */
  status: z.int(),
  openAt: instant.nullable(),
  closeAt: instant.nullable(),
  /** With the candidate's own extra time; 0: no limit. */
  limitMinutes: z.int(),
  attemptsAllowed: z.int(),
  entry: z.object({
    allowed: z.boolean(),
    /** The attempt to go on with. */
    resumes: id.nullable(),
    message: z.string().nullable(),
  }),
  attempts: z.array(myAttempt),
})
export type MyExam = z.output<typeof myExam>

const notice = z.object({
  examId: id,
  name: z.string(),
  isSimulation: z.boolean(),
  /** The organiser's words as sanitised HTML or plain text; may be empty. */
  information: z.string(),
  /** What the settings of this exam mean for a candidate, in sentences. */
  terms: z.array(z.string()),
  /** Names exactly this wording; confirmed with it. */
  hash: z.string(),
  confirmedAt: instant.nullable(),
  needsPassword: z.boolean(),
  /** Names of what this exam wants to know of the candidate and does not know yet. */
  missingInfo: z.array(z.string()),
  rules: sittingRules,
})
export type Notice = z.output<typeof notice>

const revision = z.object({
  slot: z.int(),
  rev: z.int(),
  hash: z.string(),
  savedAt: instant,
})
/** `isCurrent`: the answer that counts is this revision. */
const receipt = revision.extend({ receipt: z.string(), isCurrent: z.boolean() })
export type Receipt = z.output<typeof receipt>
/** Came, but does not count: too late, from a replaced device, beside another text, or by going back where that is not allowed. */
const evidence = revision.extend({ kind: z.enum(['conflict', 'replaced', 'late', 'passed']) })

const receiptsOutput = z.object({
  serverTime: instant,
  examName: z.string(),
  candidateName: z.string(),
  stateLabel: z.string(),
  submittedAt: instant.nullable(),
  /** The questions in the order of this candidate's paper. */
  slots: z.array(z.int()),
  dataList: z.array(receipt),
  totalCount: z.int(),
  evidence: z.array(evidence),
})
export type Receipts = z.output<typeof receiptsOutput>

/** Whoever is sitting when the company is suspended or runs out goes on and hands in; nobody begins. */
export const sitting = {
  myExams: endpoint({
    path: `${path}/myExams`,
    summary: '我的考试',
    access: 'signedIn',
    audit: 'read',
    output: z.object({ serverTime: instant, dataList: z.array(myExam), totalCount: z.int() }),
  }),
  notice: endpoint({
    path: `${path}/notice`,
    summary: '考试须知',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ examId: id }),
    output: notice,
    errors: [protocolErrors.notFound],
  }),
  confirmNotice: endpoint({
    path: `${path}/confirmNotice`,
    summary: '确认考试须知',
    access: 'signedIn',
    audit: { action: 'confirmNotice', target: 'exam' },
    isRepeatable: true,
    input: z.object({ examId: id, hash: z.string().max(100) }),
    output: z.object({ confirmedAt: instant }),
    errors: [sittingErrors.noticeNotConfirmed],
  }),
  start: endpoint({
    path: `${path}/start`,
    summary: '开始或继续考试',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ examId: id, device, password: z.string().max(100).optional() }),
    output: sheet,
    errors: [
      sittingErrors.mayNotEnter,
      sittingErrors.noticeNotConfirmed,
      sittingErrors.infoMissing,
      sittingErrors.wrongPassword,
      sittingErrors.noPaper,
    ],
  }),
  resume: endpoint({
    path: `${path}/resume`,
    summary: '继续考试',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id, device }),
    output: sheet,
    errors: [sittingErrors.mayNotEnter],
  }),
  takeOver: endpoint({
    path: `${path}/takeOver`,
    summary: '在本设备继续作答',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    input: z.object({ attemptId: id, device }),
    output: sheet,
    errors: [sittingErrors.mayNotEnter],
  }),
  save: endpoint({
    path: `${path}/save`,
    summary: '保存答案',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    transaction: 'statement',
    input: saveInput,
    output: saveOutput,
    errors: [sittingErrors.replaced, sittingErrors.closed, sittingErrors.late, sittingErrors.paused],
  }),
  heartbeat: endpoint({
    path: `${path}/heartbeat`,
    summary: '考试心跳与事件上报',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    transaction: 'statement',
    input: heartbeatInput,
    output: heartbeatOutput,
  }),
  submit: endpoint({
    path: `${path}/submit`,
    summary: '交卷',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    // A whole exam written without a network comes in one call.
    bodyLimit: 4 * 1024 * 1024,
    input: submitInput,
    output: submitOutput,
    errors: [
      sittingErrors.replaced,
      sittingErrors.paused,
      sittingErrors.tooEarly,
      sittingErrors.unreceived,
      sittingErrors.unanswered,
      sittingErrors.timeLeft,
      sittingErrors.withinLimit,
    ],
  }),
  receipts: endpoint({
    path: `${path}/receipts`,
    summary: '答案保存回执',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({ attemptId: id }),
    output: receiptsOutput,
  }),
  reconcile: endpoint({
    path: `${path}/reconcile`,
    summary: '回执对账',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({
      attemptId: id,
      receipts: z.array(z.object({ slot: z.int(), rev: z.int(), receipt: z.string().max(128) })).max(5000),
    }),
    output: z.object({
      matched: z.int(),
      /** Receipts that this server never gave, or whose revision it does not hold. */
      missing: z.array(z.object({ slot: z.int(), rev: z.int() })),
    }),
  }),
}
