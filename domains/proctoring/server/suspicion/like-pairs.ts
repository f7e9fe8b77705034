/** Every pair of attempts, held against chance. Memory is a byte and a float for each answer; only pairs that stand out are kept. */
import { abilityOf, chanceOfMatch, chanceRight, kIndex, levelOf, tailsOf, wrongAgreement } from './match-count.ts'

export interface AnswerSheet {
  readonly attemptId: string
  readonly staffId: string
  /** By question version: null is blank; a text is what was answered, comparable. */
  readonly answers: ReadonlyMap<string, { readonly key: string | null; readonly isRight: boolean }>
}

export interface LikePair {
  readonly one: number
  readonly other: number
  readonly isNear: boolean
  readonly common: number
  readonly matches: number
  readonly expectedMatches: number
  readonly oneWrong: number
  readonly otherWrong: number
  readonly sharedWrong: number
  readonly probability: number
  readonly expectedPairs: number
  readonly level: 'red' | 'yellow'
  readonly kOne: number
  readonly kOther: number
}

export interface Compared {
  readonly pairs: readonly LikePair[]
  readonly pairCount: number
  readonly nearCount: number
  /** Pairs with too few common questions or wrong answers. */
  readonly tooSmallCount: number
  /** Pairs beyond chance, also those that are not among `pairs`. */
  readonly likeCount: number
}

export const leastAttempts = 30
export const leastCommon = 20
export const leastWrong = 5
/** Below this many standard deviations no tail is rare enough for a family of so many pairs and more; of a smaller one each pair is judged. */
const leastDeviations = 2.5
const smallFamily = 435
export const mostPairs = 2000
const [absent, blank, right] = [0, 1, 2]
/** Wrong answers beyond this are each somebody's own. */
const mostCodes = 250

/** `isNear` of two places in the list. `breathe` is called after each row, so that whoever else is in the process has a turn. */
export async function comparePairs(
  sheets: readonly AnswerSheet[],
  {
    nearOf,
    breathe,
    most = mostPairs,
  }: { nearOf: (one: number, other: number) => boolean; breathe: () => Promise<void>; most?: number },
): Promise<Compared> {
  const coded = code(sheets)
  const { pairCount, nearCount, tooSmallCount, candidates } = await count(coded, sheets.length, { nearOf, breathe })
  const found = candidates.flatMap(({ one, other, isNear }) => {
    const pair = judge(coded, one, other, isNear ? nearCount : pairCount)
    return pair ? [{ ...pair, isNear }] : []
  })
  const pairs = found.toSorted((one, other) => one.expectedPairs - other.expectedPairs).slice(0, most)
  return { pairs: pairs.map((pair) => withK(coded, pair)), pairCount, nearCount, tooSmallCount, likeCount: found.length }
}

interface Coded {
  readonly width: number
  readonly codes: Uint8Array
  readonly chances: Float32Array
  readonly agreements: Float64Array
  /** The questions that each attempt had. */
  readonly had: readonly Int32Array[]
  readonly wrongs: readonly number[]
}

function code(sheets: readonly AnswerSheet[]): Coded {
  const versions = [...new Set(sheets.flatMap(({ answers }) => [...answers.keys()]))]
  const place = new Map(versions.map((version, index) => [version, index]))
  const width = versions.length
  const codes = new Uint8Array(sheets.length * width)
  const known = versions.map(() => new Map<string, number>())
  const seen = versions.map(() => ({ had: 0, right: 0, wrong: new Map<number, number>() }))
  for (const [row, { answers }] of sheets.entries()) {
    for (const [version, { key, isRight }] of answers) {
      const column = place.get(version) ?? 0
      const figures = seen[column]
      const codesOf = known[column]
      if (!figures || !codesOf) continue
      const value = isRight ? right : key === null ? blank : codeOf(codesOf, key)
      codes[row * width + column] = value
      figures.had += 1
      if (isRight) figures.right += 1
      else if (value > right) figures.wrong.set(value, (figures.wrong.get(value) ?? 0) + 1)
    }
  }
  const rights = seen.map(({ had, right: count }) => (had === 0 ? 0 : count / had))
  const agreements = Float64Array.from(seen, ({ had, right: count, wrong }) => wrongAgreement([...wrong.values()], had - count))
  const had = sheets.map((_, row) => {
    const columns = Array.from({ length: width }, (_item, column) => column)
    return Int32Array.from(columns.filter((column) => codes[row * width + column] !== absent))
  })
  return { width, codes, agreements, had, ...chancesOf({ width, codes, had, rights }) }
}

function codeOf(known: Map<string, number>, key: string): number {
  const found = known.get(key)
  if (found !== undefined) return found
  // What only a few write has a code of its own; beyond that many it matches nothing.
  const made = known.size < mostCodes ? right + 1 + known.size : blank
  known.set(key, made)
  return made
}

