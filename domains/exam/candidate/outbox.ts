/**
 * Keeps what a candidate writes until the server has given a receipt for it (domain.md §5, wire.md "Saving an answer"). Knows no screen,
 * no network and no clock but those it is given. A write is stored on the device before it is sent; it leaves the device only for a
 * receipt; "saved" is said from receipts alone.
 */
import type { Answer } from '@kaopei/question/contract/answer'
import { Sender, type SenderHost } from './outbox-sender.ts'
import { WriteShelf } from './outbox-shelf.ts'
import { SlotBook } from './outbox-slots.ts'
import type { OutboxParts, OutboxStanding, OutboxStart, OutboxView, SendOutcome } from './outbox-types.ts'
import { type Desk, holdConflict, setAside, takeVerdicts } from './outbox-verdicts.ts'
import { adopt, changedWrite, type PendingWrite, type WriteChange } from './outbox-write.ts'

export const typingPauseMs = 1200

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
  constructor(parts: OutboxParts, start: OutboxStart & { isStored?: boolean }) {
    this.#parts = parts
    this.#leaseEpoch = start.leaseEpoch
    this.#nextSeq = start.nextSeq
    this.#standing = start.hasLease ? 'open' : 'readOnly'
    this.#slots.takeSheet(start.items)
    const onLostStore = () => this.#changed()
    this.#shelf = new WriteShelf(parts.attemptId, parts.store, { isStored: start.isStored ?? true, onLostStore })
    this.#sender = new Sender(this.#host(), { shelf: this.#shelf, transport: parts.transport, scheduler: parts.scheduler })
  }

  /** Starts from the server's sheet and whatever this device still holds unsent, with its unsent mark intact. */
  static async open(parts: OutboxParts, start: OutboxStart & { isStored?: boolean; isSameLease?: boolean }): Promise<Outbox> {
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

  /** Sends until nothing is left or the time is up. True when the server has everything. */
  drain(timeoutMs: number): Promise<boolean> {
    return this.#sender.drain(timeoutMs)
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
    return { book: this.#slots, shelf: this.#shelf }
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

  /** `isSameLease`: the writes keep their numbers, for the server knows them under this lease; otherwise they are judged and numbered anew. */
  async #restore(start: OutboxStart, isSameLease: boolean): Promise<void> {
    const kept = await this.#shelf.load()
    this.#nextSeq = Math.max(this.#nextSeq, start.nextSeq, kept.nextSeq)
    const held = new Map(kept.writes.map((write) => [write.slot, write]))
    for (const write of this.#shelf.liftAll()) if ((held.get(write.slot)?.seq ?? 0) < write.seq) held.set(write.slot, write)
    for (const write of [...held.values()].sort((a, b) => a.seq - b.seq)) await this.#restoreWrite(write, isSameLease)
    if (this.#standing === 'open' && this.#shelf.size > 0) this.#sender.schedule(0)
  }

  async #restoreWrite(write: PendingWrite, isSameLease: boolean): Promise<void> {
    const state = this.#slots.get(write.slot)
    if (!state) return
    const verdict = isSameLease && !write.isHeld ? 'resend' : adopt(write, state)
    if (verdict === 'settled') return this.#shelf.drop(write)
    if (verdict === 'conflict') return holdConflict(this.#desk, write, { theirs: state.answer, theirRev: state.rev }, state)
    // Whether the last page still got it out is unknown: it counts as sent, or one's own text would look like somebody else's.
    const renewed =
      isSameLease && !write.isHeld
        ? { ...write, wasSent: true }
        : { ...write, seq: this.#nextSeq++, baseRev: state.rev, priorSeqs: [], wasSent: false, isHeld: false }
    if (write.answer) state.answer = write.answer
    if (write.isFlagged !== undefined) state.isFlagged = write.isFlagged
    state.isSeen = true
    await this.#shelf.put(renewed)
  }

  #changed(): void {
    this.#view = undefined
    for (const listener of [...this.#listeners]) listener()
  }

  #makeView(): OutboxView {
    const slots = this.#slots.views((slot) => this.#shelf.get(slot)?.answer !== undefined)
    return {
      slots,
      unsentCount: [...slots.values()].filter(({ isUnsent }) => isUnsent).length,
      isSending: this.#sender.isFlying,
      isConnectionLost: this.#sender.isConnectionLost,
      standing: this.#standing,
      isStored: this.#shelf.isStored,
      lastSavedAt: this.#slots.lastSavedAt,
    }
  }
}
