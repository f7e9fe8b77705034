/** The signs of life: tell the server that the candidate is there and what happened, and hear from it about times, lease and state. */

import { call, isApiError } from '@kaopei/web/client'
import type { ClientEvent, Heartbeat } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import type { Scheduler } from '../outbox/types.ts'
import type { ExamClock } from './clock.ts'
import { type EventShelf, type KeptEvent, memoryShelf } from './event-shelf.ts'

const usual = { beatMs: 15_000, jitterMs: 5000 }
/** While the clock stands still: whoever is let go on should hear of it soon. Everybody is stopped at once, so each asks at a moment of its own. */
const stopped = { beatMs: 3000, jitterMs: 2000 }
/** From this load of the server on (0 to 10) they ask as everybody does. */
const busyFrom = 4
const timeoutMs = 10_000
const mostEvents = 50
const mostLateTries = 20

export interface HeartHost {
  readonly attemptId: string
  readonly leaseEpoch: number
  /** The clock stands still. */
  readonly isStopped: boolean
  readonly clock: ExamClock
  readonly scheduler: Scheduler
  /** Undefined: this browser keeps nothing. */
  readonly shelf: Promise<EventShelf | undefined>
  heard(told: Heartbeat): void
  lost(): void
}

export class SittingHeart {
  readonly #host: HeartHost
  readonly #memory: EventShelf
  #events: KeptEvent[] = []
  /** Events are numbered one after the other, each when it is on the shelf. */
  #shelving: Promise<unknown>
  /** How many events go with one beat; fewer while something on the way refuses the beats that carry some. */
  #most = mostEvents
  /** Went with a beat that failed: the next one goes without, to see whether it is they or the network. */
  #suspected: readonly KeptEvent[] = []
  #cancel: (() => void) | undefined
  /** The server's, as it said last. */
  #load = 0
  #isOver = false

  constructor(host: HeartHost) {
    this.#host = host
    this.#memory = memoryShelf(() => host.clock.now())
    this.#shelving = this.#takeFromShelf()
  }

  start(): void {
    this.#wait(this.#host.isStopped && this.#load < busyFrom ? stopped : usual)
  }

  /** Told with the next beat. */
  note(type: ClientEvent['type'], facts: Omit<ClientEvent, 'seq' | 'type' | 'clientTime'>): void {
    const { clock, leaseEpoch } = this.#host
    const event = { type, clientTime: new Date(clock.now()).toISOString(), ...facts }
    this.#shelving = this.#shelving.then(() => this.#keep(leaseEpoch, event))
  }

  /** For a hand-in, which may come before the next beat; told twice they count once. */
  untold(): ClientEvent[] {
    return this.#next(mostEvents).map(({ event }) => event)
  }

  async beat(): Promise<void> {
    if (this.#isOver) return
    // As long as no answer comes there is no hurry.
    this.#wait(usual)
    await this.#shelving
    const suspected = this.#suspected
    const events = suspected.length > 0 ? [] : this.#next(this.#most)
    try {
      await this.#tell(events)
      if (suspected.length > 0) this.#part(suspected)
      else this.#most = mostEvents
    } catch (error) {
      this.#suspected = events
      // Somebody answered, if only to refuse: the sign of life goes without them at once.
      if (events.length > 0 && isApiError(error) && error.isForeign) await this.beat()
      else if (!this.#isOver) this.#host.lost()
    }
  }

  stop(): void {
    this.#isOver = true
    this.#cancel?.()
  }

  /** After the hand-in: what is not told yet is still told, as long as this page lives. */
  async drain(triesLeft = mostLateTries): Promise<void> {
    await this.#shelving
    const events = this.#next(mostEvents)
    if (events.length === 0 || triesLeft === 0) return
    try {
      await this.#tell(events)
      await this.drain(triesLeft)
    } catch {
      this.#cancel = this.#host.scheduler.after(usual.beatMs, () => void this.drain(triesLeft - 1))
    }
  }

  #wait({ beatMs, jitterMs }: typeof usual): void {
    this.#cancel?.()
    if (this.#isOver) return
    const { scheduler } = this.#host
    this.#cancel = scheduler.after(beatMs + scheduler.random() * jitterMs, () => void this.beat())
  }

  async #takeFromShelf(): Promise<void> {
    const { shelf, attemptId } = this.#host
    this.#events = (await (await shelf)?.load(attemptId).catch(() => [])) ?? []
  }

  async #keep(leaseEpoch: number, event: Omit<ClientEvent, 'seq'>): Promise<void> {
    const shelf = await this.#host.shelf
    const { attemptId } = this.#host
    const add = (to: EventShelf) => to.add(attemptId, leaseEpoch, event)
    const kept = shelf ? await add(shelf).catch(() => add(this.#memory)) : await add(this.#memory)
    this.#events.push(kept)
  }

  /** The first ones that are of one lease. */
  #next(most: number): KeptEvent[] {
    const [first] = this.#events
    return this.#events.filter(({ leaseEpoch }) => leaseEpoch === first?.leaseEpoch).slice(0, most)
  }

  /** Without these events the beat got through: fewer go next time, and the one that is refused alone waits behind the others. */
  #part(suspected: readonly KeptEvent[]): void {
    this.#suspected = []
    this.#most = Math.max(1, Math.floor(suspected.length / 2))
    const [first, second] = suspected
    if (first && !second) this.#events = [...this.#events.filter((kept) => kept !== first), first]
  }

  async #tell(events: readonly KeptEvent[]): Promise<void> {
    const { attemptId, clock, scheduler, shelf } = this.#host
    const leaseEpoch = events[0]?.leaseEpoch ?? this.#host.leaseEpoch
    const startedAt = scheduler.now()
    const input = { attemptId, leaseEpoch, events: events.map(({ event }) => event) }
    const told = await call(sitting.heartbeat, input, { silent: true, timeoutMs })
    const gone = new Set(events)
    this.#events = this.#events.filter((kept) => !gone.has(kept))
    if (events.length > 0) void shelf.then((open) => open?.drop(attemptId, events)).catch(() => undefined)
    clock.sync(told.serverTime, scheduler.now() - startedAt)
    if (this.#isOver) return
    this.#load = told.load
    this.#host.heard(told)
    if (this.#host.isStopped) this.start()
  }
}
