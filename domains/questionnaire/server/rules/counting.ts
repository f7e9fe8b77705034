/** Counts of packed sheets: one walk for each slot. */
import { firstChoice, hasKey, type Layout, type Sheets, type Slot, unseen } from './packing.ts'

export interface Counted {
  readonly seen: number
  readonly answered: number
  /** By key: how often chosen; of a ranking how often placed. */
  readonly counts: readonly number[]
  /** Of a ranking: sum of the places. */
  readonly places: readonly number[]
  /** Of numbers. */
  readonly measure: Measure | undefined
}

export interface Measure {
  readonly mean: number
  readonly deviation: number
  readonly min: number
  readonly max: number
}

/** Which sheets of a read are meant: undefined is all of them. */
export type Mask = Uint8Array | undefined

export function countSlot({ bytes, width, count }: Sheets, slot: Slot, mask: Mask): Counted {
  const { at, form, keys } = slot
  const counts = new Array<number>(keys.length).fill(0)
  const places = new Array<number>(keys.length).fill(0)
  const numbers = new Running()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [seen, answered] = [0, 0]
  for (let sheet = 0, from = at; sheet < count; sheet++, from += width) {
    if (mask && mask[sheet] === 0) continue
    const state = bytes[from] ?? unseen
    if (state === unseen) continue
    seen++
    if (state < firstChoice) continue
    answered++
    if (form === 'one') counts[state - firstChoice] = (counts[state - firstChoice] ?? 0) + 1
    else if (form === 'number') numbers.add(view.getFloat64(from + 1, true))
    else if (form === 'many' || form === 'place') countKeys(bytes, from, { form, counts, places })
  }
  return { seen, answered, counts, places, measure: numbers.measure() }
}

function countKeys(
  bytes: Uint8Array,
  from: number,
  { form, counts, places }: { form: string; counts: number[]; places: number[] },
): void {
  for (let place = 0; place < counts.length; place++) {
    if (form === 'many') {
      if (((bytes[from + 1 + (place >> 3)] ?? 0) & (1 << (place & 7))) !== 0) counts[place] = (counts[place] ?? 0) + 1
      continue
    }
    const rank = bytes[from + 1 + place] ?? 0
    if (rank === 0) continue
    counts[place] = (counts[place] ?? 0) + 1
    places[place] = (places[place] ?? 0) + rank
  }
}

/** Welford's running mean and spread: no sum of squares that loses its last places. */
class Running {
  #count = 0
  #mean = 0
  #squares = 0
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY

  add(value: number, weight = 1): void {
    if (weight === 0) return
    this.#count += weight
    const difference = value - this.#mean
    this.#mean += (difference * weight) / this.#count
    this.#squares += weight * difference * (value - this.#mean)
    this.#min = Math.min(this.#min, value)
    this.#max = Math.max(this.#max, value)
  }

  measure(): Measure | undefined {
    if (this.#count === 0) return undefined
    const { sqrt } = Math
    return { mean: this.#mean, deviation: sqrt(this.#squares / this.#count), min: this.#min, max: this.#max }
  }
}

/** Of a scale whose keys are numbers. */
export function measureOfScale({ keys }: Slot, counts: readonly number[]): Measure | undefined {
  const numbers = new Running()
  for (const [place, key] of keys.entries()) numbers.add(Number(key), counts[place] ?? 0)
  return numbers.measure()
}

function countOne(sizes: number[] | undefined, group: number): void {
  if (sizes) sizes[group] = (sizes[group] ?? 0) + 1
}

interface Grouped {
  /** By sheet. */
  readonly groupOf: Uint32Array
  readonly groupCount: number
}

/** Of each group: sheets that saw and answered it, and those that have each key (of a ranking: placed it at all). */
export function countByGroup({ bytes, width, count }: Sheets, slot: Slot, { groupOf, groupCount }: Grouped) {
  const none = () => new Array<number>(groupCount).fill(0)
  const [seen, answered, keys] = [none(), none(), slot.keys.map(none)]
  for (let sheet = 0, from = 0; sheet < count; sheet++, from += width) {
    const group = groupOf[sheet] ?? 0
    const state = bytes[from + slot.at] ?? unseen
    if (state === unseen) continue
    seen[group] = (seen[group] ?? 0) + 1
    if (state < firstChoice) continue
    answered[group] = (answered[group] ?? 0) + 1
    if (slot.form === 'one') countOne(keys[state - firstChoice], group)
    else
      for (let place = 0; place < keys.length; place++) {
        const has = slot.form === 'place' ? bytes[from + slot.at + 1 + place] !== 0 : hasKey(bytes, from, slot, place)
        if (has) countOne(keys[place], group)
      }
  }
  return { seen, answered, keys }
}

export interface AnsweredFilter {
  readonly question: string
  readonly row?: string | undefined
  readonly options: readonly string[]
}

/** Undefined: all sheets; a filter of a question that is not there meets none. */
export function maskOf({ bytes, width, count }: Sheets, layout: Layout, filters: readonly AnsweredFilter[]): Mask {
  if (filters.length === 0) return undefined
  const wanted = filters.map(({ question, row, options }) => {
    const slot = slotOf(layout, question, row)
    const places = slot ? options.map((key) => slot.keys.indexOf(key)).filter((place) => place >= 0) : []
    return { slot, places }
  })
  const mask = new Uint8Array(count)
  for (let sheet = 0; sheet < count; sheet++) {
    const from = sheet * width
    const isMet = wanted.every(
      ({ slot, places }) => slot !== undefined && places.some((place) => hasKey(bytes, from, slot, place)),
    )
    mask[sheet] = isMet ? 1 : 0
  }
  return mask
}

export function slotOf({ slots }: Layout, question: string, row: string | undefined): Slot | undefined {
  return slots.find((slot) => slot.element === question && slot.row === row)
}

export const sizeOf = (mask: Mask, count: number): number => (mask ? mask.reduce((total, one) => total + one, 0) : count)

/** By row, then column: in how many sheets both stand. Somebody who chose several stands in several. */
export function crossCounts(
  { bytes, width, count }: Sheets,
  { rows, columns }: { rows: Slot; columns: Slot },
  mask: Mask,
): number[][] {
  const table = rows.keys.map(() => new Array<number>(columns.keys.length).fill(0))
  for (let sheet = 0; sheet < count; sheet++) {
    if (mask && mask[sheet] === 0) continue
    const from = sheet * width
    for (const [row, line] of table.entries()) {
      if (!hasKey(bytes, from, rows, row)) continue
      for (let column = 0; column < line.length; column++)
        if (hasKey(bytes, from, columns, column)) line[column] = (line[column] ?? 0) + 1
    }
  }
  return table
}
