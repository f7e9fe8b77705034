/** When holes of recordings are ours, as this process knows it: nobody's word is believed about it but its own (`rules/own-fault.ts`). */
import type { FaultKind } from '../rules/own-fault.ts'

/** Whose client was told, or whose piece was not taken. */
export interface Told {
  readonly companyId: string
  readonly attemptId: string
}

export interface OwnFault extends Told {
  readonly kind: FaultKind
  readonly from: Date
  readonly until: Date
}

export class OwnFaults {
  #open = new Map<string, OwnFault>()

  note(kind: FaultKind, { companyId, attemptId }: Told, now: Date): void {
    const key = `${kind} ${attemptId}`
    this.#open.set(key, { companyId, attemptId, kind, from: this.#open.get(key)?.from ?? now, until: now })
  }

  /** What could not be written is kept, and grows until it can. */
  async flush(write: (faults: readonly OwnFault[]) => Promise<unknown>): Promise<void> {
    const written = this.#open
    if (written.size === 0) return
    this.#open = new Map()
    try {
      await write([...written.values()])
    } catch {
      for (const [key, fault] of written) this.#open.set(key, { ...fault, until: this.#open.get(key)?.until ?? fault.until })
    }
  }
}

/** Of this process. */
export const ownFaults = new OwnFaults()
