/** Signs of careless answering, each with its value and its limit: a person decides, nothing is dropped. */
import type { QualityLimits } from '../../contract/definition.ts'
import { type CompiledScale, keyedValues, type Values } from './score.ts'

export const qualitySigns = ['longestRun', 'spread', 'secondsAnItem', 'consistency', 'missing'] as const
export type QualitySign = (typeof qualitySigns)[number]

export interface QualityFigure {
  readonly sign: QualitySign
  /** Null: too little to say. */
  readonly value: number | null
  readonly limit: number
  readonly isFlagged: boolean
}

export interface Answered {
  readonly values: Values
  /** Between one answer and the next; null where it is not known. */
  readonly secondsAnItem: number | null
}

export function qualityOf(scale: CompiledScale, { values, secondsAnItem }: Answered, limits: QualityLimits): QualityFigure[] {
  const [run, deviation, consistency] = [longestRun(values), spread(values), evenOdd(scale, values)]
  const missing = values.length === 0 ? null : values.filter((value) => value === null).length / values.length
  const below = (value: number | null, limit: number) => value !== null && value < limit
  return [
    { sign: 'longestRun', value: run, limit: limits.longestRun, isFlagged: limits.longestRun > 0 && run >= limits.longestRun },
    { sign: 'spread', value: deviation, limit: limits.leastSpread, isFlagged: below(deviation, limits.leastSpread) },
    {
      ...{ sign: 'secondsAnItem', value: secondsAnItem, limit: limits.leastSecondsAnItem },
      isFlagged: below(secondsAnItem, limits.leastSecondsAnItem),
    },
    {
      ...{ sign: 'consistency', value: consistency, limit: limits.leastConsistency },
      isFlagged: below(consistency, limits.leastConsistency),
    },
    {
      ...{ sign: 'missing', value: missing, limit: limits.mostMissing },
      isFlagged: missing !== null && missing > limits.mostMissing,
    },
  ]
}

/** Most equal answers in a row, as given; a gap ends a row. */
export function longestRun(values: Values): number {
  let [most, current] = [0, 0]
  let before: number | null = null
  for (const value of values) {
    current = value === null ? 0 : value === before ? current + 1 : 1
    before = value
    if (current > most) most = current
  }
  return most
}

/** Sample standard deviation of the answers as given. */
export function spread(values: Values): number | null {
  return sampleDeviation(values.filter((value) => value !== null))
}

export function sampleDeviation(values: readonly number[]): number | null {
  const n = values.length
  if (n < 2) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1))
}

/** Do the halves of each dimension say the same? Needs three dimensions of two answered items; null where a half says the same everywhere. */
function evenOdd({ dimensions }: CompiledScale, values: Values): number | null {
  const pairs = dimensions.flatMap((part) => {
    const keyed = keyedValues(part, values).filter((value) => value !== null)
    const halves = [keyed.filter((_, place) => place % 2 === 0), keyed.filter((_, place) => place % 2 === 1)]
    const [even, odd] = halves.map((half) => (half.length === 0 ? null : half.reduce((a, b) => a + b, 0) / half.length))
    return even === null || odd === null || even === undefined || odd === undefined ? [] : [[even, odd] as const]
  })
  const r = pairs.length < 3 ? null : correlation(pairs)
  if (r === null) return null
  return r <= -1 ? -1 : Math.max(-1, (2 * r) / (1 + r))
}

function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length
  const [meanA, meanB] = [0, 1].map((at) => pairs.reduce((sum, pair) => sum + (pair[at] ?? 0), 0) / n)
  let [ab, aa, bb] = [0, 0, 0]
  for (const [a, b] of pairs) {
    const [da, db] = [a - (meanA ?? 0), b - (meanB ?? 0)]
    ab += da * db
    aa += da * da
    bb += db * db
  }
  return aa === 0 || bb === 0 ? null : ab / Math.sqrt(aa * bb)
}

/** Between the first answers of items, by the clock of whoever answered; null below two. */
export function medianSeconds(at: readonly Date[]): number | null {
  const times = at.map((one) => one.getTime()).sort((a, b) => a - b)
  const gaps = times.slice(1).map((time, place) => (time - (times[place] ?? time)) / 1000)
  const sorted = gaps.sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return null
  if (sorted.length % 2 === 1) return sorted[middle] ?? null
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
