/** One measured number with what it should be. `target` null: printed for the reader, nothing is promised. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly target: string | null
  readonly holds: boolean | null
}

export function atMost(name: string, value: number, unit: string, limit: number): Figure {
  return { name, value: rounded(value), unit, target: `<= ${limit}`, holds: value <= limit }
}

export function atLeast(name: string, value: number, unit: string, limit: number): Figure {
  return { name, value: rounded(value), unit, target: `>= ${limit}`, holds: value >= limit }
}

export function raw(name: string, value: number, unit: string): Figure {
  return { name, value: rounded(value), unit, target: null, holds: null }
}

function rounded(value: number): number {
  if (!Number.isFinite(value)) return -1
  return Number(value.toPrecision(value >= 1000 ? 6 : 4))
}

/** Of sorted or unsorted samples; the value below which the share of them lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) return Number.NaN
  const sorted = Float64Array.from(samples).sort()
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/** How figures reach the reader: a line of JSON each, or a table. Problems and progress go to the error stream. */
export function printer(isJson: boolean) {
  if (isJson) return (figure: Figure) => console.log(JSON.stringify(figure))
  return ({ name, value, unit, target, holds }: Figure) => {
    const mark = holds === null ? '' : holds ? 'ok' : 'MISSED'
    console.log(`${name.padEnd(52)} ${String(value).padStart(12)} ${unit.padEnd(16)} ${(target ?? '').padEnd(10)} ${mark}`)
  }
}