function chancesOf({
  width,
  codes,
  had,
  rights,
}: Pick<Coded, 'width' | 'codes' | 'had'> & { readonly rights: readonly number[] }) {
  const chances = new Float32Array(codes.length)
  const abilities = new Map<string, number>()
  const wrongs = had.map((columns, row) => {
    const count = columns.reduce((sum, column) => sum + (codes[row * width + column] === right ? 1 : 0), 0)
    const ofItems = [...columns].map((column) => rights[column] ?? 0)
    // People with the same questions and as many right have the same ability.
    const key = `${columns.join()}:${count}`
    const ability = abilities.get(key) ?? abilityOf(ofItems, count / Math.max(1, columns.length))
    abilities.set(key, ability)
    for (const column of columns) chances[row * width + column] = chanceRight(rights[column] ?? 0, ability)
    return columns.length - count
  })
  return { chances, wrongs }
}

interface Candidate {
  readonly one: number
  readonly other: number
  readonly isNear: boolean
}

async function count(
  { width, codes, chances, agreements, had, wrongs }: Coded,
  size: number,
  { nearOf, breathe }: { nearOf: (one: number, other: number) => boolean; breathe: () => Promise<void> },
) {
  const candidates: Candidate[] = []
  const others: Candidate[] = []
  let [pairCount, nearCount, tooSmallCount] = [0, 0, 0]
  for (let one = 0; one < size; one += 1) {
    await breathe()
    const columns = had[one] ?? new Int32Array()
    const from = one * width
    for (let other = one + 1; other < size; other += 1) {
      const to = other * width
      let [common, matches, mean, variance] = [0, 0, 0, 0]
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index] as number // within its length
        const answered = codes[to + column] as number
        if (answered === absent) continue
        common += 1
        if (answered >= right && answered === codes[from + column]) matches += 1
        const p = chances[from + column] as number
        const q = chances[to + column] as number
        const chance = p * q + (1 - p) * (1 - q) * (agreements[column] as number)
        mean += chance
        variance += chance * (1 - chance)
      }
      if (common < leastCommon || (wrongs[one] ?? 0) < leastWrong || (wrongs[other] ?? 0) < leastWrong) {
        tooSmallCount += 1
        continue
      }
      pairCount += 1
      const isNear = nearOf(one, other)
      if (isNear) nearCount += 1
      if (isNear || matches >= mean + leastDeviations * Math.sqrt(variance)) candidates.push({ one, other, isNear })
      else if (others.length < smallFamily) others.push({ one, other, isNear })
    }
  }
  if (pairCount < smallFamily) candidates.push(...others)
  return { candidates, pairCount, nearCount, tooSmallCount }
}

function judge({ width, codes, chances, agreements, had }: Coded, one: number, other: number, family: number) {
  const of = (row: number, column: number) => codes[row * width + column] ?? absent
  const common = [...(had[one] ?? [])].filter((column) => of(other, column) !== absent)
  const matching = common.filter((column) => of(one, column) >= right && of(one, column) === of(other, column))
  const chance = (row: number, column: number) => chances[row * width + column] ?? 0
  const each = common.map((column) => chanceOfMatch(chance(one, column), chance(other, column), agreements[column] ?? 0))
  const probability = Math.min(1, tailsOf(each)[matching.length] ?? 1)
  const expectedPairs = probability * family
  const level = levelOf(expectedPairs)
  if (level === null) return undefined
  const wrongOf = (row: number) => common.filter((column) => of(row, column) !== right).length
  return {
    ...{ one, other, common: common.length, matches: matching.length, probability, expectedPairs, level },
    expectedMatches: each.reduce((sum, value) => sum + value, 0),
    ...{ oneWrong: wrongOf(one), otherWrong: wrongOf(other) },
    sharedWrong: matching.filter((column) => of(one, column) !== right).length,
  }
}

function withK(coded: Coded, pair: Omit<LikePair, 'kOne' | 'kOther'>): LikePair {
  const { one, other, sharedWrong } = pair
  return {
    ...pair,
    kOne: kOf(coded, { source: one, other, shared: sharedWrong }),
    kOther: kOf(coded, { source: other, other: one, shared: sharedWrong }),
  }
}

/** Against people with as many wrong answers as the other, the source left out. */
function kOf(
  { width, codes, had, wrongs }: Coded,
  { source, other, shared }: { source: number; other: number; shared: number },
): number {
  const wrong = [...(had[source] ?? [])].filter((column) => (codes[source * width + column] ?? absent) > right)
  if (wrong.length === 0) return 1
  const alike = wrongs.flatMap((count, row) => (row !== source && count === wrongs[other] ? [row] : []))
  const shares = alike.map(
    (row) => wrong.filter((column) => codes[row * width + column] === codes[source * width + column]).length / wrong.length,
  )
  const share = shares.reduce((sum, value) => sum + value, 0) / Math.max(1, shares.length)
  return Math.min(1, kIndex(wrong.length, shared, share))
}
