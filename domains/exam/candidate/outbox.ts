/**
 * Keeps what a candidate writes until the server has given a receipt for it (domain.md §5, wire.md "Saving an answer"). Knows no screen,
 * no network and no clock but those it is given. A write is stored on the device before it is sent; it leaves the device only for a
 * receipt; "saved" is said from receipts alone.
 */
import type { Answer } from '@kaopei/question/contract/answer'
import type { SavedSlot } from '../contract/sitting-shapes.ts'
import { SlotBook, type SlotState } from './outbox-slots.ts'
import type { KeptReceipt } from './outbox-store.ts'
import type { OutboxParts, OutboxStanding, OutboxStart, OutboxView, SendOutcome } from './outbox-types.ts'
import { adopt, changedWrite, type PendingWrite, rebased, type WriteChange, wireItem } from './outbox-write.ts'

const batchItems = 20
const batchCharacters = 200_000
const lastFlightCharacters = 60_000
const firstRetryMs = 1000
const longestRetryMs = 20_000
const slowMs = 4000
export const typingPauseMs = 1200

export class Outbox {
  readonly #parts: OutboxParts
  readonly #slots = new SlotBook()
  readonly #pending = new Map<number, PendingWrite>()
  readonly #listeners = new Set<() => void>()
  #leaseEpoch: number
  #nextSeq: number
  #standing: OutboxStanding
  #isStored = true
  #failures = 0
  #isSlow = false
  #isOffline = false
  #flight: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #batchLimit = batchItems
  #isStopped = false
  #view: OutboxView | undefined

  // made by open()
  constructor(parts: OutboxParts, start: OutboxStart) {
    this.#parts = parts
    this.#leaseEpoch = start.leaseEpoch
    this.#nextSeq = start.nextSeq
    this.#standing = start.hasLease ? 'open' : 'readOnly'
    this.#slots.takeSheet(start.items)
  }

  /** Starts from the server's sheet and whatever this device still holds unsent, with its unsent mark intact. */
  static async open(parts: OutboxParts, start: OutboxStart & { isStored?: boolean; isSameLease?: boolean }): Promise<Outbox> {
    const outbox = new Outbox(parts, start)
    outbox.#isStored = start.isStored ?? true
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
    const held = this.#pending.get(slot)
    state.conflict = null
    state.rev = Math.max(state.rev, theirRev)
    state.answer = theirs
    this.#pending.delete(slot)
    if (choice === 'mine') this.#change(slot, { answer: mine }, 0)
    else if (held) void this.#drop(held)
    this.#changed()
  }

