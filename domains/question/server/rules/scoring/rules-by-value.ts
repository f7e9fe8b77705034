/** Drawing rules turned round: which of them each value that a question may have stands for, as bits (bit n: rule n, from 1). */
import type { DrawFilter } from '../../../contract/draw-filter.ts'

export interface RulesOfValues {
  /** JSON of `{ value, rules }[]`: the rules that name this value. */
  readonly named: string
  /** Rules that name none, and so admit every value. */
  readonly others: string
}

const [types, difficulties] = [7, 3]

export function rulesByValue(filters: readonly DrawFilter[]) {
  return {
    types: rulesOfNumbers(
      filters.map((filter) => filter.types),
      types,
    ),
    difficulties: rulesOfNumbers(
      filters.map((filter) => filter.difficulties),
      difficulties,
    ),
    // One id may be written in two ways, and a bank has one row of rules.
    banks: rulesOf(filters.map(({ bankIds }) => bankIds?.map((id) => id.toLowerCase()))),
    categories: rulesOf(filters.map(({ categoryIds }) => categoryIds)),
    tags: rulesOf(filters.map((filter) => filter.tags)),
    points: rulesOf(filters.map(({ knowledgePointIds }) => knowledgePointIds)),
  }
}

/** Numbers (from 1) of the rules whose bits are set. */
export function ruleNumbersOf(rules: string): number[] {
  const numbers: number[] = []
  for (let left = BigInt(rules), number = 0; left > 0n; left >>= 1n, number++) if ((left & 1n) === 1n) numbers.push(number)
  return numbers
}

const bitOf = (index: number) => 1n << BigInt(index + 1)

function rulesOf(wishes: readonly (readonly string[] | undefined)[]): RulesOfValues {
  const named = new Map<string, bigint>()
  let others = 0n
  for (const [index, values = []] of wishes.entries()) {
    if (values.length === 0) others |= bitOf(index)
    for (const value of values) named.set(value, (named.get(value) ?? 0n) | bitOf(index))
  }
  const list = [...named].map(([value, rules]) => `{"value":${JSON.stringify(value)},"rules":${rules}}`)
  return { named: `[${list.join()}]`, others: String(others) }
}

/** By number from 1 to `most`, as an array literal. */
function rulesOfNumbers(wishes: readonly (readonly number[] | undefined)[], most: number): string[] {
  return Array.from({ length: most }, (_, at) => {
    const admitting = wishes.map((values = [], index) => (values.length === 0 || values.includes(at + 1) ? bitOf(index) : 0n))
    return String(admitting.reduce((sum, bit) => sum | bit, 0n))
  })
}
