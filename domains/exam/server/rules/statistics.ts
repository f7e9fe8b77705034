/**
 * Test and item statistics (domain.md §9; the formulas of Moodle's question statistics, checked against its own fixture).
 *
 * Marks come as one Float64Array, row after row: attempt a, item i at `a * items + i`, in any one unit. The population is the caller's
 * choice and has to be named beside the figures: see `selectAttempts`. NaN says "not part of this attempt's paper, or never seen": such
 * a mark is left out of its item's figures (kolibri #5626) and adds nothing to the total. Variances are those of a sample (n − 1).
 * Null means "not defined" – too few attempts or no variance – and is never shown as 0.
 */
import { covariance, type Moments, momentsOf, ratio, sortedCovariance } from './statistics-moments.ts'

export type MarkTable = { marks: Float64Array; maximums: Float64Array }

export type ItemStatistics = {
  /** Attempts that count for this item: the denominator of all its figures. */
  count: number
  /** Mean over maximum, 0..1 (难度 P: the larger, the easier). */
  facility: number | null
  sd: number | null
  /** 100 · corr(item, rest of the test): the corrected index, free of the item's own part in the total. */
  discrimination: number | null
  /** 100 · cov(item, rest) over the greatest covariance these marks could have. */
  discriminativeEfficiency: number | null
  /** The item's share of the test's spread in percent; null where its covariance with the total is negative. */
  effectiveWeight: number | null
  hasNegativeCovariance: boolean
  /** corr(item, total), the textbook's 点二列相关 where an item is right or wrong. */
  pointBiserial: number | null
}

export type TestStatistics = {
  count: number
  mean: number | null
  median: number | null
  sd: number | null
  skewness: number | null
  kurtosis: number | null
  /** Cronbach's α × 100; null for papers whose items differ between attempts. */
  alpha: number | null
  /** 100 · √(1 − α/100), in percent of the standard deviation. */
  errorRatio: number | null
  standardError: number | null
  /** Fewer than 30 attempts: show the figures grey, with 样本不足. */
  isSmallSample: boolean
}

export const smallSampleLimit = 30

/** `totals`: of the whole attempts, where the table holds only some of their items. */
export function testAndItemStatistics(
  table: MarkTable,
  totals = totalsOf(table),
): { test: TestStatistics; items: ItemStatistics[] } {
  const itemCount = table.maximums.length
  const attemptCount = itemCount === 0 ? 0 : table.marks.length / itemCount
  if (!Number.isInteger(attemptCount)) throw new Error(`${table.marks.length} marks do not fill rows of ${itemCount} items`)
  const columns = Array.from(table.maximums, (_, item) => columnOf(table.marks, itemCount, item))
  const weighing = columns.map((column) => weightRoot(column, totals))
  const weightSum = weighing.reduce<number>((sum, root) => sum + (root ?? 0), 0)
  const items = columns.map((column, item) => {
    const root = weighing[item] ?? null
    const figures = itemStatistics(column, totals, table.maximums[item] ?? 0)
    return { ...figures, effectiveWeight: root === null ? null : ratio(100 * root, weightSum) }
  })
  return { test: testStatistics(totals, columns), items }
}

/** The total of each attempt over the items it had. */
export function totalsOf({ marks, maximums }: MarkTable): Float64Array {
  const itemCount = maximums.length
  const totals = new Float64Array(itemCount === 0 ? 0 : marks.length / itemCount)
  for (let at = 0, attempt = 0; attempt < totals.length; attempt++) {
    let total = 0
    for (let item = 0; item < itemCount; item++, at++) {
      const mark = marks[at] ?? Number.NaN
      if (!Number.isNaN(mark)) total += mark
    }
    totals[attempt] = total
  }
  return totals
}

function columnOf(marks: Float64Array, itemCount: number, item: number): Float64Array {
  const column = new Float64Array(marks.length / itemCount)
  for (let attempt = 0; attempt < column.length; attempt++) column[attempt] = marks[attempt * itemCount + item] ?? Number.NaN
  return column
}

/** The marks that count, with the totals of the same attempts. */
function present(column: Float64Array, totals: Float64Array): { marks: Float64Array; ofTotals: Float64Array } {
  if (!column.some(Number.isNaN)) return { marks: column, ofTotals: totals }
  return {
    marks: column.filter((mark) => !Number.isNaN(mark)),
    ofTotals: totals.filter((_, attempt) => !Number.isNaN(column[attempt] ?? Number.NaN)),
  }
}

/** √cov(item, total), null when negative or not defined. */
function weightRoot(column: Float64Array, totals: Float64Array): number | null {
  const { marks, ofTotals } = present(column, totals)
  const shared = covariance(marks, ofTotals)
  return shared === null || shared < 0 ? null : Math.sqrt(shared)
}

function itemStatistics(column: Float64Array, totals: Float64Array, maximum: number): Omit<ItemStatistics, 'effectiveWeight'> {
  const { marks, ofTotals } = present(column, totals)
  const rests = marks.map((mark, attempt) => (ofTotals[attempt] ?? 0) - mark)
  const [mark, rest, total] = [momentsOf(marks), momentsOf(rests), momentsOf(ofTotals)]
  const withRest = covariance(marks, rests)
  const withTotal = covariance(marks, ofTotals)
  return {
    count: marks.length,
    facility: mark.mean === null ? null : ratio(mark.mean, maximum),
    sd: rootOf(mark.variance),
    discrimination: percentOf(withRest, spreadOf(mark, rest)),
    discriminativeEfficiency: percentOf(withRest, spreadOf(mark, rest) === null ? null : sortedCovariance(marks, rests)),
    hasNegativeCovariance: withTotal !== null && withTotal < 0,
    pointBiserial: withTotal === null ? null : ratio(withTotal, spreadOf(mark, total)),
  }
}

function testStatistics(totals: Float64Array, columns: readonly Float64Array[]): TestStatistics {
  const total = momentsOf(totals)
  const sd = rootOf(total.variance)
  const alpha = cronbachAlpha(columns, total.variance)
  const errorRatio = alpha === null ? null : 100 * Math.sqrt(1 - alpha / 100)
  return {
    count: totals.length,
    mean: total.mean,
    median: medianOf(totals),
    sd,
    skewness: total.skewness,
    kurtosis: total.kurtosis,
    alpha,
    errorRatio,
    standardError: errorRatio === null || sd === null ? null : (errorRatio * sd) / 100,
    isSmallSample: totals.length < smallSampleLimit,
  }
}

/** 100 · p/(p−1) · (1 − Σ var item / var total). */
function cronbachAlpha(columns: readonly Float64Array[], totalVariance: number | null): number | null {
  const itemCount = columns.length
  if (itemCount < 2 || totalVariance === null || totalVariance === 0) return null
  let sum = 0
  for (const column of columns) {
    const { variance } = momentsOf(column)
    // A NaN among the marks makes the mean NaN: these attempts did not have the same items.
    if (variance === null || Number.isNaN(variance)) return null
    sum += variance
  }
  return ((100 * itemCount) / (itemCount - 1)) * (1 - sum / totalVariance)
}

function medianOf(values: Float64Array): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

function spreadOf(a: Moments, b: Moments): number | null {
  if (a.variance === null || b.variance === null || a.variance === 0 || b.variance === 0) return null
  return Math.sqrt(a.variance * b.variance)
}

function percentOf(part: number | null, whole: number | null): number | null {
  return part === null ? null : ratio(100 * part, whole)
}

function rootOf(variance: number | null): number | null {
  return variance === null ? null : Math.sqrt(variance)
}
