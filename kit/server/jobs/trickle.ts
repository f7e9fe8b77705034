/**
 * Work that can wait begins a little at a time: in each turn of the event loop so much of it, in the order it came. However much comes at once, whoever sits
 * and waits for an answer finds short turns; begun work goes on as it would, so a slow network holds nobody else up.
 */
export class Trickle {
  readonly #eachTurn: number
  #waiting: (() => void)[] = []
  #isTurning = false

  constructor(eachTurn: number) {
    this.#eachTurn = eachTurn
  }

  /** Answers when it is its turn to begin, after how many milliseconds. */
  async turn(): Promise<number> {
    const since = performance.now()
    await new Promise<void>((begin) => {
      this.#waiting.push(begin)
      if (!this.#isTurning) this.#next()
    })
    return performance.now() - since
  }

  #next(): void {
    this.#isTurning = this.#waiting.length > 0
    if (!this.#isTurning) return
    setImmediate(() => {
      for (const begin of this.#waiting.splice(0, this.#eachTurn)) begin()
      this.#next()
    })
  }
}
