/**
 * One sitting of a scale in this tab: the exam's outbox with the calls of this room. Answers travel in it as single choices, whose option is the place of
 * the option of the scale.
 */
import {
  memoryStore,
  Outbox,
  type OutboxStart,
  openBrowserStore,
  outcomeOf,
  scheduler,
  type Transport,
} from '@kaopei/sitting/candidate'
import type { EvaluationSheet, SavedAnswers } from '../contract/answering.ts'
import type { AnswerCalls } from './answer-calls.ts'

const single = (option: number | null) => ({ type: 1 as const, optionId: option === null ? null : String(option) })
type Choice = ReturnType<typeof single>

export const optionOf = (
  answer: { readonly type: number; readonly optionId?: string | null } | null | undefined,
): number | null => (answer?.type === 1 && answer.optionId != null ? Number(answer.optionId) : null)

export async function openAnswers(
  sheet: EvaluationSheet,
  calls: AnswerCalls,
  onTimes: (saved: SavedAnswers) => void,
): Promise<Outbox> {
  const opened = await openBrowserStore().then(
    (store) => ({ store, isStored: true }),
    () => ({ store: memoryStore(), isStored: false }),
  )
  const parts = { attemptId: sheet.sittingId, store: opened.store, transport: transportOf(calls, onTimes), scheduler }
  return Outbox.open(parts, { ...startOf(sheet), isStored: opened.isStored })
}

export function choose(outbox: Outbox, slot: number, option: number | null): void {
  outbox.write(slot, single(option))
}

export function startOf({ lease, nextSeq, items }: EvaluationSheet): OutboxStart {
  return {
    ...{ leaseEpoch: lease.epoch, hasLease: lease.isMine, nextSeq },
    items: items.map(({ slot, option, rev, savedAt }) => ({
      ...{ slot, rev, savedAt, isFlagged: false, answer: rev > 0 ? single(option) : null },
      answerState: option === null ? ('not_seen' as const) : ('answered' as const),
    })),
  }
}

function transportOf(calls: AnswerCalls, onTimes: (saved: SavedAnswers) => void): Transport {
  const writesOf = (items: Parameters<Transport['send']>[1]) =>
    items.flatMap(({ slot, answer, baseRev, clientSeq, priorSeqs, clientTime }) =>
      answer ? [{ slot, option: optionOf(answer), baseRev, clientSeq, priorSeqs: priorSeqs ?? [], clientTime }] : [],
    )
  return {
    send: async (leaseEpoch, items) => {
      try {
        const saved = await calls.save(leaseEpoch, writesOf(items))
        onTimes(saved)
        if (saved.outcome === 'replaced') return { kind: 'replaced' }
        const slots = saved.slots.map((slot) => ({ ...slot, current: choiceOf(slot.current) }))
        return saved.outcome === 'closed' ? { kind: 'closed', slots: [] } : { kind: 'answered', slots }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    // Nobody is left to hear of a failure; the writes are still stored and go with the next visit.
    sendLast: (leaseEpoch, items) => void calls.save(leaseEpoch, writesOf(items)).catch(() => undefined),
  }
}

const choiceOf = (option: number | null): Choice | null => (option === null ? null : single(option))
