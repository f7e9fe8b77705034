import type { TakenSeat } from '../../contract/rules/layout.ts'

/** Who is beside whom: seats by the rank of their row and column among the taken ones, so that an aisle parts nobody. */
export interface Grid {
  readonly count: number
  /** For each seat those around it, at most eight. */
  readonly neighbours: readonly (readonly number[])[]
  /** Seats of one class are never neighbours of each other. */
  readonly classes: readonly (readonly number[])[]
}

const ranksOf = (values: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...new Set(values)].toSorted((one, other) => one - other).map((value, rank) => [value, rank]))

export function gridOf(seats: readonly Pick<TakenSeat, 'x' | 'y'>[]): Grid {
  const columns = ranksOf(seats.map(({ x }) => x))
  const rows = ranksOf(seats.map(({ y }) => y))
  const at = seats.map(({ x, y }) => ({ column: columns.get(x) ?? 0, row: rows.get(y) ?? 0 }))
  const keyOf = (row: number, column: number) => row * (columns.size + 2) + column
  const indexAt = new Map(at.map(({ row, column }, index) => [keyOf(row, column), index]))
  const classes: number[][] = [[], [], [], []]
  at.forEach(({ row, column }, index) => {
    classes[(row % 2) * 2 + (column % 2)]?.push(index)
  })
  const neighbours = at.map(({ row, column }) =>
    around.flatMap(([down, right]) => {
      const beside = column + right
      return beside < 0 ? [] : (indexAt.get(keyOf(row + down, beside)) ?? [])
    }),
  )
  return { count: seats.length, neighbours, classes }
}

const steps = [-1, 0, 1] as const
const around = steps
  .flatMap((down) => steps.map((right) => [down, right] as const))
  .filter(([down, right]) => down !== 0 || right !== 0)
