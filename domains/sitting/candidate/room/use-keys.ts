import { answerByKey, isTyping } from '@kaopei/question/candidate'
import { useEffect } from 'react'
import type { OutboxView } from '../outbox/types.ts'
import type { SittingSession } from '../session/session.ts'
import type { Position } from './use-position.ts'

interface Keys {
  readonly session: SittingSession
  readonly outbox: OutboxView
  readonly position: Position
  readonly isActive: boolean
}

/** ← → turn the page, 1–9 and letters choose an option, F marks the question (where no option has that letter). */
export function useExamKeys({ session, outbox, position, isActive }: Keys): void {
  // Keys reach the window whatever has the focus; there is no element to listen on.
  useEffect(() => {
    if (!isActive) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (act(event.key, { session, outbox, position })) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [session, outbox, position, isActive])
}

/** True when the key meant something here. */
function act(key: string, { session, outbox, position }: Omit<Keys, 'isActive'>): boolean {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const wanted = position.index + (key === 'ArrowLeft' ? -1 : 1)
    if (wanted >= 0 && position.mayOpen(wanted)) position.open(wanted)
    return true
  }
  const item = session.sheet.items[position.index]
  const state = item && outbox.slots.get(item.slot)
  if (!item || !state) return false
  const { view, slot } = item
  const answer = answerByKey(view, state.answer, key)
  if (answer) {
    if (state.conflict === null) session.outbox.write(slot, answer)
    return true
  }
  if (key.toLowerCase() !== 'f') return false
  session.outbox.flag(slot, !state.isFlagged)
  return true
}
