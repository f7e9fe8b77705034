import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Gatherer<Call, Answer> {
  /** How many go together at most. */
  readonly most: number
  /** Calls about one subject never go together: the later one sees what the earlier one has done. */
  readonly subjectOf: (call: Call) => string
  /**
   * Does them all or none, with an answer for each in their order. Where `mayWait` is false it waits for nobody: a call that somebody else is in the way of is
   * answered with undefined, and comes again by itself.
   */
  readonly run: (calls: readonly Call[], mayWait: boolean) => Promise<readonly (Answer | undefined)[]>
}

interface Waiting<Call, Answer> {
  readonly call: Call
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Calls of one party (a company) that come while others of it are under way go together as soon as those have ended: at rest each goes at once, in a crowd one
 * statement and one commit do for all that wait. Nobody is answered before the commit. When a group fails, each of it goes by itself, so that a call answers
 * for itself alone.
 */
export class Gathering<Call, Answer> {
  readonly #gatherer: Gatherer<Call, Answer>
  /** Of parties of which calls are under way. */
  readonly #waiting = new Map<string, Waiting<Call, Answer>[]>()

  constructor(gatherer: Gatherer<Call, Answer>) {
    this.#gatherer = gatherer
  }

  ask(party: string, call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(party)
      if (waiting) {
        waiting.push({ call, resolve, reject })
        return
      }
      const first = [{ call, resolve, reject }]
      this.#waiting.set(party, first)
      void this.#serve(party, first)
    })
  }

  async #serve(party: string, waiting: Waiting<Call, Answer>[]): Promise<void> {
    while (waiting.length > 0) {
      // Whatever has arrived by now is read before the group is made.
      await nextTurn()
      await this.#runTogether(this.#take(waiting))
    }
    this.#waiting.delete(party)
  }

  #take(waiting: Waiting<Call, Answer>[]): Waiting<Call, Answer>[] {
    const { most, subjectOf } = this.#gatherer
    const taken = new Map<string, Waiting<Call, Answer>>()
    const left: Waiting<Call, Answer>[] = []
    for (const one of waiting) {
      const subject = subjectOf(one.call)
      if (taken.size < most && !taken.has(subject)) taken.set(subject, one)
      else left.push(one)
    }
    waiting.splice(0, waiting.length, ...left)
    return [...taken.values()]
  }

  async #runTogether(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#gatherer.run(
        group.map(({ call }) => call),
        false,
      )
      for (const [index, one] of group.entries()) {
        const answer = answers[index]
        one.resolve(answer === undefined ? this.#runAlone(one.call) : answer)
      }
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else for (const one of group) one.resolve(this.#runAlone(one.call))
    }
  }

  /** The others do not wait for it. */
  async #runAlone(call: Call): Promise<Answer> {
    const [answer] = await this.#gatherer.run([call], true)
    if (answer === undefined) throw new Error('a call that may wait was not answered')
    return answer
  }
}
