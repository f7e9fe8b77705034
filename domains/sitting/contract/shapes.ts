/** What a candidate's client and the server tell each other about one sitting. */
import { id, instant, instantInput, score } from '@kaopei/contract'
import { answer, answerState } from '@kaopei/question/contract/answer'
import { shownQuestion } from '@kaopei/question/contract/candidate-view'
import { z } from 'zod'
import { comfort } from './comfort.ts'

/** `<browser>:<tab>`, both made by the client: who writes an attempt's answers is one tab of one browser. */
export const device = z.string().regex(/^[\w-]{8,64}:[\w-]{4,64}$/, '设备标识格式不正确')

const sheetItem = z.object({
  slot: z.int(),
  view: shownQuestion,
  maxScore: score,
  answer: answer.nullable(),
  answerState,
  isFlagged: z.boolean(),
  rev: z.int(),
  /** Of the revision that counts; null while there is none. */
  savedAt: instant.nullable(),
  receipt: z.string().nullable(),
})

const lease = z.object({
  epoch: z.int(),
  /** This tab may write. Otherwise the sheet is for reading, until this tab takes over. */
  isMine: z.boolean(),
  isSameBrowser: z.boolean(),
})

export const sittingRules = z.object({
  permitFullScreen: z.boolean(),
  permitCopyPaste: z.boolean(),
  permitSkip: z.boolean(),
  permitSkipBack: z.boolean(),
  permitSkipSubmit: z.boolean(),
  /** Minutes from the start before which the paper may not be handed in. */
  forceCommitTime: z.int(),
  /** Absences beyond this number hand the paper in (the server counts); 0: no limit. */
  switchScreenNumberLimit: z.int(),
  /** Seconds of absence beyond which the paper is handed in; 0: no limit. */
  switchScreenSeconds: z.int(),
  /** Of all absences together; otherwise of each. */
  switchScreenSecondsSum: z.boolean(),
})

const telling = z.object({
  id,
  kind: z.enum(['message', 'warning', 'act']),
  text: z.string(),
  at: instant,
})
export type Telling = z.output<typeof telling>

/** Everything needed to sit: the paper in the attempt's own order, the acknowledged answers, the times that count. */
export const sheet = z.object({
  attemptId: id,
  examId: id,
  examName: z.string(),
  candidateName: z.string(),
  number: z.int(),
  state: z.string(),
  serverTime: instant,
  startedAt: instant,
  due: instant.nullable(),
  graceSeconds: z.int(),
  totalScore: score,
  lease,
  /** The first sequence number that this lease may use. */
  nextSeq: z.int(),
  /** Absences as the server counts them. */
  leaves: z.int(),
  rules: sittingRules,
  comfort,
  items: z.array(sheetItem),
})
export type Sheet = z.output<typeof sheet>
export type SheetItem = z.output<typeof sheetItem>

const seq = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const rev = z.int().min(0).max(2_000_000_000)
const slot = z.int().min(1).max(100_000)

/** A client's clock may say anything; a time that is none must not cost an answer. Within the grace it is needed (sitting.judge_grace). */
const clientTime = instantInput.optional().catch(undefined)

const savedItem = z.object({
  slot,
  /** Absent when only the flag changed or the question was seen. */
  answer: answer.optional(),
  /** The revision that the candidate saw while writing. */
  baseRev: rev,
  /** Grows with every write of the attempt; the same number again is the same write again. */
  clientSeq: seq,
  /** Own earlier writes of this slot whose answer never came: the revision that one of them made is no conflict. */
  priorSeqs: z.array(seq).max(50).optional(),
  clientTime,
  isFlagged: z.boolean().optional(),
  seen: z.boolean().optional(),
  /** The candidate emptied the answer on purpose. */
  cleared: z.boolean().optional(),
})

const savedItems = z
  .array(savedItem)
  .refine((items) => new Set(items.map((item) => item.slot)).size === items.length, '一次提交中同一题只能出现一次')

export const saveInput = z.object({
  attemptId: id,
  leaseEpoch: z.int().min(1),
  items: savedItems.min(1).max(200),
})
export type SaveInput = z.output<typeof saveInput>

export const slotStatuses = ['saved', 'noted', 'conflict', 'blank', 'passed', 'late', 'invalid', 'unknown', 'kept'] as const

const savedSlot = z.object({
  slot: z.int(),
  /** saved: counts. conflict, passed, late, kept: stored as evidence, does not count. The rest is not stored (see sitting.save_calls). */
  status: z.enum(slotStatuses),
  rev: z.int().nullable(),
  savedAt: instant.nullable(),
  /** 已保存 is shown from this alone. */
  receipt: z.string().nullable(),
  /** What counts instead, where this write does not. */
  current: answer.nullable(),
})

