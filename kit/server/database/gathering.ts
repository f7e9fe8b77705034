import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Gatherer<Call, Answer> {
  /** How many go together at most. */
  readonly most: number
  /** For calls that nobody sits and waits for: a group waits so long for more, until so many are there. Without it none waits. */
  readonly patience?: { readonly ms: number; readonly enough: number }
  /** Of one party so many groups run at once, 1 unless said; the second begins when `enough` wait while the first runs. */
  readonly lanes?: number
  /** Calls about one subject never run at once: the later one sees what the earlier one has done. Absent where calls change nothing. */
  readonly subjectOf?: (call: Call) => string
  /**
   * Does them all or none, with an answer for each in their order. Where `mayWait` is false it waits for nobody: a call that somebody else is in the way of is
   * answered with undefined, and comes again by itself.
   */
  readonly run: (calls: readonly Call[], mayWait: boolean) => Promise<readonly (Answer | undefined)[]>
}

/** Reports that come by themselves, from everybody, all the time: nobody sits and waits for an answer. */
export const unhurried = { most: 100, lanes: 2, patience: { ms: 15, enough: 24 } }

interface Waiting<Call, Answer> {
  readonly call: Call
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/** Those of one party that wait, and the groups of it that are under way. */
interface Line<Call, Answer> {
  readonly waiting: Waiting<Call, Answer>[]
  /** What the groups that run are about. */
  readonly subjects: Set<string>
  lanes: number
  /** A lane that waits for more, or is about to make its group: one at a time. */
  isGathering: boolean
  /** Tells it that there are enough. */
  wake: (() => void) | undefined
}

const newLine = <Call, Answer>(): Line<Call, Answer> => ({
  ...{ waiting: [], subjects: new Set<string>(), lanes: 0, isGathering: false, wake: undefined },
})

/**
 * Calls of one party (a company) that come while others of it are under way go together as soon as those have ended, or are enough for a lane of their own:
 * at rest each goes at once, in a crowd one statement and one commit do for all that wait. Nobody is answered before the commit. When a group fails, each of it goes by itself, so that a call answers
 * for itself alone.
 */
export class Gathering<Call, Answer> {
  readonly #gatherer: Gatherer<Call, Answer>
  /** Of parties of which calls are under way. */
  readonly #lines = new Map<string, Line<Call, Answer>>()

  constructor(gatherer: Gatherer<Call, Answer>) {
    this.#gatherer = gatherer
  }

  ask(party: string, call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(party) ?? newLine()
      this.#lines.set(party, line)
      line.waiting.push({ call, resolve, reject })
      if (line.waiting.length >= this.#enoughOf) line.wake?.()
      this.#open(party, line)
    })
  }

  get #enoughOf(): number {
    return this.#gatherer.patience?.enough ?? 0
  }

  #open(party: string, line: Line<Call, Answer>): void {
    const { lanes = 1 } = this.#gatherer
    const isDue = line.lanes === 0 || (line.lanes < lanes && line.waiting.length >= this.#enoughOf)
    if (!isDue || line.isGathering || line.waiting.length === 0) return
    line.lanes += 1
    void this.#serve(party, line)
  }

  async #serve(party: string, line: Line<Call, Answer>): Promise<void> {
    while (line.waiting.length > 0 && !line.isGathering) {
      line.isGathering = true
      await this.#enough(line)
      // Whatever has arrived by now is read before the group is made.
      await nextTurn()
      const { group, subjects } = this.#take(line)
      line.isGathering = false
      // All that wait are about what another lane is at work on: it goes on with them when it has ended.
      if (group.length === 0) break
      for (const subject of subjects) line.subjects.add(subject)
      this.#open(party, line)
      await this.#runTogether(group)
      for (const subject of subjects) line.subjects.delete(subject)
    }
    line.lanes -= 1
    if (line.lanes === 0) this.#lines.delete(party)
  }

  async #enough(line: Line<Call, Answer>): Promise<void> {
    const { patience } = this.#gatherer
    if (!patience || line.waiting.length >= patience.enough) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience.ms)
      line.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    line.wake = undefined
  }

  #take(line: Line<Call, Answer>): { group: Waiting<Call, Answer>[]; subjects: string[] } {
    const { most, subjectOf } = this.#gatherer
    const { waiting } = line
    if (!subjectOf) return { group: waiting.splice(0, most), subjects: [] }
    const taken = new Map<string, Waiting<Call, Answer>>()
    const left: Waiting<Call, Answer>[] = []
    for (const one of waiting) {
      const subject = subjectOf(one.call)
      if (taken.size < most && !taken.has(subject) && !line.subjects.has(subject)) taken.set(subject, one)
      else left.push(one)
    }
    waiting.splice(0, waiting.length, ...left)
    return { group: [...taken.values()], subjects: [...taken.keys()] }
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
