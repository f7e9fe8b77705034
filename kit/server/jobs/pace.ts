import { setImmediate as othersFirst } from 'node:timers/promises'

/** A loop over what people made large lets the others in: after so much work on end, whatever waits in this process has its turn. */
export class Pace {
  readonly #mostMs: number
  #since = performance.now()

  constructor(mostMs = 20) {
    this.#mostMs = mostMs
  }

  /** To be awaited before each piece of the work. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#since < this.#mostMs) return
    await othersFirst()
    this.#since = performance.now()
  }
}
