/**
 * Test and item statistics (the formulas of Moodle's question statistics, checked against its own fixture).
 *
 * Populations, each named beside its figures:
 * - the figures of the whole test, and effective weights, are of all attempts given, in which a question that was never seen earned 0;
 * - the figures of an item are of those attempts alone that had it and saw it (kolibri #5626): `count`, the denominator of its row.
 * Which attempts are given is the caller's choice: see `selectAttempts`. Variances are those of a sample (n − 1). Null means "not
 * defined" – too few attempts, no variance, an item worth nothing – and is never shown as 0.
 */
import {
  correlation,
  covariance,
  errorShare,
  medianOf,
  momentsOf,
  ratio,
  rootOf,
  sortedCovariance,
  sumOf,
} from './statistics-moments.ts'

/** Attempts counted by what they earned at one item and in all, in any one unit. */
export type ItemCells = { marks: Float64Array; totals: Float64Array; counts: Float64Array }

export type CountedTotals = { totals: Float64Array; counts: Float64Array }

export type ItemFigures = {
  /** Attempts that count for this item: the denominator of all its figures. */
  count: number
  /** Mean over maximum, 0..1 (难度 P: the larger, the easier). */
  facility: number | null
  sd: number | null
  /** 100 · corr(item, rest of the test): the corrected index, free of the item's own part in the total. */
  discrimination: number | null
  /** 100 · cov(item, rest) over the greatest covariance these marks could have. */
  discriminativeEfficiency: number | null
  /** corr(item, total), the textbook's 点二列相关 where an item is right or wrong. */
  pointBiserial: number | null
}

export type ItemWeight = {
  /** The item's share of the test's spread in percent; null where its covariance with the total is negative, or items differ by attempt. */
  effectiveWeight: number | null
  hasNegativeCovariance: boolean
}

/** What an item adds to the figures of the whole test, over all attempts that had it. */
export type ItemSpread = { count: number; variance: number | null; withTotal: number | null }

/** Why there is no α, and with it no error ratio, no standard error and (the first) no effective weights. */
export type AlphaGap = 'differentItems' | 'fewAttempts' | 'oneItem' | 'equalTotals'

export type TestStatistics = {
  count: number
  mean: number | null
  median: number | null
  sd: number | null
  skewness: number | null
  kurtosis: number | null
  /** Cronbach's α × 100, at most 100; null for papers whose items differ between attempts. */
  alpha: number | null
  alphaGap: AlphaGap | null
  /** 100 · √(1 − α/100), in percent of the standard deviation. */
  errorRatio: number | null
  standardError: number | null
  /** Fewer than 30 attempts: show the figures grey, with 样本不足. */
  isSmallSample: boolean
}

export const smallSampleLimit = 30

export function itemFigures({ marks, totals, counts }: ItemCells, maximum: number): ItemFigures {
  const rests = marks.map((mark, at) => (totals[at] ?? 0) - mark)
  const [mark, rest, total] = [momentsOf(marks, counts), momentsOf(rests, counts), momentsOf(totals, counts)]
  const withRest = covariance(marks, rests, counts)
  const index = correlation(withRest, mark.variance, rest.variance)
  return {
    count: sumOf(counts.length, (at) => counts[at] ?? 0),
    facility: mark.mean === null ? null : ratio(mark.mean, maximum),
    sd: maximum === 0 ? null : rootOf(mark.variance),
    discrimination: index === null ? null : 100 * index,
    discriminativeEfficiency: index === null ? null : efficiencyOf(withRest, sortedCovariance(marks, rests, counts)),
    pointBiserial: correlation(covariance(marks, totals, counts), mark.variance, total.variance),
  }
}

/** At most 100: no order of the same values has a greater covariance than the sorted one. */
function efficiencyOf(shared: number | null, greatest: number | null): number | null {
  const share = shared === null ? null : ratio(shared, greatest)
  return share === null ? null : 100 * Math.min(1, share)
}

export function itemSpread({ marks, totals, counts }: ItemCells): ItemSpread {
  return {
    count: sumOf(counts.length, (at) => counts[at] ?? 0),
    variance: momentsOf(marks, counts).variance,
    withTotal: covariance(marks, totals, counts),
  }
}

