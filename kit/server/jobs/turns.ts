/** Waited too long for a turn: the caller should try again. */
export class NoTurn extends Error {}

interface Waiting {
  readonly number: number
  readonly begin: () => void
  readonly timer: NodeJS.Timeout
}

/** Who runs and who waits of one party; those who wait in the order they came. */
interface Party {
  running: number
  readonly waiting: Set<Waiting>
}

/**
 * Lets so many works run at once; others wait, and not for ever. The next turn goes to whom the fewest works run for, then to who has waited
 * longest: a crowd of one party (a company) waits for itself. Where there are several turns, one party never gets the last of them, nor more
 * than `mostOfParty`.
 */
export class Turns {
  readonly #patienceMs: number
  readonly #mostOfParty: number
  readonly #parties = new Map<string, Party>()
  #free: number
  #came = 0

  constructor(atOnce: number, patienceMs = 20_000, mostOfParty = atOnce - 1) {
    this.#free = atOnce
    this.#mostOfParty = Math.max(1, mostOfParty)
    this.#patienceMs = patienceMs
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const party = this.#partyOf(name)
    if (this.#mayBegin(party)) this.#begin(party)
    else await this.#wait(name, party)
    try {
      return await work()
    } finally {
      this.#end(name, party)
    }
  }

  #partyOf(name: string): Party {
    const known = this.#parties.get(name)
    if (known) return known
    const party: Party = { running: 0, waiting: new Set() }
    this.#parties.set(name, party)
    return party
  }

  #mayBegin({ running }: Party): boolean {
    return this.#free > 0 && running < this.#mostOfParty
  }

  #begin(party: Party): void {
    this.#free--
    party.running++
  }

  #wait(name: string, party: Party): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        number: this.#came++,
        begin: resolve,
        timer: setTimeout(() => {
          party.waiting.delete(waiting)
          this.#forgetIdle(name, party)
          reject(new NoTurn('too many calls of this kind at once'))
        }, this.#patienceMs),
      }
      party.waiting.add(waiting)
    })
  }

  #end(name: string, party: Party): void {
    this.#free++
    party.running--
    const next = this.#next()
    if (next) {
      const [party, first] = next
      party.waiting.delete(first)
      clearTimeout(first.timer)
      this.#begin(party)
      first.begin()
    }
    this.#forgetIdle(name, party)
  }

  #forgetIdle(name: string, { running, waiting }: Party): void {
    if (running === 0 && waiting.size === 0) this.#parties.delete(name)
  }

  /** Ten thousand may wait of one party: only the first of each is looked at. */
  #next(): [Party, Waiting] | undefined {
    let best: [Party, Waiting] | undefined
    for (const party of this.#parties.values()) {
      const [first] = party.waiting
      if (!first || !this.#mayBegin(party)) continue
      const isSooner =
        !best || party.running < best[0].running || (party.running === best[0].running && first.number < best[1].number)
      if (isSooner) best = [party, first]
    }
    return best
  }
}
