/**
 * Writes that fail alone. Where others get through meanwhile, something on the way refuses this very text (a filter that answers 403, 451 or
 * a page, or cuts the connection): it goes by itself and on a slower pace, holding up nothing else, until the candidate changes it.
 */
import type { PendingWrite } from './write.ts'

interface Trouble {
  readonly seq: number
  readonly triedAt: number
  /** How often it was tried by itself on its slower pace. */
  readonly tries: number
  /** How often it failed while the calls before and after it were answered. */
  strikes: number
  /** It failed after an answered call; what the next call meets decides. */
  isSuspected: boolean
  /** Another answer was saved since it first failed. */
  areOthersSaved: boolean
  nextAt: number
}

const enoughStrikes = 2
const firstPauseMs = 5000
const longestPauseMs = 60_000

export class Troubles {
  readonly #bySlot = new Map<number, Trouble>()
  #isWayFree = true

  /** A sign of life or an answer was answered since several last failed at once. */
  get isWayFree(): boolean {
    return this.#isWayFree
  }

  hasFailed(write: PendingWrite): boolean {
    return this.#of(write) !== undefined
  }

  /** Together with it others would fail too. */
  goesAlone(write: PendingWrite): boolean {
    return (this.#of(write)?.strikes ?? 0) > 0
  }

  /** Those that were not tried alone, then those whose try is the longest ago: none keeps another from its turn. */
  inTurn(writes: readonly PendingWrite[]): PendingWrite[] {
    const triedAt = (write: PendingWrite) => this.#of(write)?.triedAt ?? Number.NEGATIVE_INFINITY
    return [...writes].sort((a, b) => (triedAt(a) === triedAt(b) ? a.seq - b.seq : triedAt(a) - triedAt(b)))
  }

  /** It was tried, and its time has not come again. */
  isWaiting(write: PendingWrite, now: number): boolean {
    return (this.#of(write)?.nextAt ?? 0) > now
  }

  /** When the first of these may go. */
  readyAt(writes: readonly PendingWrite[]): number {
    return Math.min(...writes.map((write) => this.#of(write)?.nextAt ?? 0))
  }

  /** The way is free, but not for this text. Of several that all fail none is to blame: then answers as such do not get through. */
  isStuck(write: PendingWrite): boolean {
    const trouble = this.#of(write)
    if (!trouble || trouble.strikes < enoughStrikes) return false
    return trouble.areOthersSaved || this.#bySlot.size === 1
  }

  /** Answers whether that says nothing of the network, because the text is known for it. */
  failedAlone(write: PendingWrite, now: number): boolean {
    const { strikes, areOthersSaved, tries } = this.#of(write) ?? { strikes: 0, areOthersSaved: false, tries: 0 }
    const pauseMs = strikes === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** tries)
    this.#bySlot.set(write.slot, {
      seq: write.seq,
      triedAt: now,
      tries: strikes === 0 ? 0 : tries + 1,
      strikes,
      isSuspected: this.#isWayFree,
      areOthersSaved,
      nextAt: now + pauseMs,
    })
    return strikes > 0
  }

  /** Several failed at once, or no sign of life gets through: it may well be the network. */
  wayIsInDoubt(): void {
    this.#isWayFree = false
    for (const trouble of this.#bySlot.values()) trouble.isSuspected = false
  }

  /** Another call was answered: whoever failed just before it failed alone; whoever failed with the network did not. */
  wayIsFree(by: 'save' | 'beat'): void {
    this.#isWayFree = true
    for (const [slot, trouble] of this.#bySlot) {
      if (!trouble.isSuspected && trouble.strikes === 0) this.#bySlot.delete(slot)
      if (trouble.isSuspected) trouble.strikes += 1
      trouble.isSuspected = false
      if (by === 'save') trouble.areOthersSaved = true
    }
  }

  forget(slot: number): void {
    this.#bySlot.delete(slot)
  }

  /** Nobody waits for their turn any more. */
  letAllGo(): void {
    for (const trouble of this.#bySlot.values()) trouble.nextAt = 0
  }

  /** Another text in the same place is a new try. */
  #of({ slot, seq }: PendingWrite): Trouble | undefined {
    const known = this.#bySlot.get(slot)
    return known?.seq === seq ? known : undefined
  }
}
