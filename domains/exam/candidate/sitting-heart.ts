/** The signs of life: tell the server that the candidate is there and what happened, and hear from it about times, lease and state. */
import { call } from '@kaopei/web/client'
import { sitting } from '../contract/sitting.ts'
import type { ClientEvent, Heartbeat } from '../contract/sitting-shapes.ts'
import type { ExamClock } from './exam-clock.ts'
import type { Scheduler } from './outbox-types.ts'

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

  async beat(): Promise<void> {
    if (this.#isStopped) return
    this.start()
    const { attemptId, leaseEpoch, clock, scheduler } = this.#host
    const events = this.#events.slice(0, mostEvents)
    const startedAt = scheduler.now()
    try {
      const told = await call(sitting.heartbeat, { attemptId, leaseEpoch, events }, { silent: true, timeoutMs })
      this.#events = this.#events.slice(events.length)
      clock.sync(told.serverTime, scheduler.now() - startedAt)
      if (!this.#isStopped) this.#host.heard(told)
    } catch {
      if (!this.#isStopped) this.#host.lost()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }
}
