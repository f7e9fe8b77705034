/** When the unsent writes go, how often they are tried again, and what is known of the network meanwhile. */
import type { WriteShelf } from './outbox-shelf.ts'
import type { Scheduler, SendOutcome, Transport } from './outbox-types.ts'
import { type PendingWrite, wireItem } from './outbox-write.ts'

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
  #failures = 0
  #isSlow = false
  #isOffline = false
  #flight: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #batchLimit = batchItems
  #isStopped = false

  constructor(host: SenderHost, parts: { shelf: WriteShelf; transport: Transport; scheduler: Scheduler }) {
    this.#host = host
    this.#shelf = parts.shelf
    this.#transport = parts.transport
    this.#scheduler = parts.scheduler
  }

  get isFlying(): boolean {
    return this.#flight !== undefined
  }

  /** The last call failed, or one has been waiting for long. */
  get isConnectionLost(): boolean {
    return this.#isOffline || this.#failures > 0 || this.#isSlow
  }

  /** Sends after `ms`; while calls fail the retries keep their pace: typing must not turn them into a flood. */
  schedule(ms: number): void {
    this.#at(this.#failures === 0 ? ms : this.#retryDelay())
  }

  forgetFailures(): void {
    this.#failures = 0
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline
    if (!isOffline) this.#failures = 0
    this.#host.changed()
    if (!isOffline) this.#at(0)
  }

  /** Sends what there is now; settles when that call has ended, however it ended. */
  async flush(): Promise<void> {
    await this.#flight
    await this.#sendOnce()
  }

  /** Sends until nothing is left or the time is up. True when the server has everything. */
  async drain(timeoutMs: number): Promise<boolean> {
    const until = this.#scheduler.now() + timeoutMs
    while (this.#shelf.hasSendable() && this.#maySend() && this.#scheduler.now() < until) {
      await this.flush()
      if (this.#shelf.hasSendable() && this.#failures > 0)
        await this.#pause(Math.min(firstRetryMs, until - this.#scheduler.now()))
    }
    return this.#shelf.size === 0
  }

  /** The page is being left: one last call that needs no answer. The writes stay stored until a receipt comes. */
  sendLast(): void {
    if (!this.#maySend()) return
    const batch = this.#shelf.batch(batchItems, lastFlightCharacters)
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
    if (!this.#maySend() || !this.#shelf.hasSendable()) return Promise.resolve()
    this.#flight = this.#fly().finally(() => {
      this.#flight = undefined
      this.#host.changed()
      if (this.#maySend() && this.#shelf.hasSendable()) this.schedule(0)
    })
    this.#host.changed()
    return this.#flight
  }

  async #fly(): Promise<void> {
    const batch = this.#shelf.batch(this.#batchLimit, batchCharacters)
    if (batch.length === 0) return
    const sent = this.#shelf.markSent(batch)
    await this.#shelf.secure(sent)
    const cancelSlow = this.#scheduler.after(slowMs, () => {
      this.#isSlow = true
      this.#host.changed()
    })
    const outcome = await this.#transport
      .send(this.#host.leaseEpoch, sent.map(wireItem))
      .catch((): SendOutcome => ({ kind: 'failed' }))
    cancelSlow()
    this.#isSlow = false
    await this.#settle(outcome, sent)
  }

  async #settle(outcome: SendOutcome, sent: readonly PendingWrite[]): Promise<void> {
    if (outcome.kind === 'failed') {
      this.#failures += 1
      if (outcome.retryAfterMs !== undefined) await this.#pause(outcome.retryAfterMs)
      return
    }
    // One malformed write must not hold up the others: they go one by one, until one is refused alone.
    if (outcome.kind === 'refused' && sent.length > 1) {
      this.#batchLimit = 1
      return
    }
    if (outcome.kind === 'answered') {
      this.#failures = 0
      this.#batchLimit = batchItems
    }
    await this.#host.settle(outcome, sent)
  }

  #retryDelay(): number {
    const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#failures - 1, 10))
    return ceiling / 2 + (this.#scheduler.random() * ceiling) / 2
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#scheduler.after(Math.max(0, ms), resolve))
  }
}
