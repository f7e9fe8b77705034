/**
 * Keeps what a candidate writes until the server has given a receipt for it. Knows no screen,
 * no network and no clock but those it is given. A write is stored on the device before it is sent; it leaves the device only for a
 * receipt; "saved" is said from receipts alone.
 */
import type { Answer } from '@kaopei/question/contract/answer'
import type { SavedSlot } from '../../contract/shapes.ts'
import { restoreWrites } from './restore.ts'
import { Sender, type SenderHost } from './sender.ts'
import { WriteShelf } from './shelf.ts'
import { SlotBook } from './slots.ts'
import type { OutboxParts, OutboxStanding, OutboxStart, OutboxView, SendOutcome } from './types.ts'
import { type Desk, setAside, takeVerdicts } from './verdicts.ts'
import { changedWrite, type PendingWrite, type WriteChange } from './write.ts'

export const typingPauseMs = 1200
/** What a hand-in may carry: the server takes bodies of a megabyte, and a character may be three bytes. */
const carried = { most: 200, characters: 280_000 }

/** What a hand-in carries of the unsent answers: all of them, those that are not known to be refused on the way, none. */
export type Packing = 'all' | 'unsuspicious' | 'nothing'

export interface Parcel {
  readonly sent: readonly PendingWrite[]
  readonly pending: { slot: number; clientSeq: number }[]
}

export class Outbox {
  readonly #parts: OutboxParts
  readonly #slots = new SlotBook()
  readonly #shelf: WriteShelf
  readonly #sender: Sender
  readonly #listeners = new Set<() => void>()
  #leaseEpoch: number
  #nextSeq: number
  #standing: OutboxStanding
  #view: OutboxView | undefined

  // made by open()
  constructor(parts: OutboxParts, start: OutboxStart & { isStored?: boolean; isInOrder?: boolean }) {
    this.#parts = parts
    this.#leaseEpoch = start.leaseEpoch
    this.#nextSeq = start.nextSeq
    this.#standing = start.hasLease ? 'open' : 'readOnly'
    this.#slots.takeSheet(start.items)
    const onLostStore = () => this.#changed()
    this.#shelf = new WriteShelf(parts.attemptId, parts.store, { isStored: start.isStored ?? true, onLostStore })
    const { transport, scheduler } = parts
    this.#sender = new Sender(this.#host(), { shelf: this.#shelf, transport, scheduler, isInOrder: start.isInOrder ?? false })
  }

