/** The writes that no receipt answers yet, in memory and on the device: what is stored outlives the page. */
import type { KeptAttempt, KeptReceipt, OutboxStore } from './store.ts'
import type { PendingWrite } from './write.ts'

export class WriteShelf {
  readonly #attemptId: string
  readonly #store: OutboxStore
  readonly #onLostStore: () => void
  readonly #writes = new Map<number, PendingWrite>()
  readonly #judged = new Set<number>()
  /** False once the device could not keep something. */
  isStored: boolean

  constructor(attemptId: string, store: OutboxStore, { isStored, onLostStore }: { isStored: boolean; onLostStore: () => void }) {
    this.#attemptId = attemptId
    this.#store = store
    this.#onLostStore = onLostStore
    this.isStored = isStored
  }

  get size(): number {
    return this.#writes.size
  }

  get(slot: number): PendingWrite | undefined {
    return this.#writes.get(slot)
  }

  /** In the order in which they were written. */
  all(): PendingWrite[] {
    return [...this.#writes.values()].sort((a, b) => a.seq - b.seq)
  }

  /** In memory at once, on the device as soon as it can. */
  put(write: PendingWrite): Promise<void> {
    this.#writes.set(write.slot, write)
    return this.#guard(() => this.#store.putWrite(this.#attemptId, write))
  }

  /** Takes a write out of memory; on the device it stays until it is dropped or replaced. */
  lift(slot: number): PendingWrite | undefined {
    const write = this.#writes.get(slot)
    this.#writes.delete(slot)
    return write
  }

  liftAll(): PendingWrite[] {
    const writes = this.all()
    this.#writes.clear()
    return writes
  }

  /** Forgets a write that was answered, unless a newer one has taken its place. */
  async drop({ slot, seq }: PendingWrite): Promise<void> {
    if (this.#writes.get(slot)?.seq === seq) this.#writes.delete(slot)
    await this.#guard(() => this.#store.removeWrite(this.#attemptId, slot, seq))
  }

  /** In the order in which they were written; a write that awaits the candidate's decision does not go by itself. */
  sendable(): PendingWrite[] {
    return this.all().filter(({ isHeld }) => !isHeld)
  }

  /** The first of these that fit into one call. */
  fitting(writes: readonly PendingWrite[], { most, characters }: { most: number; characters: number }): PendingWrite[] {
    const batch: PendingWrite[] = []
    let size = 0
    for (const write of writes) {
      if (batch.length >= most) break
      size += JSON.stringify(write.answer ?? null).length + 200
      if (batch.length > 0 && size > characters) break
      batch.push(write)
    }
    return batch
  }

  /** The server has said what became of it, so it needs no further telling, whether it counts or not. */
  noteVerdict({ seq }: PendingWrite): void {
    this.#judged.add(seq)
  }

  /** Answers of which nobody knows whether the server has them. */
  unheard(): PendingWrite[] {
    return this.all().filter(({ answer, seq }) => answer !== undefined && !this.#judged.has(seq))
  }

  /** From now on nobody knows whether they arrived. Answers them as they are now. */
  markSent(batch: readonly PendingWrite[]): PendingWrite[] {
    const sent = batch.map((write) => ({ ...write, wasSent: true }))
    for (const write of sent) this.#writes.set(write.slot, write)
    return sent
  }

  /** On the device before they go: should the page die between sending and answering, they are found again. */
  async secure(writes: readonly PendingWrite[]): Promise<void> {
    await this.#guard(() => Promise.all(writes.map((write) => this.#store.putWrite(this.#attemptId, write))))
  }

  /** Everything, as long as there is nothing that nobody has heard of. */
  async forgetJudged(): Promise<void> {
    const unheard = new Set(this.unheard().map(({ seq }) => seq))
    if (unheard.size === 0) return this.#store.forget(this.#attemptId)
    for (const write of this.all()) if (!unheard.has(write.seq)) await this.drop(write)
  }

  async keepReceipts(receipts: readonly KeptReceipt[]): Promise<void> {
    if (receipts.length > 0) await this.#guard(() => this.#store.putReceipts(this.#attemptId, receipts))
  }

  async load(): Promise<KeptAttempt> {
    const kept: { found: KeptAttempt } = { found: { nextSeq: 1, writes: [], receipts: [] } }
    await this.#guard(async () => {
      kept.found = await this.#store.load(this.#attemptId)
    })
    return kept.found
  }

  async #guard(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch {
      if (!this.isStored) return
      this.isStored = false
      this.#onLostStore()
    }
  }
}
