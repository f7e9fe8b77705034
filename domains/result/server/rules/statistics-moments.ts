/**
 * Means, sample variances and covariances over typed arrays, in two passes and with compensated sums, so that neither large offsets nor
 * millions of values lose digits. `counts` says how often each value occurs; without it each occurs once. Whole numbers are summed exactly.
 */

export type Moments = { mean: number | null; variance: number | null; skewness: number | null; kurtosis: number | null }

/** What adding may have cost: a difference below this share of the values is no difference. */
const rest = 64 * Number.EPSILON

const once = () => 1

/** Skewness k₃/k₂^1.5 and kurtosis k₄/k₂² by k-statistics. */
export function momentsOf(values: Float64Array, counts?: Float64Array): Moments {
  const countAt = counterOf(counts)
  const n = sumOf(values.length, countAt)
  if (n === 0) return { mean: null, variance: null, skewness: null, kurtosis: null }
  const mean = sumOf(values.length, (at) => (values[at] ?? 0) * countAt(at)) / n
  if (!hasSpread(values, countAt)) return { mean, variance: n < 2 ? null : 0, skewness: null, kurtosis: null }
  const offAt = (at: number) => (values[at] ?? 0) - mean
  const second = sumOf(values.length, (at) => offAt(at) * offAt(at) * countAt(at))
  const third = sumOf(values.length, (at) => offAt(at) * offAt(at) * offAt(at) * countAt(at))
  const fourth = sumOf(values.length, (at) => offAt(at) * offAt(at) * offAt(at) * offAt(at) * countAt(at))
  const central = { second: second / n, third: third / n, fourth: fourth / n }
  const variance = second / (n - 1)
  return { mean, variance, ...shapeOf(n, variance, central) }
}

type CentralMoments = { second: number; third: number; fourth: number }

function shapeOf(n: number, variance: number, { second, third, fourth }: CentralMoments): Pick<Moments, 'skewness' | 'kurtosis'> {
  if (n < 3) return { skewness: null, kurtosis: null }
  const k3 = (n * n * third) / ((n - 1) * (n - 2))
  const skewness = k3 / variance ** 1.5
  if (n < 4) return { skewness, kurtosis: null }
  const k4 = (n * n * ((n + 1) * fourth - 3 * (n - 1) * second * second)) / ((n - 1) * (n - 2) * (n - 3))
  return { skewness, kurtosis: k4 / (variance * variance) }
}

/** Null below two pairs. */
export function covariance(a: Float64Array, b: Float64Array, counts?: Float64Array): number | null {
  const countAt = counterOf(counts)
  const n = sumOf(a.length, countAt)
  if (n < 2) return null
  const meanA = sumOf(a.length, (at) => (a[at] ?? 0) * countAt(at)) / n
  const meanB = sumOf(a.length, (at) => (b[at] ?? 0) * countAt(at)) / n
  const sum = sumOf(a.length, (at) => ((a[at] ?? 0) - meanA) * ((b[at] ?? 0) - meanB) * countAt(at))
  const size = sumOf(
    a.length,
    (at) => (Math.abs(a[at] ?? 0) + Math.abs(meanA)) * (Math.abs(b[at] ?? 0) + Math.abs(meanB)) * countAt(at),
  )
  // A covariance of 0 leaves a rest of rounding with a sign of its own, which would warn of a negative item or hide it.
  return Math.abs(sum) <= rest * size ? 0 : sum / (n - 1)
}

/** The greatest covariance that these two sets of values can have: both in ascending order. */
export function sortedCovariance(a: Float64Array, b: Float64Array, counts?: Float64Array): number | null {
  if (!counts) return covariance(a.toSorted(), b.toSorted())
  const [runsA, runsB] = [ascending(a, counts), ascending(b, counts)]
  const pairs: { a: number; b: number; count: number }[] = []
  for (let [atA, atB] = [0, 0]; ; ) {
    const [runA, runB] = [runsA[atA], runsB[atB]]
    if (!runA || !runB) break
    const count = Math.min(runA.left, runB.left)
    pairs.push({ a: runA.value, b: runB.value, count })
    runA.left -= count
    runB.left -= count
    if (runA.left === 0) atA += 1
    if (runB.left === 0) atB += 1
  }
  const column = (of: 'a' | 'b' | 'count') => Float64Array.from(pairs, (pair) => pair[of])
  return covariance(column('a'), column('b'), column('count'))
}

/** cov/√(var·var), −1 … 1: what is beyond by Cauchy and Schwarz can only be rounding. Null where something does not vary. */
export function correlation(shared: number | null, varianceA: number | null, varianceB: number | null): number | null {
  if (shared === null || !varianceA || !varianceB) return null
  return Math.max(-1, Math.min(1, shared / (Math.sqrt(varianceA) * Math.sqrt(varianceB))))
}

/**
 * The share of a test's variance that is error, 1 − α: (p·Σ var item − var total) / ((p − 1)·var total). Its numerator is the sum of
 * var(item − other item) over all pairs, so it is never negative and α never passes 1; taking α first and the error from it would round
 * past that. Null below two items and where totals do not vary.
 */
export function errorShare(itemVariances: readonly number[], totalVariance: number | null): number | null {
  const items = itemVariances.length
  if (items < 2 || !totalVariance) return null
  const most = items * sumOf(items, (at) => itemVariances[at] ?? 0)
  const between = most - totalVariance
  return between <= rest * most ? 0 : between / ((items - 1) * totalVariance)
}

/** Null for a denominator that is missing or 0. */
export function ratio(part: number, whole: number | null): number | null {
  return whole === null || whole === 0 ? null : part / whole
}

export function rootOf(variance: number | null): number | null {
  return variance === null ? null : Math.sqrt(variance)
}

export function medianOf(values: Float64Array, counts?: Float64Array): number | null {
  const countAt = counterOf(counts)
  const runs = ascending(
    values,
    Float64Array.from(values, (_, at) => countAt(at)),
  )
  const n = sumOf(values.length, countAt)
  const valueAt = (place: number) => {
    let below = 0
    for (const { value, left } of runs) {
      below += left
      if (below > place) return value
    }
    return null
  }
  const [lower, upper] = [valueAt(Math.ceil(n / 2) - 1), valueAt(Math.floor(n / 2))]
  return lower === null || upper === null ? null : (lower + upper) / 2
}

function ascending(values: Float64Array, counts: Float64Array): { value: number; left: number }[] {
  const runs = Array.from(values, (value, at) => ({ value, left: counts[at] ?? 0 }))
  return runs.filter(({ left }) => left > 0).sort((one, other) => one.value - other.value)
}

function counterOf(counts: Float64Array | undefined): (at: number) => number {
  return counts ? (at) => counts[at] ?? 0 : once
}

/** Values that are all equal but for a rest of rounding (0.1 added up in two ways) have no variance. */
function hasSpread(values: Float64Array, countAt: (at: number) => number): boolean {
  let [least, most] = [Infinity, -Infinity]
  values.forEach((value, at) => {
    if (countAt(at) === 0) return
    least = Math.min(least, value)
    most = Math.max(most, value)
  })
  return most - least > rest * Math.max(Math.abs(least), Math.abs(most))
}

/** Neumaier's sum: the error stays that of a single rounding, however many terms there are. */
export function sumOf(length: number, termAt: (at: number) => number): number {
  let [sum, lost] = [0, 0]
  for (let at = 0; at < length; at++) {
    const term = termAt(at)
    const next = sum + term
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum
    sum = next
  }
  return sum + lost
}
