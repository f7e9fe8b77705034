/** Sends what the queue holds: at most one piece of a stream at a time, the oldest first, and nothing while an answer waits. */
import { paceOf, restAfter } from './pace.ts'
import { type PieceBytes, type PieceHead, streamOf } from './piece.ts'
import type { PutAnswer } from './put-piece.ts'
import type { PieceQueue } from './queue.ts'

export interface SenderHost {
  readonly put: (address: string, head: PieceHead, bytes: PieceBytes) => Promise<PutAnswer>
  /** An answer has waited for long: pieces wait. */
  readonly isAnswerWaiting: () => boolean
  readonly after: (ms: number, work: () => void) => () => void
  readonly random: () => number
  readonly sent: (head: PieceHead) => void
  /** It will never be there. */
  readonly lost: (head: PieceHead, status: number) => void
  readonly tellLoad: (load: number) => void
  /** The address is not good (any more). */
  readonly over: (attemptId: string) => void
}

const gateMs = 1000
/** What the server told of its load holds for as long as four signs of life take: without news of it things take their usual course. */
const loadMs = 75_000

export class Sender {
  readonly #queue: PieceQueue
  readonly #host: SenderHost
  /** In flight, or resting until a moment. */
  readonly #busy = new Set<string>()
  readonly #failures = new Map<string, number>()
  #load = 0
  #cancelGate: (() => void) | undefined
  #forgetLoad: (() => void) | undefined
  #isStopped = false

  constructor(queue: PieceQueue, host: SenderHost) {
    this.#queue = queue
    this.#host = host
  }

  /** Whenever there may be something to send. */
  look(): void {
    if (this.#isStopped || paceOf(this.#load).isHeld) return
    if (this.#host.isAnswerWaiting()) {
      this.#cancelGate?.()
      this.#cancelGate = this.#host.after(gateMs, () => this.look())
      return
    }
    for (const head of this.#queue.next()) {
      const lane = `${head.attemptId}/${streamOf(head)}`
      if (!this.#busy.has(lane)) void this.#send(lane, head)
    }
  }

  /** What the server found, or did not, of a piece in the store. */
  async settle(head: PieceHead, fate: 'kept' | 'missing' | 'refused'): Promise<void> {
    if (fate === 'missing') this.#queue.takeBack(head)
    else await this.#queue.drop(head)
    if (fate === 'kept') this.#host.sent(head)
    if (fate === 'refused') this.#host.lost(head, 409)
    this.look()
  }

  /** The server says it with each piece and each sign of life. */
  takeLoad(load: number): void {
    this.#forgetLoad?.()
    this.#forgetLoad = load > 0 ? this.#host.after(loadMs, () => this.takeLoad(0)) : undefined
    const wasHeld = paceOf(this.#load).isHeld
    this.#load = load
    this.#host.tellLoad(load)
    if (wasHeld) this.look()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelGate?.()
    this.#forgetLoad?.()
  }

  async #send(lane: string, head: PieceHead): Promise<void> {
    this.#busy.add(lane)
    const restMs = await this.#try(lane, head)
    if (restMs === 0) {
      this.#busy.delete(lane)
      this.look()
      return
    }
    this.#host.after(restMs, () => {
      this.#busy.delete(lane)
      this.look()
    })
  }

  /** Answers how long the stream rests. */
  async #try(lane: string, head: PieceHead): Promise<number> {
    const address = this.#queue.addressOf(head.attemptId)
    const bytes = await this.#queue.bytesOf(head)
    if (!address || !bytes) {
      await this.#queue.drop(head)
      this.#host.lost(head, 0)
      return 0
    }
    const answer = await this.#host.put(address, head, bytes)
    if ('load' in answer && answer.load !== undefined) this.takeLoad(answer.load)
    switch (answer.kind) {
      case 'kept':
        this.#failures.delete(lane)
        await this.#queue.drop(head)
        this.#host.sent(head)
        return 0
      case 'placed':
        this.#failures.delete(lane)
        this.#queue.place(head)
        return 0
      case 'refused':
        await this.#queue.drop(head)
        this.#host.lost(head, answer.status)
        return 0
      case 'busy':
        return answer.retryAfterMs * (1 + this.#host.random() / 2)
      case 'over':
        this.#host.over(head.attemptId)
        return this.#rest(lane)
      case 'failed':
        return this.#rest(lane)
    }
  }

  #rest(lane: string): number {
    const failures = this.#failures.get(lane) ?? 0
    this.#failures.set(lane, failures + 1)
    return restAfter(failures, this.#host.random())
  }
}
