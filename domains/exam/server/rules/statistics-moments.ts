/** Means, sample variances and covariances over typed arrays, in two passes so that large offsets lose no digits. */

export type Moments = { mean: number | null; variance: number | null; skewness: number | null; kurtosis: number | null }

/** Skewness k₃/k₂^1.5 and kurtosis k₄/k₂² by k-statistics (domain.md §9). */
export function momentsOf(values: Float64Array): Moments {
  const n = values.length
  if (n === 0) return { mean: null, variance: null, skewness: null, kurtosis: null }
  const mean = sumOf(values) / n
  let [second, third, fourth] = [0, 0, 0]
  for (const value of values) {
    const off = value - mean
    const square = off * off
    second += square
    third += square * off
    fourth += square * square
  }
  // Marks that are all equal leave a rest of rounding in the mean; it is no variance.
  if (second <= n * (Math.abs(mean) * Number.EPSILON * 8) ** 2) [second, third, fourth] = [0, 0, 0]
  const variance = n < 2 ? null : second / (n - 1)
  return { mean, variance, ...shapeOf({ n, variance, second: second / n, third: third / n, fourth: fourth / n }) }
}

type CentralMoments = { n: number; variance: number | null; second: number; third: number; fourth: number }

function shapeOf({ n, variance, second, third, fourth }: CentralMoments): Pick<Moments, 'skewness' | 'kurtosis'> {
  if (n < 3 || variance === null || variance === 0) return { skewness: null, kurtosis: null }
  const k3 = (n * n * third) / ((n - 1) * (n - 2))
  const skewness = k3 / variance ** 1.5
  if (n < 4) return { skewness, kurtosis: null }
  const k4 = (n * n * ((n + 1) * fourth - 3 * (n - 1) * second * second)) / ((n - 1) * (n - 2) * (n - 3))
  return { skewness, kurtosis: k4 / (variance * variance) }
}

/** Null below two pairs. */
export function covariance(a: Float64Array, b: Float64Array): number | null {
  const n = a.length
  if (n < 2) return null
  const [meanA, meanB] = [sumOf(a) / n, sumOf(b) / n]
  let [sum, size] = [0, 0]
  for (let at = 0; at < n; at++) {
    const [valueA, valueB] = [a[at] ?? 0, b[at] ?? 0]
    sum += (valueA - meanA) * (valueB - meanB)
    size += (Math.abs(valueA) + Math.abs(meanA)) * (Math.abs(valueB) + Math.abs(meanB))
  }
  // A covariance of 0 leaves a rest of rounding with a sign of its own, which would warn of a negative item or hide it.
  return Math.abs(sum) <= 64 * Number.EPSILON * size ? 0 : sum / (n - 1)
}

/** The greatest covariance that these two sets of values can have: both in ascending order. */
export function sortedCovariance(a: Float64Array, b: Float64Array): number | null {
  return covariance(a.toSorted(), b.toSorted())
}

/** Null for a denominator that is missing or 0. */
export function ratio(part: number, whole: number | null): number | null {
  return whole === null || whole === 0 ? null : part / whole
}

function sumOf(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
