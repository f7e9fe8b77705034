/** Marks and choices of many attempts in typed arrays, as they come from the database: attempt, item, score, choice. */
import type { AnswerMark } from './results-statistics.sql.ts'
import type { MarkTable } from './rules/statistics.ts'

/** Cells of one table of marks: 2 million doubles are 16 MB. */
const mostCells = 2_000_000

/** `optionIds`: none where choices are not counted. */
export type CountedItem = { optionIds: readonly string[]; isMultiple: boolean }

export type Portion = { first: number; table: MarkTable; totals: Float64Array }

export class MarkList {
  readonly totals: Float64Array
  readonly #attemptCount: number
  readonly #isMultiple: readonly boolean[]
  readonly #bits: readonly ReadonlyMap<string, number>[]
  /** Choices repeat: each text is read once per item. */
  readonly #known: readonly Map<string, number>[]
  readonly #counts: Int32Array
  #attempts = new Int32Array(1024)
  #items = new Int32Array(1024)
  #scores = new Float64Array(1024)
  #choices = new Int32Array(1024)
  #length = 0
  #unseen = 0
  #byItem: { order: Int32Array; starts: Int32Array } | undefined

  constructor(attemptCount: number, items: readonly CountedItem[]) {
    this.#attemptCount = attemptCount
    this.totals = new Float64Array(attemptCount)
    this.#isMultiple = items.map(({ isMultiple }) => isMultiple)
    this.#bits = items.map(({ optionIds }) => new Map(optionIds.map((id, index) => [id, 1 << index])))
    this.#known = items.map(() => new Map())
    this.#counts = new Int32Array(items.length)
  }

  take(rows: readonly AnswerMark[]): void {
    this.#grow(this.#length + rows.length)
    for (const { attempt, item, score, choice } of rows) {
      const at = this.#length++
      this.#attempts[at] = attempt - 1
      this.#items[at] = item - 1
      this.#scores[at] = score ?? Number.NaN
      this.#choices[at] = choice === null ? 0 : this.#bitsOf(item - 1, choice)
      this.#counts[item - 1] = (this.#counts[item - 1] ?? 0) + 1
      if (score === null) this.#unseen += 1
      else this.totals[attempt - 1] = (this.totals[attempt - 1] ?? 0) + score
    }
  }

  /** Every attempt had every item and saw it: only then is there an α. */
  get isComplete(): boolean {
    return this.#unseen === 0 && this.#length === this.#attemptCount * this.#counts.length
  }

  /** The items in portions of a bounded size, each a whole table of marks; NaN where an attempt did not have the item. */
  *portions(maximums: Float64Array): Generator<Portion> {
    const size = Math.max(1, Math.floor(mostCells / Math.max(1, this.#attemptCount)))
    for (let first = 0; first < maximums.length; first += size) {
      const some = maximums.slice(first, first + size)
      const marks = new Float64Array(this.#attemptCount * some.length).fill(Number.NaN)
      for (let at = 0; at < this.#length; at++) {
        const item = (this.#items[at] ?? 0) - first
        if (item < 0 || item >= some.length) continue
        marks[(this.#attempts[at] ?? 0) * some.length + item] = this.#scores[at] ?? Number.NaN
      }
      yield { first, table: { marks, maximums: some }, totals: this.totals }
    }
  }

  /** Of those who had the item: what each chose, a bit per option, and their totals. */
  choicesOf(item: number): { choices: Int32Array; totals: Float64Array } {
    this.#byItem ??= this.#sortByItem()
    const { order, starts } = this.#byItem
    const places = order.subarray(starts[item] ?? 0, starts[item + 1] ?? 0)
    return {
      choices: Int32Array.from(places, (at) => this.#choices[at] ?? 0),
      totals: Float64Array.from(places, (at) => this.totals[this.#attempts[at] ?? 0] ?? 0),
    }
  }

  /** Places of all marks, those of item 0 first; `starts` has one entry more than there are items. */
  #sortByItem(): { order: Int32Array; starts: Int32Array } {
    const starts = new Int32Array(this.#counts.length + 1)
    for (let item = 0; item < this.#counts.length; item++) starts[item + 1] = (starts[item] ?? 0) + (this.#counts[item] ?? 0)
    const next = starts.slice()
    const order = new Int32Array(this.#length)
    for (let at = 0; at < this.#length; at++) {
      const item = this.#items[at] ?? 0
      const place = next[item] ?? 0
      order[place] = at
      next[item] = place + 1
    }
    return { order, starts }
  }

  #bitsOf(item: number, choice: string): number {
    const known = this.#known[item]
    const found = known?.get(choice)
    if (found !== undefined) return found
    const chosen: unknown = this.#isMultiple[item] ? JSON.parse(choice) : [choice]
    let bits = 0
    if (Array.isArray(chosen)) for (const id of chosen) bits |= this.#bits[item]?.get(String(id)) ?? 0
    known?.set(choice, bits)
    return bits
  }

  #grow(wanted: number): void {
    if (wanted <= this.#attempts.length) return
    const size = Math.max(wanted, this.#attempts.length * 2)
    const [attempts, items, choices] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)]
    const scores = new Float64Array(size)
    attempts.set(this.#attempts)
    items.set(this.#items)
    choices.set(this.#choices)
    scores.set(this.#scores)
    this.#attempts = attempts
    this.#items = items
    this.#choices = choices
    this.#scores = scores
  }
}
