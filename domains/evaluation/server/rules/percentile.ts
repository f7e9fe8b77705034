/** Percentiles: the rank in a group, a table, the normal curve, the cubic of the IPIP-NEO. */

/** How often each raw score came, growing. */
export type Histogram = readonly (readonly [raw: number, count: number])[]

/** 100·(below + ½·equal)/n. */
export function percentileRank(raw: number, histogram: Histogram): number | null {
  let [below, equal, n] = [0, 0, 0]
  for (const [score, count] of histogram) {
    n += count
    if (score < raw) below += count
    else if (score === raw) equal += count
  }
  return n === 0 ? null : (100 * (below + equal / 2)) / n
}

/** Of a printed table: between two entries the lower one counts, below the first the first. */
export function percentileByTable(raw: number, table: readonly { raw: number; percentile: number }[]): number | null {
  const [first] = table
  if (!first) return null
  return (table.findLast((entry) => entry.raw <= raw) ?? first).percentile
}

export const normalPercentile = (z: number) => 100 * normalShare(z)

/** Share of the normal curve below z. Complementary error function of Numerical Recipes (erfcc), good to 1.2e-7. */
function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277,
  ]
  const sum = terms.reduceRight((rest, term) => term + t * rest, 0)
  const tail = (t * Math.exp(-x * x + sum)) / 2
  return z < 0 ? tail : 1 - tail
}

/** From T, after Johnson's IPIP-NEO (public domain, kholia/IPIP-NEO-PI): a cubic between 32 and 73, 1 and 99 beyond. */
export function ipipNeoPercentile(t: number): number {
  if (t < 32) return 1
  if (t > 73) return 99
  return 210.335958661391 - 16.7379362643389 * t + 0.405936512733332 * t ** 2 - 0.00270624341822222 * t ** 3
}