export const saveOutput = z.object({
  serverTime: instant,
  due: instant.nullable(),
  leaseEpoch: z.int(),
  slots: z.array(savedSlot),
})
export type SaveOutput = z.output<typeof saveOutput>
export type SavedSlot = z.output<typeof savedSlot>

/**
 * What a client may report. `signal`: what the page is from now on (visible, focused, in full screen); the server makes absences of signals
 * (sitting.list_absences). Clients of before told an absence at its end, for `durationMs` up to `clientTime`: `leave`, or `pickFile` to choose a picture.
 */
export const clientEventTypes = [
  'signal',
  'leave',
  'pickFile',
  'fullscreenExit',
  'copy',
  'paste',
  'netDown',
  'netUp',
  'reload',
  // Of what is recorded: a source was lost or is back, pieces of it could not be kept. `detail` names the source and the reason.
  'captureLost',
  'captureBack',
  'captureGap',
] as const

/** Announced before it opens, and no absence for a minute. */
export const dialogs = ['pickFile', 'permission', 'share', 'print', 'reload'] as const
export type Dialog = (typeof dialogs)[number]

const presence = z.object({
  visible: z.boolean(),
  focused: z.boolean(),
  /** True as well where the exam does not ask for it, or the device has none. */
  fullScreen: z.boolean(),
  dialog: z.enum(dialogs).optional(),
})
export type Presence = z.input<typeof presence>

const clientEvent = z
  .object({
    /** From 1 without holes, for each lease. */
    seq,
    type: z.enum(clientEventTypes),
    /** Of a signal. */
    presence: presence.optional(),
    clientTime,
    durationMs: z.int().min(0).max(86_400_000).optional().catch(undefined),
    detail: z.string().max(200).optional(),
  })
  .refine(({ type, presence: given }) => type !== 'signal' || given !== undefined, '信号须说明页面状态')
export type ClientEvent = z.input<typeof clientEvent>

const clientEvents = z.array(clientEvent).max(50).default([])

export const heartbeatInput = z.object({
  attemptId: id,
  leaseEpoch: z.int().min(0),
  events: clientEvents,
})

export const heartbeatOutput = z.object({
  serverTime: instant,
  due: instant.nullable(),
  graceSeconds: z.int(),
  state: z.string(),
  submittedAt: instant.nullable(),
  leaseEpoch: z.int(),
  hasLease: z.boolean(),
  /** Absences as the server counts them, and their milliseconds. */
  leaves: z.int(),
  awayMs: z.int(),
  /** What invigilators said, until it is acknowledged. */
  tellings: z.array(telling),
  /** How busy the server is, 0 (at rest) to 10: what can wait gives way to answers. */
  load: z.int(),
})
export type Heartbeat = z.output<typeof heartbeatOutput>

export const submitInput = z.object({
  attemptId: id,
  leaseEpoch: z.int().min(1),
  /** The last revision per slot that the client has a receipt for or still waits for. */
  lastRevs: z.array(z.object({ slot, rev })).max(1000),
  /** What is unsent: saved first, by the rules of a save, so that nothing is lost between the last save and the hand-in. */
  items: savedItems.max(1000).default([]),
  /** Writes that the client holds beside that, without a receipt: with time left they hold the hand-in back. */
  pending: z
    .array(z.object({ slot, clientSeq: seq }))
    .max(1000)
    .default([]),
  submissionKey: z.string().min(8).max(100),
  /** What no heartbeat has told yet, for example the absence that was one too many. */
  events: clientEvents,
  /**
   * Why the client hands in. `timeUp` (its clock says that the time is over) and `limit` (it has counted too many absences) only ask: the server's
   * clock and the server's count decide, and refuse with sitting.timeLeft or sitting.withinLimit; then the candidate goes on. Whatever the client
   * says, the cause on record is the server's.
   */
  cause: z.enum(['manual', 'timeUp', 'limit']).default('manual'),
})

export type SubmitInput = z.output<typeof submitInput>

export const submitOutput = z.object({
  attemptId: id,
  state: z.string(),
  submittedAt: instant,
  cause: z.string(),
  answeredCount: z.int(),
  itemCount: z.int(),
  serverTime: instant,
  /** What became of `items`, as a save answers. */
  slots: z.array(savedSlot),
})

/** `data` of a hand-in that was refused: its `items` are dealt with all the same. */
export const submitRefusal = z.object({
  serverTime: instant,
  due: instant.nullable(),
  leaseEpoch: z.int(),
  slots: z.array(savedSlot),
  /** Whose last answer the server does not hold (sitting.unreceived). */
  unreceived: z.array(z.int()),
  /** What the exam does not allow to leave open (sitting.unanswered). */
  unanswered: z.array(z.int()),
  /** Until the hand-in is allowed (sitting.tooEarly). */
  waitSeconds: z.int().nullable(),
})
export type SubmitRefusal = z.output<typeof submitRefusal>
export type Submission = z.output<typeof submitOutput>
