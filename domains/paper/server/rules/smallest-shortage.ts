/**
 * The fewest rules that together want more questions than they may draw from (Hall's condition), so that an author is told where the
 * shortage is and not everything that hangs together with it. A set of fewest rules hangs together by shared questions, so connected sets
 * alone are tried, by growing size. With dozens of rules over one another that can take too long: `mostSteps` ends the trial, and
 * what is named then is a set from which no rule can be left out.
 */
import type { ProofPool } from './draw-pool.ts'

const mostSteps = 30_000

export function neededBy(pool: ProofPool, rules: readonly number[]): number {
  return rules.reduce((sum, rule) => sum + (pool.rules[rule]?.count ?? 0), 0)
}

export function availableTo(pool: ProofPool, rules: readonly number[]): number {
  const isCounted = new Uint8Array(pool.classes.length)
  let available = 0
  for (const rule of rules) {
    for (const one of pool.classesOfRule[rule] ?? []) {
      if (isCounted[one] === 1) continue
      isCounted[one] = 1
      available += pool.sizes[one] ?? 0
    }
  }
  return available
}

/** By rule: the rules that it shares questions with, itself among them. */
function neighboursIn(pool: ProofPool): ReadonlySet<number>[] {
  const isShared = pool.rules.map(() => new Uint8Array(pool.rules.length))
  for (const { ruleIndexes } of pool.classes) {
    for (const rule of ruleIndexes) {
      const row = isShared[rule]
      if (row) for (const other of ruleIndexes) row[other] = 1
    }
  }
  return isShared.map((row) => new Set([...pool.rules.keys()].filter((rule) => row[rule] === 1)))
}

/** `violated`: rules known to want too much together. */
export function smallestShortage(pool: ProofPool, violated: readonly number[], steps = mostSteps): number[] {
  const search = new ShortageSearch(pool, steps)
  const irreducible = irreducibleOf(pool, violated)
  for (let size = 1; size < irreducible.length; size++) {
    const found = search.ofSize(size)
    if (found) return found
    if (search.isGivenUp) break
  }
  return irreducible
}

/** Leaves rules out while the rest still wants more than it has. */
function irreducibleOf(pool: ProofPool, rules: readonly number[]): number[] {
  const sorted = rules.toSorted((a, b) => a - b)
  const spare = sorted.findLast((rule) => {
    const without = sorted.filter((one) => one !== rule)
    return without.length > 0 && neededBy(pool, without) > availableTo(pool, without)
  })
  if (spare === undefined) return sorted
  return irreducibleOf(
    pool,
    sorted.filter((one) => one !== spare),
  )
}

class ShortageSearch {
  isGivenUp = false
  readonly #pool: ProofPool
  readonly #neighbours: readonly ReadonlySet<number>[]
  readonly #users: Int32Array
  readonly #mostOfOne: number
  #left: number

  constructor(pool: ProofPool, steps: number) {
    this.#pool = pool
    this.#left = steps
    this.#users = new Int32Array(pool.classes.length)
    this.#mostOfOne = Math.max(0, ...pool.rules.map(({ count }) => count))
    this.#neighbours = neighboursIn(pool)
  }

  ofSize(size: number): number[] | undefined {
    for (const rule of this.#pool.rules.keys()) {
      const found = this.#grow([rule], this.#after(rule, rule), { size, needed: 0, available: 0 })
      if (found || this.isGivenUp) return found
    }
    return undefined
  }

  #after(rule: number, root: number): number[] {
    return [...(this.#neighbours[rule] ?? [])].filter((one) => one > root)
  }

  /** Each connected set once: a rule is added only behind its root, and never one that was passed over beside it. */
  #grow(
    rules: number[],
    open: readonly number[],
    sums: { size: number; needed: number; available: number },
  ): number[] | undefined {
    if (this.#left-- <= 0) {
      this.isGivenUp = true
      return undefined
    }
    const [root = 0, newest = root] = [rules[0], rules.at(-1)]
    const { size } = sums
    const needed = sums.needed + (this.#pool.rules[newest]?.count ?? 0)
    const available = sums.available + this.#enter(newest)
    try {
      if (rules.length === size) return needed > available ? rules.toSorted((a, b) => a - b) : undefined
      // What is available only grows: the rules still to come would have to make up for it.
      if (needed + (size - rules.length) * this.#mostOfOne <= available) return undefined
      const known = new Set([...rules, ...rules.flatMap((rule) => [...(this.#neighbours[rule] ?? [])])])
      for (const [at, rule] of open.entries()) {
        const fresh = this.#after(rule, root).filter((one) => !known.has(one))
        const found = this.#grow([...rules, rule], [...open.slice(at + 1), ...fresh], { size, needed, available })
        if (found || this.isGivenUp) return found
      }
      return undefined
    } finally {
      this.#leave(newest)
    }
  }

  #enter(rule: number): number {
    let added = 0
    for (const one of this.#pool.classesOfRule[rule] ?? []) {
      const users = this.#users[one] ?? 0
      if (users === 0) added += this.#pool.sizes[one] ?? 0
      this.#users[one] = users + 1
    }
    return added
  }

  #leave(rule: number): void {
    for (const one of this.#pool.classesOfRule[rule] ?? []) this.#users[one] = (this.#users[one] ?? 1) - 1
  }
}
