/** The candidate's answers as this device knows them: what is shown, which revision it stands on, what needs a decision. */
import type { Answer } from '@kaopei/question/contract/answer'
import type { Conflict, OutboxStart, SlotView } from './types.ts'

export interface SlotState {
  answer: Answer | null
  rev: number
  isFlagged: boolean
  isSeen: boolean
  savedAt: string | null
  conflict: Conflict | null
  isRejected: boolean
}

export class SlotBook {
  readonly #slots = new Map<number, SlotState>()
  /** When the newest receipt was given. */
  lastSavedAt: string | null = null

  get(slot: number): SlotState | undefined {
    return this.#slots.get(slot)
  }

  /** The server's sheet is the base; what awaits a decision of the candidate stays. */
  takeSheet(items: OutboxStart['items']): void {
    for (const { slot, answer, rev, isFlagged, answerState, savedAt } of items) {
      const known = this.#slots.get(slot)
      const isSeen = answerState !== 'not_seen' || (known?.isSeen ?? false)
      this.#slots.set(slot, { answer, rev, isFlagged, isSeen, savedAt, conflict: null, isRejected: false })
      if (savedAt !== null) this.#noteTime(savedAt)
    }
  }

  noteReceipt(state: SlotState, rev: number, savedAt: string): void {
    state.rev = Math.max(state.rev, rev)
    state.savedAt = savedAt
    this.#noteTime(savedAt)
  }

  /** The highest revision per slot that this device has a receipt for. */
  lastRevs(): { slot: number; rev: number }[] {
    return [...this.#slots].filter(([, { rev }]) => rev > 0).map(([slot, { rev }]) => ({ slot, rev }))
  }

  views(unsentOf: (slot: number) => Pick<SlotView, 'isUnsent' | 'isStuck'>): Map<number, SlotView> {
    const views = new Map<number, SlotView>()
    for (const [slot, { answer, isFlagged, isSeen, savedAt, conflict, isRejected }] of this.#slots) {
      views.set(slot, { answer, isFlagged, isSeen, savedAt, conflict, isRejected, ...unsentOf(slot) })
    }
    return views
  }

  #noteTime(savedAt: string): void {
    if (this.lastSavedAt === null || savedAt > this.lastSavedAt) this.lastSavedAt = savedAt
  }
}
