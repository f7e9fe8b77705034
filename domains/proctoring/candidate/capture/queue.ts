/**
 * What is recorded and not yet with the server, on this device: bounded, and still there after a restart of the browser. Heads are held in memory
 * too, bytes are read when they go.
 */
import { keyOf, type PieceBytes, type PieceHead, streamOf } from './piece.ts'
import { openShelf, type Shelf } from './shelf.ts'

export interface KeptAttempt {
  readonly attemptId: string
  /** Where its pieces go. */
  readonly address: string
  /** The highest number given in each stream; none is given twice. */
  readonly used: Readonly<Record<string, number>>
  /** Its bytes go straight to the store. */
  readonly isDirect?: boolean
}

export class PieceQueue {
  readonly #shelf: Shelf
  readonly #mostBytes: number
  readonly #heads = new Map<string, PieceHead>()
  readonly #attempts = new Map<string, KeptAttempt>()
  /** In the store, and not acknowledged yet: after a restart they are sent again. */
  readonly #placed = new Set<string>()
  #bytes = 0

  // made by open()
  constructor(shelf: Shelf, mostBytes: number) {
    this.#shelf = shelf
    this.#mostBytes = mostBytes
  }

  static async open(shelf: Shelf = openShelf(), mostBytes = usualMostBytes): Promise<PieceQueue> {
    const queue = new PieceQueue(shelf, mostBytes)
    const { heads, attempts } = await shelf.load()
    for (const head of heads) queue.#hold(head)
    for (const attempt of attempts) queue.#attempts.set(attempt.attemptId, attempt)
    return queue
  }

  /** Takes over the address and the numbers that the server holds. */
  async begin(
    attemptId: string,
    address: string,
    heldByServer: Readonly<Record<string, number>>,
    isDirect = false,
  ): Promise<void> {
    const used = { ...this.#attempts.get(attemptId)?.used }
    for (const [stream, number] of Object.entries(heldByServer)) used[stream] = Math.max(used[stream] ?? 0, number)
    await this.#keepAttempt({ attemptId, address, used, isDirect })
  }

  /** False: there is no place for it, and its number is not used. */
  async put(piece: Omit<PieceHead, 'number'>, bytes: PieceBytes): Promise<boolean> {
    const attempt = this.#attempts.get(piece.attemptId)
    const size = bytes.bytes.byteLength + (bytes.thumb?.byteLength ?? 0)
    if (!attempt || this.#bytes + size > this.#mostBytes) return false
    const stream = streamOf(piece)
    const head: PieceHead = { ...piece, number: (attempt.used[stream] ?? 0) + 1 }
    // The number is taken before anything is waited for: two pieces of a stream may come together.
    const after = { ...attempt, used: { ...attempt.used, [stream]: head.number } }
    this.#attempts.set(attempt.attemptId, after)
    this.#hold(head, size)
    if (await this.#shelf.put(keyOf(head), head, bytes, after)) return true
    this.#release(keyOf(head))
    return false
  }

  /** The next piece of each stream, the lowest number first. */
  next(): PieceHead[] {
    const first = new Map<string, PieceHead>()
    for (const [key, head] of this.#heads) {
      if (this.#placed.has(key)) continue
      const stream = `${head.attemptId}/${streamOf(head)}`
      const other = first.get(stream)
      if (!other || head.number < other.number) first.set(stream, head)
    }
    return [...first.values()]
  }

  bytesOf(head: PieceHead): Promise<PieceBytes | undefined> {
    return this.#shelf.read(keyOf(head))
  }

  place(head: PieceHead): void {
    if (this.#heads.has(keyOf(head))) this.#placed.add(keyOf(head))
  }

  takeBack(head: PieceHead): void {
    this.#placed.delete(keyOf(head))
  }

  isDirect(attemptId: string): boolean {
    return this.#attempts.get(attemptId)?.isDirect === true
  }

  async drop(head: PieceHead): Promise<void> {
    this.#release(keyOf(head))
    await this.#shelf.remove(keyOf(head))
  }

  async dropWhere(isOut: (head: PieceHead) => boolean): Promise<void> {
    for (const head of [...this.#heads.values()]) if (isOut(head)) await this.drop(head)
  }

  /** Nothing more of it comes, and everything is with the server or refused. */
  async forget(attemptId: string): Promise<void> {
    await this.dropWhere((head) => head.attemptId === attemptId)
    this.#attempts.delete(attemptId)
    await this.#shelf.forget(attemptId)
  }

  addressOf(attemptId: string): string | undefined {
    return this.#attempts.get(attemptId)?.address
  }

  waiting(attemptId: string): number {
    return [...this.#heads.values()].filter((head) => head.attemptId === attemptId).length
  }

  get attempts(): readonly string[] {
    return [...this.#attempts.keys()]
  }

  async #keepAttempt(attempt: KeptAttempt): Promise<void> {
    this.#attempts.set(attempt.attemptId, attempt)
    await this.#shelf.keepAttempt(attempt)
  }

  #hold(head: PieceHead, size = head.sizeBytes): void {
    this.#heads.set(keyOf(head), { ...head, sizeBytes: size })
    this.#bytes += size
  }

  #release(key: string): void {
    this.#bytes -= this.#heads.get(key)?.sizeBytes ?? 0
    this.#heads.delete(key)
    this.#placed.delete(key)
  }
}

/** About two hours of both films without network. */
const usualMostBytes = 200 * 1024 * 1024
