/** A company's own norm, made of everybody who has answered. */
import { appointmentMode } from '../../contract/codes.ts'
import { sampleDeviation } from './quality.ts'

/** Fewer people are no group to be compared with. */
export const leastOfNorm = 100

/** As reports and statistics call it. */
export const companyNormName = (number: number, mode: number) =>
  `本企业${mode === appointmentMode.round ? '360° ' : ''}常模（第 ${number} 版）`

export interface NormOfDimension {
  readonly n: number
  readonly mean: number
  readonly sd: number
  readonly histogram: [number, number][]
}

/** Raw scores of each dimension; gaps were left out before. */
export function companyNorm(raws: ReadonlyMap<string, readonly number[]>): Record<string, NormOfDimension> {
  return Object.fromEntries(
    [...raws].flatMap(([id, values]) => {
      const n = values.length
      if (n === 0) return []
      const counts = new Map<number, number>()
      for (const value of values) counts.set(rounded(value), (counts.get(rounded(value)) ?? 0) + 1)
      const mean = values.reduce((sum, value) => sum + value, 0) / n
      // Equal fractions have a mean that is not quite one of them: their spread would be rounding and nothing else.
      const sd = counts.size === 1 ? 0 : (sampleDeviation(values) ?? 0)
      return [[id, { n, mean, sd, histogram: [...counts].sort(([a], [b]) => a - b) }]]
    }),
  )
}

/** Raw scores with gaps are fractions. */
export const rounded = (value: number) => Math.round(value * 100) / 100
