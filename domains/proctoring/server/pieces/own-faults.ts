/** When holes of recordings are ours, as this process knows it: nobody's word is believed about it but its own (`rules/own-fault.ts`). */
import type { FaultKind } from '../rules/own-fault.ts'

export interface FaultSpan {
  readonly from: Date
  readonly until: Date
}

export class OwnFaults {
  readonly #open = new Map<FaultKind, FaultSpan>()

  note(kind: FaultKind, now: Date): void {
    this.#open.set(kind, { from: this.#open.get(kind)?.from ?? now, until: now })
  }

  /** What could not be written is kept, and grows until it can. */
  async flush(write: (kind: FaultKind, span: FaultSpan) => Promise<unknown>): Promise<void> {
    for (const [kind, span] of [...this.#open]) {
      this.#open.delete(kind)
      try {
        await write(kind, span)
      } catch {
        const later = this.#open.get(kind)
        this.#open.set(kind, { from: span.from, until: later?.until ?? span.until })
      }
    }
  }
}

/** Of this process. */
export const ownFaults = new OwnFaults()
