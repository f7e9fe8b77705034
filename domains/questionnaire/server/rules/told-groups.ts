/** What several results say together of an anonymous questionnaire, added and taken from one another in any way. */
import { countByGroup, type Mask } from './counting.ts'
import type { Sheets, Slot } from './packing.ts'

/** Below 2^26, so that a product is exact in a number. */
const prime = 67_108_859
/** Beyond so many small groups, or ways of leaving people out, nobody looks further: the answer is then yes. */
const mostSmall = 64
const mostTries = 3000

/** Of sheets that are in the same of some sets: how many they are, and one for each set that they are in. None of these is a group as well. */
interface Group {
  readonly size: number
  readonly isIn: readonly number[]
}

/** Sheets by the sets that they are in: those with the same are one group. */
export class ToldGroups {
  readonly #sets: readonly Mask[]
  /** By sheet. */
  readonly #groupOf: Uint32Array
  /** By group: how many sheets, and the first of them. */
  readonly #sizes: readonly number[]
  readonly #firsts: readonly number[]

  private constructor(sets: readonly Mask[], groupOf: Uint32Array, sizes: readonly number[], firsts: readonly number[]) {
    this.#sets = sets
    this.#groupOf = groupOf
    this.#sizes = sizes
    this.#firsts = firsts
  }

  static of(sets: readonly Mask[], count: number): ToldGroups {
    const none = new ToldGroups([], new Uint32Array(count), [count], [0])
    return sets.reduce<ToldGroups>((told, mask) => told.with(mask), none)
  }

