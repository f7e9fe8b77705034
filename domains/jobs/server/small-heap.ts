import { getHeapStatistics } from 'node:v8'

/** Before so many rows nothing is worth collecting. */
const fewRows = 5000
/** A tenth of what a worker holds at rest: less costs more collections than it saves memory. */
const allowanceBytes = 16 * 1024 ** 2

/**
 * Keeps a worker small while rows stream past: V8 lets its heap grow by half before it collects, and of an export all but the page in hand is over.
 * For as long as the export goes on it is collected whenever it has grown by the allowance; other work keeps V8's own measure.
 */
export class SmallHeap {
  #floor: number | undefined

  /** Every few hundred rows; `rows` have passed so far. */
  look(rows: number): void {
    // Only a part of the product may be asked to collect (node-flags.ts).
    if (rows < fewRows || globalThis.gc === undefined) return
    if (this.#floor !== undefined && usedBytes() - this.#floor < allowanceBytes) return
    globalThis.gc()
    this.#floor = usedBytes()
  }
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}
