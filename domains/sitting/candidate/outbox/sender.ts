/** When the unsent writes go, how often they are tried again, and what is known of the network meanwhile. */
import type { WriteShelf } from './shelf.ts'
import { Troubles } from './troubles.ts'
import type { PutOff, Scheduler, SendOutcome, Transport } from './types.ts'
import { type PendingWrite, wireItem } from './write.ts'

const batchItems = 20
const batchCharacters = 200_000
const lastFlightCharacters = 60_000
const firstRetryMs = 1000
const longestRetryMs = 20_000
const slowMs = 4000

/** Whom the calls are made for. */
export interface SenderHost {
  readonly leaseEpoch: number
  readonly maySend: boolean
  /** What a call's end means for its writes. */
  settle(outcome: SendOutcome, sent: readonly PendingWrite[]): Promise<void>
  changed(): void
}

export class Sender {
  readonly #host: SenderHost
  readonly #shelf: WriteShelf
  readonly #transport: Transport
  readonly #scheduler: Scheduler
  /** Where one may not go back, a later question that has arrived closes the earlier ones: nothing overtakes. */
  readonly #isInOrder: boolean
  readonly #troubles = new Troubles()
  #failures = 0
  #isSlow = false
  #isOffline = false
  #putOff: PutOff | null = null
  #flight: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #batchLimit = batchItems
  #isStopped = false

  constructor(host: SenderHost, parts: { shelf: WriteShelf; transport: Transport; scheduler: Scheduler; isInOrder: boolean }) {
    this.#host = host
    this.#isInOrder = parts.isInOrder
    this.#shelf = parts.shelf
    this.#transport = parts.transport
    this.#scheduler = parts.scheduler
  }

  get isFlying(): boolean {
    return this.#flight !== undefined
  }

  get isOffline(): boolean {
    return this.#isOffline
  }

  /** The last call failed, or one has been waiting for long. */
  get isConnectionLost(): boolean {
    return this.#isOffline || this.#failures > 0 || this.#isSlow
  }

  get putOff(): PutOff | null {
    return this.#isOffline ? null : this.#putOff
  }

  /** Something on the way refuses this very text. */
  isStuck(write: PendingWrite): boolean {
    return this.#troubles.isStuck(write)
  }

  /** It failed alone the last time it was tried. */
  hasFailed(write: PendingWrite): boolean {
    return this.#troubles.hasFailed(write)
  }

  /** Sends after `ms`; while calls fail the retries keep their pace: typing must not turn them into a flood. */
  schedule(ms: number): void {
    this.#at(this.#failures === 0 ? ms : this.#isParting() ? firstRetryMs : this.#retryDelay())
  }

  forgetFailures(): void {
    this.#failures = 0
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline
    if (isOffline) this.#troubles.wayIsInDoubt()
    else this.#beginAnew()
    this.#host.changed()
  }

