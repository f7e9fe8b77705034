/** The signs of life: tell the server that the candidate is there and what happened, and hear from it about times, lease and state. */

import { call, isApiError } from '@kaopei/web/client'
import type { ClientEvent, Heartbeat } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import type { Scheduler } from '../outbox/types.ts'
import type { ExamClock } from './clock.ts'

const beatMs = 15_000
const jitterMs = 5000
const timeoutMs = 10_000
const mostEvents = 50

export interface HeartHost {
  readonly attemptId: string
  readonly leaseEpoch: number
  readonly clock: ExamClock
  readonly scheduler: Scheduler
  heard(told: Heartbeat): void
  lost(): void
}

export class SittingHeart {
  readonly #host: HeartHost
  #events: ClientEvent[] = []
  /** Counts on from the clock: after a reload the same lease must not use a number twice. */
  #nextEvent: number
  /** How many events go with one beat; fewer while something on the way refuses the beats that carry some. */
  #most = mostEvents
  /** Went with a beat that failed: the next one goes without, to see whether it is they or the network. */
  #suspected: readonly ClientEvent[] = []
  #cancel: (() => void) | undefined
  #isStopped = false

  constructor(host: HeartHost) {
    this.#host = host
    this.#nextEvent = Math.floor(host.clock.now())
  }

  start(): void {
    this.#cancel?.()
    if (this.#isStopped) return
    const { scheduler } = this.#host
    this.#cancel = scheduler.after(beatMs + scheduler.random() * jitterMs, () => void this.beat())
  }

  /** Told with the next beat. */
  note(type: ClientEvent['type'], facts: { durationMs?: number; detail?: string }): void {
    this.#events.push({ seq: this.#nextEvent++, type, clientTime: this.#host.scheduler.isoNow(), ...facts })
  }

  /** For a hand-in, which may come before the next beat; told twice they count once. */
  untold(): ClientEvent[] {
    return this.#events.slice(0, mostEvents)
  }

  async beat(): Promise<void> {
    if (this.#isStopped) return
    this.start()
    const suspected = this.#suspected
    const events = suspected.length > 0 ? [] : this.#events.slice(0, this.#most)
    try {
      await this.#tell(events)
      if (suspected.length > 0) this.#part(suspected)
      else this.#most = mostEvents
    } catch (error) {
      this.#suspected = events
      // Somebody answered, if only to refuse: the sign of life goes without them at once.
      if (events.length > 0 && isApiError(error) && error.isForeign) await this.beat()
      else if (!this.#isStopped) this.#host.lost()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  /** Without these events the beat got through: fewer go next time, and the one that is refused alone waits behind the others. */
  #part(suspected: readonly ClientEvent[]): void {
    this.#suspected = []
    this.#most = Math.max(1, Math.floor(suspected.length / 2))
    const [first, second] = suspected
    if (first && !second) this.#events = [...this.#events.filter(({ seq }) => seq !== first.seq), first]
  }

  async #tell(events: readonly ClientEvent[]): Promise<void> {
    const { attemptId, leaseEpoch, clock, scheduler } = this.#host
    const startedAt = scheduler.now()
    const told = await call(sitting.heartbeat, { attemptId, leaseEpoch, events: [...events] }, { silent: true, timeoutMs })
    const toldSeqs = new Set(events.map(({ seq }) => seq))
    this.#events = this.#events.filter(({ seq }) => !toldSeqs.has(seq))
    clock.sync(told.serverTime, scheduler.now() - startedAt)
    if (!this.#isStopped) this.#host.heard(told)
  }
}