  /** The browser says that there is no network, or that it is back. */
  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline
    if (!isOffline) this.#failures = 0
    this.#changed()
    if (!isOffline) this.#schedule(0)
  }

  /** Sends what there is now; settles when that call has ended, however it ended. */
  async flush(): Promise<void> {
    await this.#flight
    await this.#sendOnce()
  }

  /** Sends until nothing is left or the time is up. True when the server has everything. */
  async drain(timeoutMs: number): Promise<boolean> {
    const until = this.#parts.scheduler.now() + timeoutMs
    while (this.#hasSendable() && this.#maySend() && this.#parts.scheduler.now() < until) {
      await this.flush()
      if (this.#hasSendable() && this.#failures > 0)
        await this.#pause(Math.min(firstRetryMs, until - this.#parts.scheduler.now()))
    }
    return this.#pending.size === 0
  }

  /** The page is being left: one last call that needs no answer. The writes stay stored until a receipt comes. */
  flushOnLeave(): void {
    if (!this.#maySend() || this.#pending.size === 0) return
    const batch = this.#batch(batchItems, lastFlightCharacters)
    if (batch.length === 0) return
    this.#markSent(batch)
    this.#parts.transport.sendLast(this.#leaseEpoch, batch.map(wireItem))
  }

  /** After taking over, or after a pause or a new login: the server's sheet is the base, own unsent writes are sent or offered. */
  async adoptSheet(start: OutboxStart, isSameLease = start.leaseEpoch === this.#leaseEpoch): Promise<void> {
    this.#leaseEpoch = start.leaseEpoch
    this.#nextSeq = Math.max(this.#nextSeq, start.nextSeq)
    this.#standing = start.hasLease ? 'open' : 'readOnly'
    this.#failures = 0
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

  /** The pause is over. */
  reopen(): void {
    if (this.#standing !== 'paused') return
    this.#standing = 'open'
    this.#changed()
    this.#schedule(0)
  }

  close(): void {
    this.#standing = 'closed'
    this.#changed()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer?.()
    this.#listeners.clear()
  }

  #change(slot: number, change: WriteChange, delayMs: number): void {
    const state = this.#slots.get(slot)
    if (!state || this.#standing === 'closed' || this.#standing === 'replaced' || this.#standing === 'readOnly') return
    const facts = { slot, seq: this.#nextSeq++, baseRev: state.rev, at: this.#parts.scheduler.isoNow() }
    const write = changedWrite(this.#pending.get(slot), change, facts)
    this.#pending.set(slot, state.conflict ? { ...write, isHeld: true } : write)
    if (state.conflict && change.answer) state.conflict = { ...state.conflict, mine: change.answer }
    if (change.answer) state.answer = change.answer
    if (change.isFlagged !== undefined) state.isFlagged = change.isFlagged
    state.isSeen = true
    state.isRejected = false
    void this.#keep(slot)
    this.#changed()
    if (!this.#maySend()) return
    // While calls fail the retries keep their pace: typing must not turn them into a flood.
    this.#schedule(this.#failures === 0 ? delayMs : this.#retryDelay())
  }

  async #keep(slot: number): Promise<void> {
    const write = this.#pending.get(slot)
    if (!write) return
    try {
      await this.#parts.store.putWrite(this.#parts.attemptId, write)
    } catch {
      this.#noteStorageFailure()
    }
  }

  #noteStorageFailure(): void {
    if (!this.#isStored) return
    this.#isStored = false
    this.#changed()
  }

  #maySend(): boolean {
    return this.#standing === 'open' && !this.#isStopped
  }

  /** A write that awaits the candidate's decision does not go by itself. */
  #hasSendable(): boolean {
    for (const write of this.#pending.values()) if (!write.isHeld) return true
    return false
  }

  /** Runs a send after `ms`, or earlier if one is due earlier. */
  #schedule(ms: number): void {
    if (this.#isStopped) return
    const at = this.#parts.scheduler.now() + ms
    if (at >= this.#timerAt) return
    this.#cancelTimer?.()
    this.#timerAt = at
    this.#cancelTimer = this.#parts.scheduler.after(ms, () => {
      this.#timerAt = Number.POSITIVE_INFINITY
      void this.#sendOnce()
    })
  }

  #sendOnce(): Promise<void> {
    if (this.#flight !== undefined) return this.#flight
    if (!this.#maySend() || !this.#hasSendable()) return Promise.resolve()
    this.#flight = this.#fly().finally(() => {
      this.#flight = undefined
      this.#changed()
      if (this.#maySend() && this.#hasSendable()) this.#schedule(this.#failures === 0 ? 0 : this.#retryDelay())
    })
    this.#changed()
    return this.#flight
  }

  async #fly(): Promise<void> {
    const { store, transport, scheduler, attemptId } = this.#parts
    const batch = this.#batch(this.#batchLimit, batchCharacters)
    if (batch.length === 0) return
    this.#markSent(batch)
    // On the device first: should the page die between sending and answering, the writes are found again.
    const sent = batch.map(({ slot }) => this.#pending.get(slot)).filter((write) => write !== undefined)
    await Promise.all(sent.map((write) => store.putWrite(attemptId, write))).catch(() => this.#noteStorageFailure())
    const cancelSlow = scheduler.after(slowMs, () => {
      this.#isSlow = true
      this.#changed()
    })
    const outcome = await transport.send(this.#leaseEpoch, sent.map(wireItem)).catch((): SendOutcome => ({ kind: 'failed' }))
    cancelSlow()
    this.#isSlow = false
    await this.#settle(outcome, sent)
  }

  #batch(most: number, characters: number): PendingWrite[] {
    const batch: PendingWrite[] = []
    let size = 0
    for (const write of [...this.#pending.values()].sort((a, b) => a.seq - b.seq)) {
      if (write.isHeld) continue
      if (batch.length >= most) break
      size += JSON.stringify(write.answer ?? null).length + 200
      if (batch.length > 0 && size > characters) break
      batch.push(write)
    }
    return batch
  }

  #markSent(batch: readonly PendingWrite[]): void {
    for (const write of batch) this.#pending.set(write.slot, { ...write, wasSent: true })
  }

  async #settle(outcome: SendOutcome, sent: readonly PendingWrite[]): Promise<void> {
    switch (outcome.kind) {
      case 'answered':
        this.#failures = 0
        this.#batchLimit = batchItems
        await this.#takeAnswers(outcome.slots, sent)
        return
      case 'closed':
        await this.#takeAnswers(outcome.slots, sent)
        this.#standing = 'closed'
        return
      case 'replaced':
        this.#standing = 'replaced'
        return
      case 'paused':
        this.#standing = 'paused'
        return
      case 'signedOut':
        this.#standing = 'signedOut'
        return
      case 'refused':
        await this.#isolate(sent)
        return
      case 'failed':
        this.#failures += 1
        if (outcome.retryAfterMs !== undefined) await this.#pause(outcome.retryAfterMs)
    }
  }

  /** One malformed write must not hold up the others: they go one by one, and the one that is refused alone is set aside. */
  async #isolate(sent: readonly PendingWrite[]): Promise<void> {
    if (sent.length > 1) {
      this.#batchLimit = 1
      return
    }
    const [write] = sent
    if (!write) return
    const state = this.#slots.get(write.slot)
    if (state) state.isRejected = true
    await this.#drop(write)
  }

  async #takeAnswers(slots: readonly SavedSlot[], sent: readonly PendingWrite[]): Promise<void> {
    const receipts: KeptReceipt[] = []
    for (const write of sent) {
      const said = slots.find(({ slot }) => slot === write.slot)
      const state = this.#slots.get(write.slot)
      if (!said || !state) continue
      if (said.status === 'saved' && said.receipt && said.savedAt && said.rev !== null) {
        receipts.push({ slot: said.slot, rev: said.rev, receipt: said.receipt, savedAt: said.savedAt })
        this.#noteSaved(write, said.rev, said.savedAt, state)
      } else if (said.status === 'noted') this.#noteSaved(write, state.rev, null, state)
      else if (said.status !== 'kept') this.#noteRefused(write, said, state)
      if (said.status !== 'kept' && said.status !== 'conflict') await this.#drop(write)
    }
    if (receipts.length > 0)
      await this.#parts.store.putReceipts(this.#parts.attemptId, receipts).catch(() => this.#noteStorageFailure())
  }

  #noteSaved(write: PendingWrite, rev: number, savedAt: string | null, state: SlotState): void {
    if (savedAt !== null) this.#slots.noteReceipt(state, rev, savedAt)
    const newer = this.#pending.get(write.slot)
    if (newer && newer.seq !== write.seq) {
      this.#pending.set(write.slot, rebased(newer, write.seq, state.rev))
      void this.#keep(write.slot)
    }
  }

  #noteRefused(write: PendingWrite, said: SavedSlot, state: SlotState): void {
    const newest = this.#pending.get(write.slot) ?? write
    if (said.status === 'conflict') {
      this.#hold(newest, { theirs: said.current, theirRev: said.rev ?? state.rev }, state)
      return
    }
    if (said.status === 'blank' || said.status === 'passed') {
      if (newest.seq !== write.seq) return
      state.answer = said.current
      state.rev = said.rev ?? state.rev
      return
    }
    state.isRejected = true
  }

  /** Keeps both texts until the candidate has chosen, across reloads too. */
  #hold(write: PendingWrite, server: { theirs: Answer | null; theirRev: number }, state: SlotState): void {
    if (!write.answer) return
    state.conflict = { mine: write.answer, ...server }
    state.answer = write.answer
    this.#pending.set(write.slot, { ...write, isHeld: true })
    void this.#keep(write.slot)
  }

  /** Forgets a write that was answered, unless a newer one has taken its place. */
  async #drop(write: PendingWrite): Promise<void> {
    if (this.#pending.get(write.slot)?.seq === write.seq) this.#pending.delete(write.slot)
    await this.#parts.store.removeWrite(this.#parts.attemptId, write.slot, write.seq).catch(() => this.#noteStorageFailure())
  }

  /** `isSameLease`: the writes keep their numbers, for the server knows them under this lease; otherwise they are judged and numbered anew. */
  async #restore(start: OutboxStart, isSameLease: boolean): Promise<void> {
    const kept = await this.#parts.store.load(this.#parts.attemptId).catch(() => {
      this.#noteStorageFailure()
      return { nextSeq: 1, writes: [], receipts: [] }
    })
    this.#nextSeq = Math.max(this.#nextSeq, start.nextSeq, kept.nextSeq)
    const held = new Map(kept.writes.map((write) => [write.slot, write]))
    for (const [slot, write] of this.#pending) if ((held.get(slot)?.seq ?? 0) < write.seq) held.set(slot, write)
    this.#pending.clear()
    for (const write of [...held.values()].sort((a, b) => a.seq - b.seq)) await this.#restoreWrite(write, isSameLease)
    if (this.#maySend() && this.#pending.size > 0) this.#schedule(0)
  }

  async #restoreWrite(write: PendingWrite, isSameLease: boolean): Promise<void> {
    const state = this.#slots.get(write.slot)
    if (!state) return
    const verdict = isSameLease && !write.isHeld ? 'resend' : adopt(write, state)
    if (verdict === 'settled') return this.#drop(write)
    if (verdict === 'conflict') return this.#hold(write, { theirs: state.answer, theirRev: state.rev }, state)
    // Whether the last page still got it out is unknown: it counts as sent, or one's own text would look like somebody else's.
    const renewed =
      isSameLease && !write.isHeld
        ? { ...write, wasSent: true }
        : { ...write, seq: this.#nextSeq++, baseRev: state.rev, priorSeqs: [], wasSent: false, isHeld: false }
    this.#pending.set(write.slot, renewed)
    if (write.answer) state.answer = write.answer
    if (write.isFlagged !== undefined) state.isFlagged = write.isFlagged
    state.isSeen = true
    await this.#keep(write.slot)
  }

  #retryDelay(): number {
    const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#failures - 1, 10))
    return ceiling / 2 + (this.#parts.scheduler.random() * ceiling) / 2
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#parts.scheduler.after(Math.max(0, ms), resolve))
  }

  #changed(): void {
    this.#view = undefined
    for (const listener of [...this.#listeners]) listener()
  }

  #makeView(): OutboxView {
    const slots = this.#slots.views((slot) => this.#pending.get(slot)?.answer !== undefined)
    return {
      slots,
      unsentCount: [...slots.values()].filter(({ isUnsent }) => isUnsent).length,
      isSending: this.#flight !== undefined,
      isConnectionLost: this.#isOffline || this.#failures > 0 || this.#isSlow,
      standing: this.#standing,
      isStored: this.#isStored,
      lastSavedAt: this.#slots.lastSavedAt,
    }
  }
}
