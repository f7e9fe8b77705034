/** Cronbach's α of one dimension from keyed values; whoever left something out is not in it. */
export interface Alpha {
  readonly alpha: number | null
  readonly n: number
}

export function alphaOf(rows: readonly (readonly (number | null)[])[]): Alpha {
  const complete = rows.filter((row): row is readonly number[] => row.every((value) => value !== null))
  const n = complete.length
  const k = complete[0]?.length ?? 0
  if (n < 2 || k < 2) return { alpha: null, n }
  const total = variance(complete.map((row) => row.reduce((sum, value) => sum + value, 0)))
  if (total === 0) return { alpha: null, n }
  let parts = 0
  for (let item = 0; item < k; item++) parts += variance(complete.map((row) => row[item] ?? 0))
  return { alpha: (k / (k - 1)) * (1 - parts / total), n }
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