/** `items`: every item of the test. Effective weights and α need that every attempt had every one of them. */
export function testStatistics({ totals, counts }: CountedTotals, items: readonly ItemSpread[]): TestStatistics {
  const total = momentsOf(totals, counts)
  const count = sumOf(counts.length, (at) => counts[at] ?? 0)
  const sd = rootOf(total.variance)
  const alphaGap = alphaGapOf(count, total.variance, items)
  const variances = items.map(({ variance }) => variance ?? 0)
  const lost = alphaGap === null ? errorShare(variances, total.variance) : null
  const errorRatio = lost === null ? null : 100 * Math.sqrt(lost)
  return {
    count,
    mean: total.mean,
    median: medianOf(totals, counts),
    sd,
    skewness: total.skewness,
    kurtosis: total.kurtosis,
    alpha: lost === null ? null : 100 * (1 - lost),
    alphaGap,
    errorRatio,
    standardError: errorRatio === null || sd === null ? null : (errorRatio * sd) / 100,
    isSmallSample: count < smallSampleLimit,
  }
}

function alphaGapOf(count: number, totalVariance: number | null, items: readonly ItemSpread[]): AlphaGap | null {
  if (count < 2) return 'fewAttempts'
  if (items.some((item) => item.count !== count)) return 'differentItems'
  if (items.length < 2) return 'oneItem'
  return totalVariance ? null : 'equalTotals'
}

/** In the order of `items`; `count`: of all attempts. */
export function effectiveWeights(items: readonly ItemSpread[], count: number): ItemWeight[] {
  const isSame = items.every((item) => item.count === count)
  const roots = items.map(({ withTotal }) => (withTotal === null || withTotal < 0 ? null : Math.sqrt(withTotal)))
  const sum = sumOf(roots.length, (at) => roots[at] ?? 0)
  return items.map(({ withTotal }, at) => {
    const root = roots[at] ?? null
    return {
      effectiveWeight: root === null || !isSame ? null : ratio(100 * root, sum),
      hasNegativeCovariance: withTotal !== null && withTotal < 0,
    }
  })
}

/**
 * Marks of a small test as one table, row after row: attempt a, item i at `a * items + i`. NaN says that the attempt's paper did not have
 * the item: such a mark is left out and adds nothing to the total. Large exams come counted from the database instead.
 */
export type MarkTable = { marks: Float64Array; maximums: Float64Array }

export type ItemStatistics = ItemFigures & ItemWeight

export function testAndItemStatistics(table: MarkTable): { test: TestStatistics; items: ItemStatistics[] } {
  const totals = totalsOf(table)
  const cells = cellsOf(table, totals)
  const spreads = cells.map(itemSpread)
  const weights = effectiveWeights(spreads, totals.length)
  const items = cells.map((of, item) => ({
    ...itemFigures(of, table.maximums[item] ?? 0),
    effectiveWeight: weights[item]?.effectiveWeight ?? null,
    hasNegativeCovariance: weights[item]?.hasNegativeCovariance ?? false,
  }))
  return { test: testStatistics({ totals, counts: new Float64Array(totals.length).fill(1) }, spreads), items }
}

/** Of each item the attempts that had it, counted by mark and total. */
export function cellsOf({ marks, maximums }: MarkTable, totals = totalsOf({ marks, maximums })): ItemCells[] {
  return Array.from(maximums, (_, item) => {
    const cells: [mark: number, total: number, count: number][] = []
    const placeOf = new Map<number, Map<number, [number, number, number]>>()
    totals.forEach((total, attempt) => {
      const mark = marks[attempt * maximums.length + item] ?? Number.NaN
      if (Number.isNaN(mark)) return
      const byMark = placeOf.get(total) ?? new Map<number, [number, number, number]>()
      const cell = byMark.get(mark) ?? [mark, total, 0]
      if (cell[2]++ > 0) return
      placeOf.set(total, byMark.set(mark, cell))
      cells.push(cell)
    })
    const column = (of: 0 | 1 | 2) => Float64Array.from(cells, (cell) => cell[of])
    return { marks: column(0), totals: column(1), counts: column(2) }
  })
}

/** The total of each attempt over the items it had. */
function totalsOf({ marks, maximums }: MarkTable): Float64Array {
  const itemCount = maximums.length
  const attemptCount = itemCount === 0 ? 0 : marks.length / itemCount
  if (!Number.isInteger(attemptCount)) throw new Error(`${marks.length} marks do not fill rows of ${itemCount} items`)
  const totals = new Float64Array(attemptCount)
  marks.forEach((mark, at) => {
    if (!Number.isNaN(mark)) totals[Math.floor(at / itemCount)] = (totals[Math.floor(at / itemCount)] ?? 0) + mark
  })
  return totals
}
