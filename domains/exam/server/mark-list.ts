/** Marks and choices of many attempts in typed arrays, as they come from the database, in any order. */
import type { AnswerMark } from './results-statistics.sql.ts'
import type { MarkTable } from './rules/statistics.ts'

/** Cells of one table of marks: 2 million doubles are 16 MB. */
const mostCells = 2_000_000

/** An item is one version of a question at one full mark. */
export type MarkedItem = { versionId: string; max: number }

export type Portion = { first: number; table: MarkTable; totals: Float64Array }

export class MarkList {
  readonly totals: Float64Array
  readonly items: MarkedItem[] = []
  readonly #attemptCount: number
  readonly #placeOf = new Map<string, Map<number, number>>()
  readonly #counts: number[] = []
  /** Choices repeat: each text is kept once, by number; 0 is none. */
  readonly #choiceTexts: string[] = ['']
  readonly #choiceNumbers = new Map<string, number>()
  #attempts = new Int32Array(1024)
  #itemPlaces = new Int32Array(1024)
  #scores = new Float64Array(1024)
  #choices = new Int32Array(1024)
  #length = 0
  #unseen = 0
  #byItem: { order: Int32Array; starts: Int32Array } | undefined

  constructor(attemptCount: number) {
    this.#attemptCount = attemptCount
    this.totals = new Float64Array(attemptCount)
  }

  take(rows: readonly AnswerMark[]): void {
    this.#grow(this.#length + rows.length)
    for (const { attempt, versionId, max, score, choice } of rows) {
      const at = this.#length++
      const item = this.#itemAt(versionId, max)
      this.#attempts[at] = attempt - 1
      this.#itemPlaces[at] = item
      this.#scores[at] = score ?? Number.NaN
      this.#choices[at] = choice === null ? 0 : this.#choiceNumber(choice)
      this.#counts[item] = (this.#counts[item] ?? 0) + 1
      if (score === null) this.#unseen += 1
      else this.totals[attempt - 1] = (this.totals[attempt - 1] ?? 0) + score
    }
  }

  /** Every attempt had every item and saw it: only then is there an α. */
  get isComplete(): boolean {
    return this.#unseen === 0 && this.#length === this.#attemptCount * this.items.length
  }

  /** The items in portions of a bounded size, each a whole table of marks; NaN where an attempt did not have the item. */
  *portions(): Generator<Portion> {
    const size = Math.max(1, Math.floor(mostCells / Math.max(1, this.#attemptCount)))
    for (let first = 0; first < this.items.length; first += size) {
      const maximums = Float64Array.from(this.items.slice(first, first + size), ({ max }) => max)
      const marks = new Float64Array(this.#attemptCount * maximums.length).fill(Number.NaN)
      for (let at = 0; at < this.#length; at++) {
        const item = (this.#itemPlaces[at] ?? 0) - first
        if (item < 0 || item >= maximums.length) continue
        marks[(this.#attempts[at] ?? 0) * maximums.length + item] = this.#scores[at] ?? Number.NaN
      }
      yield { first, table: { marks, maximums }, totals: this.totals }
    }
  }

  /** Of those who had the item: what each chose, a bit per option as `bitsOf` reads it (0: nothing), and their totals. */
  choicesOf(item: number, bitsOf: (choice: string) => number): { choices: Int32Array; totals: Float64Array } {
    this.#byItem ??= this.#sortByItem()
    const { order, starts } = this.#byItem
    const places = order.subarray(starts[item] ?? 0, starts[item + 1] ?? 0)
    const known = new Map([[0, 0]])
    const bitsAt = (at: number) => {
      const number = this.#choices[at] ?? 0
      const bits = known.get(number) ?? bitsOf(this.#choiceTexts[number] ?? '')
      known.set(number, bits)
      return bits
    }
    return {
      choices: Int32Array.from(places, bitsAt),
      totals: Float64Array.from(places, (at) => this.totals[this.#attempts[at] ?? 0] ?? 0),
    }
  }

  #itemAt(versionId: string, max: number): number {
    const byMax = this.#placeOf.get(versionId)
    const found = byMax?.get(max)
    if (found !== undefined) return found
    const place = this.items.push({ versionId, max }) - 1
    if (byMax) byMax.set(max, place)
    else this.#placeOf.set(versionId, new Map([[max, place]]))
    return place
  }

  #choiceNumber(choice: string): number {
    const found = this.#choiceNumbers.get(choice)
    if (found !== undefined) return found
    const number = this.#choiceTexts.push(choice) - 1
    this.#choiceNumbers.set(choice, number)
    return number
  }

  /** Places of all marks, those of item 0 first; `starts` has one entry more than there are items. */
  #sortByItem(): { order: Int32Array; starts: Int32Array } {
    const starts = new Int32Array(this.items.length + 1)
    for (let item = 0; item < this.items.length; item++) starts[item + 1] = (starts[item] ?? 0) + (this.#counts[item] ?? 0)
    const next = starts.slice()
    const order = new Int32Array(this.#length)
    for (let at = 0; at < this.#length; at++) {
      const item = this.#itemPlaces[at] ?? 0
      const place = next[item] ?? 0
      order[place] = at
      next[item] = place + 1
    }
    return { order, starts }
  }

  #grow(wanted: number): void {
    if (wanted <= this.#attempts.length) return
    const size = Math.max(wanted, this.#attempts.length * 2)
    const [attempts, itemPlaces, choices] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)]
    const scores = new Float64Array(size)
    attempts.set(this.#attempts)
    itemPlaces.set(this.#itemPlaces)
    choices.set(this.#choices)
    scores.set(this.#scores)
    this.#attempts = attempts
    this.#itemPlaces = itemPlaces
    this.#choices = choices
    this.#scores = scores
  }
}
