/** A round as it stands on this device: what the server knows, and what waits to be told. */
import type { OutputOf } from '@kaopei/contract'
import type { Answer } from '@kaopei/question/contract/answer'
import { runMode } from '../../contract/codes.ts'
import type { learn } from '../../contract/learn.ts'
import type { Run, RunItem } from '../../contract/learn-shapes.ts'

export interface RunState {
  readonly run: Run
  /** What is being written, by item; gone once it is answered. */
  readonly drafts: ReadonlyMap<number, Answer>
  /** Given and not acknowledged, by item. */
  readonly waiting: ReadonlyMap<number, Answer | null>
  /** The place of the question that is shown, from 0. */
  readonly at: number
}

export function openedRun(run: Run, drafts: ReadonlyMap<number, Answer>, waiting: ReadonlyMap<number, Answer | null>): RunState {
  const fresh = { run, drafts, waiting, at: 0 }
  const first = run.items.findIndex((item) => isOpen(fresh, item))
  return { ...fresh, at: Math.max(0, first) }
}

/** Told at the end alone: until then an answer can be given anew. */
export const isMock = ({ mode }: Pick<Run, 'mode'>) => mode === runMode.mock

/** Still to be answered. */
export function isOpen({ run, waiting }: Pick<RunState, 'run' | 'waiting'>, item: RunItem): boolean {
  if (waiting.has(item.item)) return false
  return item.feedback === null || (item.feedback.outcome === 'ownJudgement' && !isJudged(item) && !run.isOver)
}

function isJudged({ feedback }: RunItem): boolean {
  return feedback?.isOwnJudgement === true && typeof feedback.score === 'number'
}

/** The question's answer as it is shown: what is being written, what waits, what was taken. */
export function answerOf({ drafts, waiting }: RunState, { item, feedback }: RunItem): Answer | null {
  return drafts.get(item) ?? waiting.get(item) ?? feedback?.answer ?? null
}

export type ItemMark = 'open' | 'waiting' | 'right' | 'wrong' | 'partly' | 'answered' | 'passed'

/** What the sheet of questions shows of one. */
export function markOf(state: RunState, item: RunItem): ItemMark {
  const { feedback } = item
  if (state.waiting.has(item.item)) return 'waiting'
  if (feedback === null) return 'open'
  if (feedback.outcome === 'passedOver') return 'passed'
  if (feedback.isOwnJudgement || feedback.isCorrect === undefined || feedback.isCorrect === null) return 'answered'
  if (feedback.isCorrect) return 'right'
  return typeof feedback.score === 'number' && feedback.score > 0 ? 'partly' : 'wrong'
}

/** May this question be answered now? Without a network one already answered cannot be judged: its key points have not come. */
export function mayAnswer({ run, waiting }: RunState, { item, feedback }: RunItem): boolean {
  if (run.isOver || run.counts.isFinished || waiting.has(item)) return false
  return feedback === null || (isMock(run) && feedback.outcome === 'kept')
}

/** The next question to answer behind this one, then from the beginning; undefined when all are done. */
export function nextOpen(state: RunState, from = state.at): number | undefined {
  const { items } = state.run
  const order = items.map((_, offset) => (from + 1 + offset) % items.length)
  return order.find((place) => {
    const item = items[place]
    return item !== undefined && isOpen(state, item)
  })
}

export function withDraft(state: RunState, item: number, answer: Answer): RunState {
  return { ...state, drafts: new Map([...state.drafts, [item, answer]]) }
}

/** Given: it waits for the server's word. */
export function withGiven(state: RunState, item: number, answer: Answer | null): RunState {
  return { ...state, drafts: without(state.drafts, item), waiting: new Map([...state.waiting, [item, answer]]) }
}

/** The server's word about one answer. */
export function withTold(state: RunState, item: number, told: OutputOf<typeof learn.answer>): RunState {
  const { run } = state
  const items = run.items.map((one) =>
    one.item === item ? { ...one, feedback: told.feedback, nextSeq: Math.max(one.nextSeq, told.feedback.seq + 1) } : one,
  )
  return {
    ...state,
    run: { ...run, items, counts: told.counts },
    drafts: without(state.drafts, item),
    waiting: without(state.waiting, item),
  }
}

/** Not taken: what was written stands there again. */
export function withRefused(state: RunState, item: number): RunState {
  const answer = state.waiting.get(item)
  const back = { ...state, waiting: without(state.waiting, item) }
  return answer ? withDraft(back, item, answer) : back
}

export function withItem(state: RunState, item: number, change: Partial<RunItem>): RunState {
  const items = state.run.items.map((one) => (one.item === item ? { ...one, ...change } : one))
  return { ...state, run: { ...state.run, items } }
}

function without<T>(map: ReadonlyMap<number, T>, key: number): ReadonlyMap<number, T> {
  return new Map([...map].filter(([one]) => one !== key))
}
