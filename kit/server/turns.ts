/** Waited too long for a turn: the caller should try again. */
export class NoTurn extends Error {}

interface Waiting {
  readonly begin: () => void
  readonly timer: NodeJS.Timeout
}

/** Lets so many works run at once; others wait in the order of their coming, and not for ever. */
export class Turns {
  readonly #patienceMs: number
  readonly #waiting = new Set<Waiting>()
  #free: number

  constructor(atOnce: number, patienceMs = 20_000) {
    this.#free = atOnce
    this.#patienceMs = patienceMs
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiting)
          reject(new NoTurn('too many calls of this kind at once'))
        }, this.#patienceMs),
      }
      this.#waiting.add(waiting)
    })
  }

  #passOn(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    clearTimeout(next.timer)
    next.begin()
  }
}
