/** Sitting: going on, answering, handing in, and the receipts. Every call is about the signed-in person's own attempt. */
import { crowdAtOnce, endpoint, id, instant, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { sittingErrors } from './errors.ts'
import { device, heartbeatInput, heartbeatOutput, saveInput, saveOutput, sheet, submitInput, submitOutput } from './shapes.ts'
import { virtualKind } from './virtual.ts'

const path = '/api/v1/exam/sitting'

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

const openCall = z.object({ text: z.string(), at: instant })
export type OpenCall = z.output<typeof openCall>

const breaks = z.object({
  allowedCount: z.int(),
  leftCount: z.int(),
  leftSeconds: z.int(),
  /** Of the break that is being taken. */
  until: instant.nullable(),
  serverTime: instant,
})
export type Breaks = z.output<typeof breaks>

/** Whoever is sitting when the company is suspended or runs out goes on and hands in. Attempts are begun by the room that owns them. */
export const sitting = {
  resume: endpoint({
    path: `${path}/resume`,
    summary: '继续考试',
    access: 'signedIn',
    atOnce: crowdAtOnce,
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id, device }),
    output: sheet,
    errors: [sittingErrors.mayNotEnter, sittingErrors.notSafe],
  }),
  takeOver: endpoint({
    path: `${path}/takeOver`,
    summary: '在本设备继续作答',
    access: 'signedIn',
    atOnce: crowdAtOnce,
    whileSuspended: true,
    audit: 'ownTrail',
    input: z.object({ attemptId: id, device }),
    output: sheet,
    errors: [sittingErrors.mayNotEnter, sittingErrors.notSafe],
  }),
  save: endpoint({
    path: `${path}/save`,
    summary: '保存答案',
    access: 'signedIn',
    whileConfinedTo: virtualKind,
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    transaction: 'statement',
    input: saveInput,
    output: saveOutput,
    errors: [sittingErrors.replaced, sittingErrors.closed, sittingErrors.late, sittingErrors.paused, sittingErrors.notSafe],
  }),
  heartbeat: endpoint({
    path: `${path}/heartbeat`,
    summary: '考试心跳与事件上报',
    access: 'signedIn',
    whileConfinedTo: virtualKind,
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    transaction: 'statement',
    input: heartbeatInput,
    output: heartbeatOutput,
  }),
  acknowledge: endpoint({
    path: `${path}/acknowledge`,
    summary: '确认监考消息',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id, tellingId: id }),
    output: z.object({}),
  }),
  callForHelp: endpoint({
    path: `${path}/callForHelp`,
    summary: '呼叫监考',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id, text: requiredText(200, '呼叫内容') }),
    output: z.object({}),
    errors: [sittingErrors.closed, sittingErrors.calledTooOften],
  }),
  /** The call that nobody has answered yet. */
  openCall: endpoint({
    path: `${path}/openCall`,
    summary: '尚未回应的监考呼叫',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({ attemptId: id }),
    output: z.object({ call: openCall.nullable() }),
  }),
  takeCallBack: endpoint({
    path: `${path}/takeCallBack`,
    summary: '取消呼叫监考',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id }),
    output: z.object({}),
  }),
  /** What is left of the breaks that this person may take. */
  breaks: endpoint({
    path: `${path}/breaks`,
    summary: '考试中的休息',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({ attemptId: id }),
    output: breaks,
  }),
  /** The clock stands still, and answers wait, until the break is ended or used up. */
  takeBreak: endpoint({
    path: `${path}/takeBreak`,
    summary: '开始休息',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id }),
    output: breaks,
    errors: [sittingErrors.closed, sittingErrors.noBreak, sittingErrors.paused],
  }),
  endBreak: endpoint({
    path: `${path}/endBreak`,
    summary: '结束休息',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id }),
    output: breaks,
  }),
  submit: endpoint({
    path: `${path}/submit`,
    summary: '交卷',
    access: 'signedIn',
    atOnce: crowdAtOnce,
    whileConfinedTo: virtualKind,
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
