/** Waited too long for a turn: the caller should try again. */
export class NoTurn extends Error {}

interface Waiting {
  readonly party: string
  readonly begin: () => void
  readonly timer: NodeJS.Timeout
}

/**
 * Lets so many works run at once; others wait, and not for ever. The next turn goes to whom the fewest works run for, then to who has waited
 * longest: a crowd of one party (a company) waits for itself. Where there are several turns, one party never gets the last of them, nor more
 * than `mostOfParty`.
 */
export class Turns {
  readonly #patienceMs: number
  readonly #mostOfParty: number
  readonly #waiting = new Set<Waiting>()
  readonly #running = new Map<string, number>()
  #free: number

  constructor(atOnce: number, patienceMs = 20_000, mostOfParty = atOnce - 1) {
    this.#free = atOnce
    this.#mostOfParty = Math.max(1, mostOfParty)
    this.#patienceMs = patienceMs
  }

  async run<T>(party: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayBegin(party)) this.#begin(party)
    else await this.#wait(party)
    try {
      return await work()
    } finally {
      this.#end(party)
    }
  }

  #runningOf(party: string): number {
    return this.#running.get(party) ?? 0
  }

  #mayBegin(party: string): boolean {
    return this.#free > 0 && this.#runningOf(party) < this.#mostOfParty
  }

  #begin(party: string): void {
    this.#free--
    this.#running.set(party, this.#runningOf(party) + 1)
  }

  #wait(party: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        party,
        begin: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiting)
          reject(new NoTurn('too many calls of this kind at once'))
        }, this.#patienceMs),
      }
      this.#waiting.add(waiting)
    })
  }

  #end(party: string): void {
    this.#free++
    const left = this.#runningOf(party) - 1
    if (left > 0) this.#running.set(party, left)
    else this.#running.delete(party)
    const next = this.#next()
    if (!next) return
    this.#waiting.delete(next)
    clearTimeout(next.timer)
    this.#begin(next.party)
    next.begin()
  }

  #next(): Waiting | undefined {
    let best: Waiting | undefined
    for (const waiting of this.#waiting) {
      if (!this.#mayBegin(waiting.party)) continue
      if (!best || this.#runningOf(waiting.party) < this.#runningOf(best.party)) best = waiting
    }
    return best
  }
}
