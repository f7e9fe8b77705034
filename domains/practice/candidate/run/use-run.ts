import type { Answer } from '@kaopei/question/contract/answer'
import { call, isApiError, session, showOnce } from '@kaopei/web/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { learn } from '../../contract/learn.ts'
import type { Run, RunItem } from '../../contract/learn-shapes.ts'
import { keepDrafts } from './drafts.ts'
import { type KeptAnswer, keep, keyOfAnswer, type Outcome, sendKept } from './kept-answers.ts'
import { nextOpen, openedRun, type RunState, withDraft, withGiven, withItem, withRefused, withTold } from './run-state.ts'

const tryAgainMs = 10_000

export interface RunActs {
  readonly state: RunState
  readonly isSending: boolean
  /** Answered while it was shown: what became of it is news. */
  readonly isNews: boolean
  readonly write: (item: RunItem, answer: Answer) => void
  readonly give: (item: RunItem, answer: Answer) => void
  readonly judge: (item: RunItem, ownScore: number) => void
  readonly tooEasy: (item: RunItem) => Promise<void>
  readonly change: (item: RunItem, change: Partial<RunItem>) => void
  readonly open: (at: number) => void
  readonly goOn: () => void
  readonly finish: () => Promise<void>
}

/** One round: what is written, given, told and kept until there is a network. */
export function useRun(
  run: Run,
  begun: { readonly drafts: ReadonlyMap<number, Answer>; readonly kept: readonly KeptAnswer[] },
): RunActs {
  const [state, setState] = useState(() => openedRun(run, begun.drafts, waitingOf(run, begun.kept)))
  const [isSending, setSending] = useState(false)
  const [isNews, setNews] = useState(false)
  const shownAt = useRef(Date.now())
  const { runId } = run
  const send = useCallback(async () => {
    setSending(true)
    const done = await sendKept()
    setSending(false)
    for (const { kept, outcome } of done) if (kept.input.runId === runId) setState((now) => withOutcome(now, kept, outcome))
  }, [runId])
  useSendingAgain(state.waiting.size > 0, send)
  // Typed words outlive a reload.
  useEffect(() => keepDrafts(runId, state.drafts), [runId, state.drafts])
  const keepAndSend = (kept: KeptAnswer) => {
    const answer = kept.kind === 'answer' ? kept.input.answer : null
    setNews(true)
    setState((now) => withGiven(now, kept.input.item, answer))
    void keep(kept).then(send)
  }
  const open = (at: number) => {
    shownAt.current = Date.now()
    setNews(false)
    setState((now) => ({ ...now, at }))
    window.scrollTo({ top: 0 })
  }
  const named = (item: RunItem) => {
    const input = { runId, item: item.item, seq: item.nextSeq, answeredAt: new Date().toISOString() }
    return { key: keyOfAnswer(input), staffId: session.get()?.staffId ?? '', input }
  }
  return {
    state,
    isSending,
    isNews,
    write: ({ item }, answer) => setState((now) => withDraft(now, item, answer)),
    give: (item, answer) => {
      const { input, ...record } = named(item)
      const seconds = Math.min(86_400, Math.round((Date.now() - shownAt.current) / 1000))
      keepAndSend({ ...record, kind: 'answer', input: { ...input, answer, seconds } })
    },
    judge: (item, ownScore) => {
      const { input, ...record } = named(item)
      keepAndSend({ ...record, kind: 'judge', input: { ...input, ownScore } })
    },
    tooEasy: async ({ item }) => {
      const { feedback } = await call(learn.tooEasy, { runId, item })
      setState((now) => withItem(now, item, { feedback }))
    },
    change: ({ item }, change) => setState((now) => withItem(now, item, change)),
    open,
    goOn: () => {
      const next = nextOpen(state)
      if (next !== undefined) open(next)
    },
    finish: async () => {
      await send()
      const finished = await call(learn.finish, { runId })
      setState((now) => ({ ...now, run: finished }))
    },
  }
}

/** While something waits: now, when the network comes back, and every few seconds. */
function useSendingAgain(isWaiting: boolean, send: () => Promise<void>): void {
  // The network is outside of what React draws.
  useEffect(() => {
    if (!isWaiting) return
    const again = () => void send()
    const timer = setInterval(again, tryAgainMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [isWaiting, send])
}

function waitingOf({ runId, items }: Run, kept: readonly KeptAnswer[]): ReadonlyMap<number, Answer | null> {
  const own = kept.filter(({ input }) => input.runId === runId && items.some(({ item }) => item === input.item))
  return new Map(own.map((one) => [one.input.item, one.kind === 'answer' ? one.input.answer : null]))
}

function withOutcome(state: RunState, kept: KeptAnswer, outcome: Outcome): RunState {
  const { item } = kept.input
  if (outcome.kind === 'told') return withTold(state, item, outcome.answer)
  if (outcome.kind === 'unsent') return state
  showOnce('error', outcome.text)
  return withRefused(state, item)
}

/** Why nothing could be begun, in the server's words; undefined: there was no answer. */
export function refusalOf(error: unknown): string | undefined {
  return isApiError(error) && !error.isForeign && error.code >= 3100 && error.code < 3140 ? error.message : undefined
}