  /** A sign of life was answered, or was not: what else fails meanwhile has other reasons, or the same. */
  hearBeat({ isAnswered, wasLost }: { isAnswered: boolean; wasLost: boolean }): void {
    if (!isAnswered) {
      this.#troubles.wayIsInDoubt()
      return
    }
    this.#troubles.wayIsFree('beat')
    this.#isOffline = false
    if (wasLost) this.#beginAnew()
    else if (this.#shelf.sendable().every((write) => this.isStuck(write))) this.#failures = 0
    this.#host.changed()
  }

  /** Sends what there is now; settles when that call has ended, however it ended. */
  async flush(): Promise<void> {
    await this.#flight
    await this.#sendOnce()
  }

  /** Sends until nothing is left but what was tried and is refused on the way, or the time is up. */
  async drain(timeoutMs: number): Promise<void> {
    const now = () => this.#scheduler.now()
    const until = now() + timeoutMs
    this.#troubles.letAllGo()
    const isTried = (write: PendingWrite) => this.isStuck(write) && this.#troubles.isWaiting(write, now())
    while (this.#maySend() && now() < until && !this.#shelf.sendable().every(isTried)) {
      await Promise.race([this.flush(), this.#pause(until - now())])
      if (this.#failures > 0) await this.#pause(Math.min(firstRetryMs, until - now()))
    }
  }

  /** The page is being left: last calls that need no answer. The writes stay stored until a receipt comes. */
  sendLast(): void {
    if (!this.#maySend()) return
    const writes = this.#shelf.sendable().filter((write) => !this.#troubles.goesAlone(write))
    const batch = this.#shelf.fitting(writes, { most: batchItems, characters: lastFlightCharacters })
    if (batch.length === 0) return
    this.#shelf.markSent(batch)
    this.#transport.sendLast(this.#host.leaseEpoch, batch.map(wireItem))
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer?.()
  }

  #maySend(): boolean {
    return this.#host.maySend && !this.#isStopped
  }

  #beginAnew(): void {
    this.#failures = 0
    this.#troubles.letAllGo()
    this.#at(0)
  }

  /** Runs a send after `ms`, or earlier if one is due earlier. */
  #at(ms: number): void {
    if (this.#isStopped) return
    const at = this.#scheduler.now() + ms
    if (at >= this.#timerAt) return
    this.#cancelTimer?.()
    this.#timerAt = at
    this.#cancelTimer = this.#scheduler.after(ms, () => {
      this.#timerAt = Number.POSITIVE_INFINITY
      void this.#sendOnce()
    })
  }

  #sendOnce(): Promise<void> {
    if (this.#flight !== undefined) return this.#flight
    if (!this.#maySend()) return Promise.resolve()
    const batch = this.#nextBatch()
    if (batch.length === 0) {
      this.#scheduleRest()
      return Promise.resolve()
    }
    this.#flight = this.#fly(batch).finally(() => {
      this.#flight = undefined
      this.#host.changed()
      this.#scheduleRest()
    })
    this.#host.changed()
    return this.#flight
  }

  /** What may go now: as much as fits into one call, else one of those that go alone. */
  #nextBatch(): PendingWrite[] {
    const sendable = this.#shelf.sendable()
    const writes = this.#isInOrder ? sendable : this.#troubles.inTurn(sendable)
    const together = writes.filter((write) => !this.#troubles.goesAlone(write))
    if (together.length > 0) return this.#shelf.fitting(together, { most: this.#batchLimit, characters: batchCharacters })
    const waiting = this.#troubles.inTurn(writes)
    return waiting.filter((write) => !this.#troubles.isWaiting(write, this.#scheduler.now())).slice(0, 1)
  }

  #scheduleRest(): void {
    const writes = this.#shelf.sendable()
    if (!this.#maySend() || writes.length === 0) return
    this.schedule(Math.max(0, this.#troubles.readyAt(writes) - this.#scheduler.now()))
  }

  async #fly(batch: readonly PendingWrite[]): Promise<void> {
    const sent = this.#shelf.markSent(batch)
    await this.#shelf.secure(sent)
    const cancelSlow = this.#scheduler.after(slowMs, () => {
      this.#isSlow = true
      this.#host.changed()
    })
    const { leaseEpoch } = this.#host
    const outcome = await this.#transport.send(leaseEpoch, sent.map(wireItem)).catch((): SendOutcome => ({ kind: 'failed' }))
    cancelSlow()
    this.#isSlow = false
    // A call from before this tab took over was refused to the lease of then; what it carried goes again under the new one.
    if (outcome.kind === 'replaced' && leaseEpoch < this.#host.leaseEpoch) return
    await this.#settle(outcome, sent)
  }

  async #settle(outcome: SendOutcome, sent: readonly PendingWrite[]): Promise<void> {
    this.#putOff = (outcome.kind === 'failed' && outcome.why) || null
    if (outcome.kind === 'failed') return this.#fail(outcome, sent)
    // One malformed write must not hold up the others: they go one by one, until one is refused alone.
    if (outcome.kind === 'refused' && sent.length > 1) {
      this.#batchLimit = 1
      return
    }
    if (outcome.kind === 'answered') {
      this.#failures = 0
      this.#batchLimit = batchItems
      for (const { slot } of sent) this.#troubles.forget(slot)
      this.#troubles.wayIsFree('save')
    }
    await this.#host.settle(outcome, sent)
  }

  /**
   * No word of the server: perhaps the network, perhaps one of the texts. Smaller and smaller calls part the ones that get through from the
   * one that does not; where somebody did answer, if only to refuse, that needs no waiting.
   */
  async #fail(outcome: { retryAfterMs?: number; isForeign?: boolean }, sent: readonly PendingWrite[]): Promise<void> {
    const { retryAfterMs, isForeign = false } = outcome
    if (retryAfterMs !== undefined) {
      this.#failures += 1
      return this.#pause(retryAfterMs)
    }
    const [first, second] = sent
    if (first && second === undefined) {
      const isKnown = this.#troubles.failedAlone(first, this.#scheduler.now())
      if (!isKnown) this.#failures += 1
      return
    }
    this.#troubles.wayIsInDoubt()
    this.#batchLimit = Math.max(1, Math.floor(sent.length / 2))
    if (isForeign) this.#failures = Math.max(1, this.#failures)
    else this.#failures += 1
    if (isForeign) this.#at(0)
  }

  /**
   * Calls are down to one text each, the way is known to be free, and some were not tried yet: one of them may well get through, so these
   * follow one another without the growing pauses. There are no more of such tries than questions between two signs of life.
   */
  #isParting(): boolean {
    if (this.#batchLimit > 1 || this.#putOff !== null || !this.#troubles.isWayFree) return false
    return this.#shelf.sendable().some((write) => !this.hasFailed(write))
  }

  #retryDelay(): number {
    const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#failures - 1, 10))
    return ceiling / 2 + (this.#scheduler.random() * ceiling) / 2
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#scheduler.after(Math.max(0, ms), resolve))
  }
}
