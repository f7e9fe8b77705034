/** Thrown when an answer would take more work than any answer may. */
export class TooMuchEffort extends Error {}

/**
 * Work is counted in steps, never in time: the same answer has the same outcome on every machine, today and when it is scored again.
 * A step is a few nanoseconds.
 */
export class Effort {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  /** Called before the work that it stands for. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooMuchEffort('more work than any answer may take')
  }
}
