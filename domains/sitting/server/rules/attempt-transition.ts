/**
 * The life of an attempt as one table. Nothing else decides a change of state; the caller puts the old state into the
 * WHERE of its update, and writes the event row in the same transaction.
 */
export const attemptStates = [
  'assigned',
  'checked_in',
  'ready',
  'in_progress',
  'paused',
  'submitting',
  'submitted',
  'timeout_submitted',
  'forced_submitted',
  'abandoned',
  'auto_scored',
  'in_marking',
  'marked',
  'published',
  'voided',
] as const
export type AttemptState = (typeof attemptStates)[number]

/** The column is text; a state that the rules do not know must stop whoever reads it. */
export function stateOf(stored: string): AttemptState {
  const state = attemptStates.find((known) => known === stored)
  if (!state) throw new Error(`attempt state ${stored} is unknown`)
  return state
}

export const attemptStateLabels: Record<AttemptState, string> = {
  assigned: '未开始',
  checked_in: '已签到',
  ready: '待开考',
  in_progress: '答题中',
  paused: '已暂停',
  submitting: '交卷中',
  submitted: '已交卷',
  timeout_submitted: '超时自动交卷',
  forced_submitted: '强制交卷',
  abandoned: '已放弃',
  auto_scored: '客观题已判分',
  in_marking: '阅卷中',
  marked: '阅卷完成',
  published: '成绩已发布',
  voided: '已作废',
}

export type AttemptEvent =
  | 'checkIn'
  | 'prepare'
  | 'start'
  | 'pause'
  | 'resume'
  | 'beginSubmit'
  | 'confirmSubmit'
  | 'timeOut'
  | 'force'
  | 'abandon'
  | 'reopen'
  | 'giveBack'
  | 'score'
  | 'beginMarking'
  | 'finishMarking'
  | 'reopenMarking'
  | 'publish'
  | 'withdraw'

type Arrow = { from: readonly AttemptState[]; to: AttemptState; needsReason?: true }

/** Closing comes before scoring, always: `score` starts only from a closed state. */
const arrows: Record<AttemptEvent, Arrow> = {
  checkIn: { from: ['assigned'], to: 'checked_in' },
  prepare: { from: ['assigned', 'checked_in'], to: 'ready' },
  start: { from: ['assigned', 'checked_in', 'ready'], to: 'in_progress' },
  pause: { from: ['in_progress'], to: 'paused', needsReason: true },
  resume: { from: ['paused'], to: 'in_progress' },
  beginSubmit: { from: ['in_progress'], to: 'submitting' },
  confirmSubmit: { from: ['in_progress', 'submitting'], to: 'submitted' },
  timeOut: { from: ['in_progress', 'submitting'], to: 'timeout_submitted' },
  force: { from: ['in_progress', 'paused', 'submitting'], to: 'forced_submitted', needsReason: true },
  /** No answers and never came back. */
  abandon: { from: ['in_progress', 'paused'], to: 'abandoned' },
  /** More time after the clock ran out, or a forced hand-in taken back; not for what a candidate handed in. */
  reopen: { from: ['timeout_submitted', 'forced_submitted', 'abandoned'], to: 'in_progress', needsReason: true },
  /** Closed by the server while an incident had stopped the clock: what was left is given back, also where a machine has scored it since. */
  giveBack: {
    from: ['submitted', 'timeout_submitted', 'forced_submitted', 'auto_scored', 'in_marking'],
    to: 'in_progress',
    needsReason: true,
  },
  score: { from: ['submitted', 'timeout_submitted', 'forced_submitted', 'abandoned'], to: 'auto_scored' },
  beginMarking: { from: ['auto_scored'], to: 'in_marking' },
  finishMarking: { from: ['auto_scored', 'in_marking'], to: 'marked' },
  reopenMarking: { from: ['marked'], to: 'in_marking', needsReason: true },
  publish: { from: ['marked'], to: 'published' },
  withdraw: { from: ['published'], to: 'marked', needsReason: true },
}

/** `stateBeforeVoid` is set exactly while the attempt is voided. */
export type AttemptStanding = { state: AttemptState; stateBeforeVoid: AttemptState | null }

export type AttemptChange = { name: AttemptEvent | 'void' | 'restore'; reason?: string }

export type AttemptTransition = { allowed: true; standing: AttemptStanding } | { allowed: false; message: string }

/** Where a change leads, or why it may not happen. Any attempt may be voided with a reason, and restored to where it was. */
export function transitionAttempt(
  { state, stateBeforeVoid }: AttemptStanding,
  { name, reason = '' }: AttemptChange,
): AttemptTransition {
  const label = attemptStateLabels[state]
  if (name === 'void') {
    if (state === 'voided') return refuse(`当前状态为“${label}”，不能执行此操作`)
    return reason.trim() === '' ? refuse('请填写原因') : lead('voided', state)
  }
  if (name === 'restore') {
    if (state !== 'voided' || stateBeforeVoid === null) return refuse(`当前状态为“${label}”，不能执行此操作`)
    return lead(stateBeforeVoid, null)
  }
  const arrow = arrows[name]
  if (!arrow.from.includes(state)) return refuse(`当前状态为“${label}”，不能执行此操作`)
  if (arrow.needsReason && reason.trim() === '') return refuse('请填写原因')
  return lead(arrow.to, null)
}

/** The attempt is closed: no answer changes any more. */
export function isClosed(state: AttemptState): boolean {
  return !openStates.has(state)
}

/** An attempt that is under way, of which a candidate may have one in an exam. */
export function isUnderWay(state: AttemptState): boolean {
  return state === 'in_progress' || state === 'paused' || state === 'submitting'
}

/** 缺考 is derived, never stored: assigned, the window is over, nothing was begun. */
export function isAbsent(states: readonly AttemptState[], { now, closeAt }: { now: Date; closeAt: Date | null }): boolean {
  return (
    closeAt !== null &&
    now > closeAt &&
    states.every((state) => state === 'assigned' || state === 'checked_in' || state === 'ready')
  )
}

const openStates: ReadonlySet<AttemptState> = new Set(['assigned', 'checked_in', 'ready', 'in_progress', 'paused', 'submitting'])

function lead(state: AttemptState, stateBeforeVoid: AttemptState | null): AttemptTransition {
  return { allowed: true, standing: { state, stateBeforeVoid } }
}

function refuse(message: string): AttemptTransition {
  return { allowed: false, message }
}
