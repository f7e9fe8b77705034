import { type Figure, raw } from './figure.ts'
import type { Ground, Part } from './ground.ts'

/** One side of a comparison: processes whose work counts beside the database's, and a slice of it. */
export interface Side {
  readonly parts: readonly Part[]
  /** Does one slice; answers how many units were done. */
  readonly slice: (turn: number) => Promise<number>
}

/** Of a slice, for each unit. */
interface Used {
  readonly cpuMs: number
  readonly databaseMs: number
}

export interface Compared {
  /** How many times the processor time of the bare work the product takes: the median of the turns. */
  readonly multiple: number
  readonly bare: Used
  readonly ours: Used
  /** Every turn's multiple. */
  readonly turns: readonly number[]
}

/**
 * Slices of bare work and of the product's by turns: what a neighbour does to one it does to the other. The first turn warms both up. Each
 * slice of the product stands between two of the bare work, of which it takes the middle.
 */
export async function byTurns(ground: Ground, turns: number, { bare, ours }: { bare: Side; ours: Side }): Promise<Compared> {
  const measure = async ({ parts, slice }: Side, turn: number): Promise<Used> => {
    const { result: units, cpuMs, databaseMs } = await ground.cpuDuring(parts, () => slice(turn))
    return { cpuMs: cpuMs / units, databaseMs: databaseMs / units }
  }
  await measure(bare, 0)
  await measure(ours, 0)
  const barely = [await measure(bare, 1)]
  const own: Used[] = []
  for (let turn = 1; turn <= turns; turn++) {
    own.push(await measure(ours, turn))
    barely.push(await measure(bare, turn + 1))
  }
  const ratios = own.map(({ cpuMs }, index) => (2 * cpuMs) / ((barely[index]?.cpuMs ?? 0) + (barely[index + 1]?.cpuMs ?? 0)))
  return { multiple: median(ratios), bare: middle(barely), ours: middle(own), turns: ratios }
}

function middle(all: readonly Used[]): Used {
  return { cpuMs: median(all.map(({ cpuMs }) => cpuMs)), databaseMs: median(all.map(({ databaseMs }) => databaseMs)) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

/** Where the work goes, for the reader: processes and database apart, and how far the turns lie from one another. */
export function printSides(name: string, { bare, ours, turns }: Compared, print: (figure: Figure) => void): void {
  for (const [side, used] of [['bare', bare] as const, ['ours', ours] as const]) {
    print(raw(`${name}, ${side}: all`, used.cpuMs, 'CPU-ms'))
    print(raw(`${name}, ${side}: the database of it`, used.databaseMs, 'CPU-ms'))
  }
  print(raw(`${name}: largest turn per smallest`, Math.max(...turns) / Math.min(...turns), 'ratio'))
}
