import { useCallback, useEffect, useState } from 'react'
import type { OutboxView } from '../outbox/types.ts'
import type { SittingSession } from '../session/session.ts'
import { isAnswered } from './answer-card.tsx'

export interface Position {
  readonly index: number
  readonly mayOpen: (index: number) => boolean
  readonly open: (index: number) => void
}

/** Where in the paper the candidate is, and where they may go by the exam's rules (the server checks the way back again). */
export function usePosition(session: SittingSession, outbox: OutboxView): Position {
  const { items, rules } = session.sheet
  const [index, setIndex] = useState(() => startIndex(session, outbox))
  const slot = items[index]?.slot
  const isAnswering = outbox.standing === 'open' || outbox.standing === 'paused'
  // Being shown is what makes a question seen; that is told to the server.
  useEffect(() => {
    if (slot !== undefined && isAnswering) session.outbox.see(slot)
  }, [session, slot, isAnswering])
  const mayOpen = (wanted: number) => {
    if (wanted < index) return rules.permitSkipBack
    if (rules.permitSkip) return wanted < items.length
    const passed = items.slice(index, wanted)
    return wanted < items.length && passed.every((item) => isAnswered(outbox.slots.get(item.slot)?.answer ?? null))
  }
  const open = useCallback((wanted: number) => {
    setIndex(wanted)
    window.scrollTo({ top: 0 })
  }, [])
  return { index, mayOpen, open }
}

/** A reload comes back to where one was: the furthest question seen where there is no way back, else the first open one that was seen. */
function startIndex(session: SittingSession, outbox: OutboxView): number {
  const { items, rules } = session.sheet
  const seen = items.flatMap(({ slot }, index) => (outbox.slots.get(slot)?.isSeen ? [index] : []))
  return rules.permitSkipBack && rules.permitSkip ? (seen.at(-1) ?? 0) : Math.max(0, ...seen)
}
