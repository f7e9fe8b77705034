/**
 * The page's one queue and sender, whichever attempt pieces belong to: of the open attempt, and what an earlier one has left. It outlives the exam's
 * page, and starts again with the browser.
 */
import type { OpenRoom } from '@kaopei/sitting/candidate'
import { DirectWay } from './direct.ts'
import type { GapReason } from './gaps.ts'
import { leaveMark, leftMark } from './left-mark.ts'
import { type PieceBytes, type PieceHead, streamOf } from './piece.ts'
import { type Plan, planOf } from './plan.ts'
import { exchangePieces, hashOf, type PutAnswer, putPiece } from './put-piece.ts'
import { PieceQueue } from './queue.ts'
import { Sender } from './sender.ts'
import { putToStore } from './store-way.ts'

const renewMs = 120_000
/** The server takes pieces until a day after an attempt is closed, and none is open that long after its last piece. */
const keptMs = 3 * 24 * 60 * 60 * 1000

export class Post {
  readonly #queue: PieceQueue
  readonly #sender: Sender
  readonly #direct: DirectWay
  readonly #listeners = new Set<() => void>()
  readonly #sent = new Map<string, number>()
  readonly #wanted = new Map<string, ReadonlySet<string>>()
  readonly #renewedAt = new Map<string, number>()
  #load = 0
  #isStoreDown = false
  #room: OpenRoom | undefined
  #leaveRoom: (() => void) | undefined

  constructor(queue: PieceQueue) {
    this.#queue = queue
    this.#direct = new DirectWay({
      ...{ exchange: exchangePieces, putTo: putToStore, hashOf, after, now: () => performance.now() },
      addressOf: (attemptId) => queue.addressOf(attemptId),
      settled: (head, fate) => void this.#sender.settle(head, fate),
      tellLoad: (load) => this.#sender.takeLoad(load),
      over: (attemptId) => void this.#renew(attemptId),
    })
    this.#sender = new Sender(queue, {
      put: (address, head, bytes) => this.#put(address, head, bytes),
      isAnswerWaiting: () => this.#room?.isAnswerWaiting() ?? false,
      after,
      random: Math.random,
      sent: (head) => this.#count(head),
      lost: (head, status) => this.#lose(head, status),
      tellLoad: (load) => this.#takeLoad(load),
      over: (attemptId) => void this.#renew(attemptId),
    })
    window.addEventListener('online', () => this.#sender.look())
  }

  static async open(): Promise<Post> {
    const queue = await PieceQueue.open()
    for (const head of queue.next()) if (Date.now() - head.until > keptMs) await queue.forget(head.attemptId)
    return new Post(queue)
  }

  /** The attempt that is open in this page; its answers go first. */
  setRoom(room: OpenRoom | undefined): void {
    this.#leaveRoom?.()
    this.#leaveRoom = room?.onLoad((load) => this.takeLoad(load))
    this.#room = room
    if (!room) this.#direct.hurry()
    this.#sender.look()
  }

  async begin(
    attemptId: string,
    { pieceAddress, isDirect, streams, load }: Pick<Plan, 'pieceAddress' | 'isDirect' | 'streams' | 'load'>,
  ): Promise<void> {
    const held = Object.fromEntries(streams.map((stream) => [streamOf(stream), stream.lastNumber]))
    await this.#queue.begin(attemptId, pieceAddress, held, isDirect)
    const wanted = new Set(streams.map(streamOf))
    this.#wanted.set(attemptId, wanted)
    // Consent may have been withdrawn: what is not wanted any more does not leave the device.
    await this.#queue.dropWhere((head) => head.attemptId === attemptId && !wanted.has(streamOf(head)))
    this.takeLoad(load)
    this.#sender.look()
    this.#changed()
  }

  /** How busy the server says it is. */
  takeLoad(load: number): void {
    this.#sender.takeLoad(load)
  }

  isWanted(attemptId: string, stream: Pick<PieceHead, 'source' | 'kind'>): boolean {
    return this.#wanted.get(attemptId)?.has(streamOf(stream)) ?? false
  }

  async keep(piece: Omit<PieceHead, 'number'>, bytes: PieceBytes): Promise<boolean> {
    const isKept = await this.#queue.put(piece, bytes)
    leaveMark()
    this.#sender.look()
    this.#changed()
    return isKept
  }

  standingOf(attemptId: string): { sent: number; waiting: number; load: number } {
    return { sent: this.#sent.get(attemptId) ?? 0, waiting: this.#queue.waiting(attemptId), load: this.#load }
  }

  /** Everything that waits, of whatever attempt. */
  get waiting(): number {
    return this.#queue.attempts.reduce((sum, attemptId) => sum + this.#queue.waiting(attemptId), 0)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  look(): void {
    this.#sender.look()
  }

  /** Why there is no place for more. */
  get whyFull(): GapReason {
    return this.#isStoreDown ? 'storeDown' : 'deviceFull'
  }

  /** Straight to the store where the server says so; where the store does not take it, through the server for a while. */
  async #put(address: string, head: PieceHead, bytes: PieceBytes): Promise<PutAnswer> {
    const isDirect = this.#queue.isDirect(head.attemptId) && !this.#direct.isTired
    const answer = isDirect ? await this.#direct.put(head, bytes) : await putPiece(address, head, bytes)
    if (answer.kind === 'failed' && answer.isStore) this.#isStoreDown = true
    if (answer.kind === 'kept' || answer.kind === 'placed') this.#isStoreDown = false
    return answer
  }

  #count(head: PieceHead): void {
    this.#sent.set(head.attemptId, (this.#sent.get(head.attemptId) ?? 0) + 1)
    if (this.waiting === 0) leftMark.clear()
    this.#changed()
  }

  #lose({ source, kind, from, until, attemptId }: PieceHead, status: number): void {
    const facts = { durationMs: Math.round(until - from), detail: `${source}/${kind}:refused ${status}` }
    if (this.#room?.attemptId === attemptId) this.#room.report('captureGap', facts)
    this.#changed()
  }

  #takeLoad(load: number): void {
    if (load === this.#load) return
    this.#load = load
    this.#changed()
  }

  /** A new address for the attempt; where nobody is signed in any more the old one is tried again later. */
  async #renew(attemptId: string): Promise<void> {
    const last = this.#renewedAt.get(attemptId)
    if (last !== undefined && performance.now() - last < renewMs) return
    this.#renewedAt.set(attemptId, performance.now())
    try {
      await this.begin(attemptId, await planOf(attemptId))
    } catch {
      this.#changed()
    }
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

let opened: Promise<Post> | undefined
export function openPost(): Promise<Post> {
  opened ??= Post.open()
  return opened
}