  /** Starts from the server's sheet and whatever this device still holds unsent, with its unsent mark intact. */
  static async open(
    parts: OutboxParts,
    start: OutboxStart & { isStored?: boolean; isSameLease?: boolean; isInOrder?: boolean },
  ): Promise<Outbox> {
    const outbox = new Outbox(parts, start)
    if (start.hasLease) await outbox.#restore(start, start.isSameLease ?? false)
    return outbox
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same object until something changes. */
  get view(): OutboxView {
    this.#view ??= this.#makeView()
    return this.#view
  }

  get leaseEpoch(): number {
    return this.#leaseEpoch
  }

  /** What a hand-in must find on the server. */
  lastRevs(): { slot: number; rev: number }[] {
    return this.#slots.lastRevs()
  }

  /** Choices go at once, typing after a pause. */
  write(slot: number, answer: Answer, { isTyping = false }: { isTyping?: boolean } = {}): void {
    this.#change(slot, { answer }, isTyping ? typingPauseMs : 0)
  }

  flag(slot: number, isFlagged: boolean): void {
    this.#change(slot, { isFlagged }, typingPauseMs)
  }

  see(slot: number): void {
    if (this.#slots.get(slot)?.isSeen) return
    this.#change(slot, { seen: true }, typingPauseMs)
  }

  /** The candidate chooses between the two texts of a conflict. */
  resolve(slot: number, choice: 'mine' | 'theirs'): void {
    const state = this.#slots.get(slot)
    if (!state?.conflict) return
    const { mine, theirs, theirRev } = state.conflict
    state.conflict = null
    state.rev = Math.max(state.rev, theirRev)
    state.answer = theirs
    const held = this.#shelf.lift(slot)
    if (choice === 'mine') this.#change(slot, { answer: mine }, 0)
    else if (held) void this.#shelf.drop(held)
    this.#changed()
  }

  /** The browser says that there is no network, or that it is back. */
  setOffline(isOffline: boolean): void {
    this.#sender.setOffline(isOffline)
  }

  /** Sends what there is now; settles when that call has ended, however it ended. */
  flush(): Promise<void> {
    return this.#sender.flush()
  }

  /** Sends until nothing is left but what was tried and is refused on the way, or the time is up. */
  drain(timeoutMs: number): Promise<void> {
    return this.#sender.drain(timeoutMs)
  }

  /** A sign of life was answered, or was not. */
  hearBeat(beat: { isAnswered: boolean; wasLost: boolean }): void {
    this.#sender.hearBeat(beat)
  }

  /** What is unsent, for a hand-in that carries it: as much as fits into one call, and the numbers of what stays here. */
  async pack(packing: Packing): Promise<Parcel> {
    const unheard = this.#shelf.unheard()
    const wanted = packing === 'nothing' ? [] : unheard.filter((write) => packing === 'all' || !this.#sender.hasFailed(write))
    const sent = this.#shelf.markSent(this.#shelf.fitting(wanted, carried))
    await this.#shelf.secure(sent)
    const slots = new Set(sent.map(({ slot }) => slot))
    const left = unheard.filter(({ slot }) => !slots.has(slot))
    return { sent, pending: left.map(({ slot, seq }) => ({ slot, clientSeq: seq })) }
  }

  /** What the server said of what a hand-in carried. */
  async takeVerdicts(slots: readonly SavedSlot[], { sent }: Parcel): Promise<void> {
    await takeVerdicts(this.#desk, slots, sent)
    this.#changed()
  }

  /** After the hand-in: what the server has spoken about leaves the device; what it never heard of stays until it has. */
  forgetSettled(): Promise<void> {
    return this.#shelf.forgetJudged()
  }

  /** Answers of which nobody knows whether the server has them. */
  get unheardCount(): number {
    return this.#shelf.unheard().length
  }

  /** The page is being left: one last call that needs no answer. */
  flushOnLeave(): void {
    this.#sender.sendLast()
  }

  /** After taking over, or after a pause or a new login: the server's sheet is the base, own unsent writes are sent or offered. */
  async adoptSheet(start: OutboxStart, isSameLease = start.leaseEpoch === this.#leaseEpoch): Promise<void> {
    this.#leaseEpoch = start.leaseEpoch
    this.#nextSeq = Math.max(this.#nextSeq, start.nextSeq)
    this.#standing = start.hasLease ? 'open' : 'readOnly'
    this.#sender.forgetFailures()
    this.#slots.takeSheet(start.items)
    if (start.hasLease) await this.#restore(start, isSameLease)
    this.#changed()
  }

  /** Another tab of this browser took over: it also takes the stored writes. */
  stepDown(standing: OutboxStanding = 'replaced'): void {
    if (this.#standing === 'closed') return
    this.#standing = standing
    this.#changed()
  }

  /** Another device took over: what is unsent is told once, for the server keeps it as evidence, and nothing after that. */
  async giveWay(): Promise<void> {
    if (this.#standing === 'open' && this.#shelf.size > 0) await this.flush()
    this.stepDown()
  }

  /** The pause is over. */
  reopen(): void {
    if (this.#standing !== 'paused') return
    this.#standing = 'open'
    this.#changed()
    this.#sender.schedule(0)
  }

  close(): void {
    this.#standing = 'closed'
    this.#changed()
  }

  stop(): void {
    this.#sender.stop()
    this.#listeners.clear()
  }

  #host(): SenderHost {
    const outbox = this
    return {
      get leaseEpoch() {
        return outbox.#leaseEpoch
      },
      get maySend() {
        return outbox.#standing === 'open'
      },
      settle: (outcome, sent) => outbox.#settle(outcome, sent),
      changed: () => outbox.#changed(),
    }
  }

  get #desk(): Desk {
    return { book: this.#slots, shelf: this.#shelf, keepItem: this.#parts.keepItem ?? (async () => undefined) }
  }

  #change(slot: number, change: WriteChange, delayMs: number): void {
    const state = this.#slots.get(slot)
    if (!state || this.#standing === 'closed' || this.#standing === 'replaced' || this.#standing === 'readOnly') return
    const facts = { slot, seq: this.#nextSeq++, baseRev: state.rev, at: this.#parts.scheduler.isoNow() }
    const write = changedWrite(this.#shelf.get(slot), change, facts)
    if (state.conflict && change.answer) state.conflict = { ...state.conflict, mine: change.answer }
    if (change.answer) state.answer = change.answer
    if (change.isFlagged !== undefined) state.isFlagged = change.isFlagged
    state.isSeen = true
    state.isRejected = false
    void this.#shelf.put(state.conflict ? { ...write, isHeld: true } : write)
    this.#changed()
    if (this.#standing === 'open') this.#sender.schedule(delayMs)
  }

  async #settle(outcome: SendOutcome, sent: readonly PendingWrite[]): Promise<void> {
    switch (outcome.kind) {
      case 'answered':
        await takeVerdicts(this.#desk, outcome.slots, sent)
        return
      case 'closed':
        await takeVerdicts(this.#desk, outcome.slots, sent)
        this.#standing = 'closed'
        return
      case 'replaced':
      case 'paused':
      case 'signedOut':
        this.#standing = outcome.kind
        return
      case 'refused':
        for (const write of sent) await setAside(this.#desk, write)
        return
      case 'failed':
        return
    }
  }

  async #restore(start: OutboxStart, isSameLease: boolean): Promise<void> {
    const kept = await this.#shelf.load()
    this.#nextSeq = Math.max(this.#nextSeq, start.nextSeq, kept.nextSeq)
    await restoreWrites({ ...this.#desk, isSameLease, takeSeq: () => this.#nextSeq++ }, kept.writes)
    if (this.#standing === 'open') this.#sender.schedule(0)
  }

  #changed(): void {
    this.#view = undefined
    for (const listener of [...this.#listeners]) listener()
  }

  #makeView(): OutboxView {
    const slots = this.#slots.views((slot) => {
      const write = this.#shelf.get(slot)
      const isUnsent = write?.answer !== undefined
      return { isUnsent, isStuck: isUnsent && this.#sender.isStuck(write) }
    })
    return {
      slots,
      unsentCount: [...slots.values()].filter(({ isUnsent }) => isUnsent).length,
      isSending: this.#sender.isFlying,
      isOffline: this.#sender.isOffline,
      isConnectionLost: this.#sender.isConnectionLost,
      putOff: this.#sender.putOff,
      standing: this.#standing,
      isStored: this.#shelf.isStored,
      lastSavedAt: this.#slots.lastSavedAt,
    }
  }
}
