/**
 * How much people gained from one exam to the other, with a 95 % interval (domain/learning.md §23): paired t from 100 people on, the percentile
 * bootstrap with a fixed seed from 30 on, and nothing below: then nothing is claimed. Shares of scores, 0..1; gains −1..1.
 */
import { seededRandom } from '@kaopei/paper/server'
import { studentT } from './student-t.ts'

export const fewest = 30
const fewestForT = 100
const resamples = 2000
const alpha = 0.05

export interface Gain {
  /** Null of nobody, and of too few to claim anything. */
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  readonly way: 't' | 'bootstrap' | null
}

const nothing: Gain = { difference: null, low: null, high: null, way: null }

/** `gains`: of each person what they had afterwards less what they had before. */
export function gainOf(gains: readonly number[]): Gain {
  const n = gains.length
  if (n < fewest) return nothing
  const difference = meanOf(gains)
  if (n < fewestForT) return { difference, ...bounds(resampled([gains], ([mean = 0]) => mean)), way: 'bootstrap' }
  const half = studentT(alpha, n - 1) * Math.sqrt(varianceOf(gains) / n)
  return { difference, low: difference - half, high: difference + half, way: 't' }
}

/** How much more the trained gained than the others (difference in differences); Welch's t where both are many. */
export function gainBeyond(trained: readonly number[], untrained: readonly number[]): Gain {
  if (trained.length < fewest || untrained.length < fewest) return nothing
  const difference = meanOf(trained) - meanOf(untrained)
  if (trained.length < fewestForT || untrained.length < fewestForT)
    return { difference, ...bounds(resampled([trained, untrained], ([mean = 0, other = 0]) => mean - other)), way: 'bootstrap' }
  const [a, b] = [varianceOf(trained) / trained.length, varianceOf(untrained) / untrained.length]
  const freedom = a + b === 0 ? 1 : (a + b) ** 2 / (a ** 2 / (trained.length - 1) + b ** 2 / (untrained.length - 1))
  const half = studentT(alpha, freedom) * Math.sqrt(a + b)
  return { difference, low: difference - half, high: difference + half, way: 't' }
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}

/** Sorted figures of the means of groups that were drawn anew, with replacement, each as large as it is. The same people give the same. */
function resampled(groups: readonly (readonly number[])[], figure: (means: readonly number[]) => number): number[] {
  const random = seededRandom('training-effect', 'bootstrap')
  const figures = Array.from({ length: resamples }, () =>
    figure(
      groups.map((group) => {
        let sum = 0
        for (let drawn = 0; drawn < group.length; drawn++) sum += group[random.below(group.length)] ?? 0
        return sum / group.length
      }),
    ),
  )
  return figures.sort((a, b) => a - b)
}

function bounds(sorted: readonly number[]): { low: number; high: number } {
  return { low: quantile(sorted, alpha / 2), high: quantile(sorted, 1 - alpha / 2) }
}

/** Between the two nearest (type 7, as R and Excel). */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return below + (above - below) * (place - Math.floor(place))
}
