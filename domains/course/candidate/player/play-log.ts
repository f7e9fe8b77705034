import type { Range } from '@kaopei/learning/contract/ranges'

/** A step of the clock within which a player moves on by playing; farther is a jump. */
const longestStepSeconds = 3

/** What was played, in the order in which it was played, since it was last taken. Pure: the player tells it where it is. */
export class PlayLog {
  #ranges: Range[] = []
  #from: number | undefined
  #at = 0

  /** The player is here and plays. */
  moved(seconds: number, rate: number): void {
    const isOn = this.#from !== undefined && seconds >= this.#at && seconds - this.#at <= longestStepSeconds * Math.max(1, rate)
    if (!isOn) {
      this.stopped()
      this.#from = seconds
    }
    this.#at = seconds
  }

  /** It pauses, jumps or ends. */
  stopped(): void {
    if (this.#from !== undefined && this.#at > this.#from) this.#ranges.push([this.#from, this.#at])
    this.#from = undefined
  }

  /** What there is. */
  soFar(): Range[] {
    return this.#from !== undefined && this.#at > this.#from ? [...this.#ranges, [this.#from, this.#at]] : [...this.#ranges]
  }

  /** What there is, and begins anew from where it is. */
  take(): Range[] {
    const from = this.#from
    const at = this.#at
    this.stopped()
    const taken = this.#ranges
    this.#ranges = []
    if (from !== undefined) this.#from = at
    return taken
  }

  /** What could not count yet is told again with the next. */
  putBack(ranges: readonly Range[]): void {
    this.#ranges.unshift(...ranges)
  }
}