  with(mask: Mask): ToldGroups {
    const numbers = new Int32Array(this.#sizes.length * 2).fill(-1)
    const [sizes, firsts]: [number[], number[]] = [[], []]
    const groupOf = new Uint32Array(this.#groupOf.length)
    for (let sheet = 0; sheet < groupOf.length; sheet++) {
      const place = (this.#groupOf[sheet] ?? 0) * 2 + (isIn(mask, sheet) ? 1 : 0)
      let number = numbers[place] ?? -1
      if (number < 0) {
        number = sizes.push(0) - 1
        firsts.push(sheet)
        numbers[place] = number
      }
      sizes[number] = (sizes[number] ?? 0) + 1
      groupOf[sheet] = number
    }
    return new ToldGroups([...this.#sets, mask], groupOf, sizes, firsts)
  }

  /**
   * Whether figures of the sets, each times some number and added up, are figures of fewer than `fewest` people. A sum that is nothing outside of a few small
   * groups is such a figure. It exists where the groups outside say less of the sets than all of them do: where their vectors span less.
   */
  tellFewerThan(fewest: number): boolean {
    return tell(this.#groups(this.#sizes), this.#sets.length, fewest)
  }

  /** Sheets of each group that have seen and answered a slot, and that have each of its keys. */
  countsOf(sheets: Sheets, slot: Slot) {
    return { whole: this.#sizes, ...countByGroup(sheets, slot, { groupOf: this.#groupOf, groupCount: this.#sizes.length }) }
  }

  /**
   * Whether of people who have something in common, `sizes` of them in each group, the last set may be counted beside the sets before it: those of the sets
   * that were counted, in their order, and this one must not tell of fewer than `fewest` of them, of nobody neither.
   */
  mayCountLast(sizes: readonly number[], fewest: number): boolean {
    const groups = this.#groups(sizes)
    const last = this.#sets.length - 1
    const counted = [0]
    for (let set = 1; set <= last; set++)
      if (!tell(narrowed(groups, [...counted, set]), counted.length + 1, fewest)) counted.push(set)
    return counted.at(-1) === last
  }

  #groups(sizes: readonly number[]): Group[] {
    return this.#firsts.map((sheet, group) => ({
      size: sizes[group] ?? 0,
      isIn: this.#sets.map((mask) => (isIn(mask, sheet) ? 1 : 0)),
    }))
  }
}

/** The same people by some of the sets alone: groups that are in the same of them become one. */
function narrowed(groups: readonly Group[], sets: readonly number[]): Group[] {
  const found = new Map<string, { size: number; isIn: readonly number[] }>()
  for (const { size, isIn: all } of groups) {
    const kept = sets.map((set) => all[set] ?? 0)
    const same = found.get(kept.join(''))
    if (same) same.size += size
    else found.set(kept.join(''), { size, isIn: kept })
  }
  return [...found.values()]
}

function tell(groups: readonly Group[], setCount: number, fewest: number): boolean {
  const large = new Span()
  for (const { size, isIn: sets } of groups) {
    if (size >= fewest) large.add(sets)
    if (large.size === setCount) return false
  }
  const small = smallBeside(large, groups, fewest)
  if (small.length > mostSmall) return true
  const living = small.filter(({ size }) => size > 0)
  return small.length > 0 && (spanOf(living) < spanOf(small) || isTold(living, fewest))
}

/**
 * Groups that say something which large ones do not. Small ones that say the same, large ones aside, are as one: where they are enough together, never all of
 * them are left out, and what they say is said like what large ones say.
 */
function smallBeside(large: Span, groups: readonly Group[], fewest: number): Group[] {
  while (true) {
    const same = new Map<string, { size: number; isIn: readonly number[] }>()
    for (const { size, isIn: sets } of groups) {
      const rest = size < fewest ? large.restOf(sets) : undefined
      if (!rest) continue
      const direction = normed(rest)
      const known = same.get(direction.join(','))
      if (known) known.size += size
      else same.set(direction.join(','), { size, isIn: direction })
    }
    const enough = [...same.values()].filter(({ size }) => size >= fewest)
    if (enough.length === 0) return [...same.values()]
    for (const { isIn: sets } of enough) large.add(sets)
  }
}

/** The same direction, beginning with one. */
function normed(vector: readonly number[]): readonly number[] {
  const inverse = power(vector.find((value) => value !== 0) ?? 1, prime - 2)
  return vector.map((value) => (value * inverse) % prime)
}

const isIn = (mask: Mask, sheet: number) => mask === undefined || mask[sheet] === 1

/** Some of them, fewer than `fewest` people in all, without whom the others span less. */
function isTold(small: readonly Group[], fewest: number): boolean {
  const whole = spanOf(small)
  let tries = 0
  const isToldWithout = (out: ReadonlySet<number>, from: number, left: number): boolean => {
    if (++tries > mostTries) return true
    let isMaximal = true
    for (let place = from; place < small.length; place++) {
      const size = small[place]?.size ?? 0
      if (size > left) continue
      isMaximal = false
      if (isToldWithout(new Set([...out, place]), place + 1, left - size)) return true
    }
    return isMaximal && out.size > 0 && spanOf(small.filter((_, place) => !out.has(place))) < whole
  }
  return isToldWithout(new Set(), 0, fewest - 1)
}

function spanOf(groups: readonly Group[]): number {
  const span = new Span()
  for (const { isIn } of groups) span.add(isIn)
  return span.size
}

/** What vectors span, by remainders of a prime: exact, without fractions. */
class Span {
  /** By the place of their first number that is not zero, which is one. */
  readonly #rows = new Map<number, readonly number[]>()

  get size(): number {
    return this.#rows.size
  }

  add(vector: readonly number[]): void {
    const rest = this.restOf(vector)
    const place = rest?.findIndex((value) => value !== 0) ?? -1
    if (!rest || place < 0) return
    this.#rows.set(place, normed(rest))
  }

  /** What is left of it beside what is spanned; undefined: nothing. */
  restOf(vector: readonly number[]): readonly number[] | undefined {
    let rest = vector
    for (let place = 0; place < rest.length; place++) {
      const times = rest[place] ?? 0
      const row = times === 0 ? undefined : this.#rows.get(place)
      if (row) rest = rest.map((value, at) => (value + (prime - times) * (row[at] ?? 0)) % prime)
    }
    return rest.some((value) => value !== 0) ? rest : undefined
  }
}

function power(base: number, exponent: number): number {
  let [result, square] = [1, base]
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}
