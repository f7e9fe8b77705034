import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capacityWith, seatsByLayout, seatsBySpacing } from './layout.ts'
import { evenMap, type SeatState, seatMap } from './seat-map.ts'

const namesOf = (map: ReturnType<typeof evenMap>, dx: number, dy: number, firstRow = 1) =>
  seatsBySpacing(map, { firstRow, dx, dy }).map(({ name }) => name)

test('without a spacing every seat is taken, and a distance that equals it is too near', () => {
  expect(namesOf(evenMap(2, 3), 0, 0)).toEqual(['1-1', '1-2', '1-3', '2-1', '2-2', '2-3'])
  expect(namesOf(evenMap(1, 5), 1, 0)).toEqual(['1-1', '1-3', '1-5'])
  expect(namesOf(evenMap(1, 5), 0.9, 0)).toHaveLength(5)
  expect(namesOf(evenMap(4, 1), 0, 1)).toEqual(['1-1', '3-1'])
})

test('rows before the first stay empty, and a row without a fit seat is no taken row', () => {
  expect(namesOf(evenMap(4, 1), 0, 1, 2)).toEqual(['2-1', '4-1'])
  const states: readonly SeatState[] = ['broken', 'noTable', 'reserved', 'usable', 'accessible']
  const map = evenMap(3, 1).map((row, index) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, state: index === 0 ? ('broken' as const) : seat.state })),
  }))
  expect(namesOf(map, 0, 1)).toEqual(['2-1'])
  const row = [{ label: 'A', y: 0, seats: states.map((state, x) => ({ label: String(x), x, state })) }]
  expect(seatsBySpacing(row, { firstRow: 1, dx: 0, dy: 0 })).toEqual([
    { name: 'A-3', x: 3, y: 0, isAccessible: false },
    { name: 'A-4', x: 4, y: 0, isAccessible: true },
  ])
})

test('a layout by choice takes its seats whatever their distance, but none that is not fit or not there', () => {
  const [row] = evenMap(1, 4)
  if (!row) throw new Error('no row')
  const map = [{ ...row, seats: row.seats.map((seat, x) => ({ ...seat, state: x === 1 ? ('broken' as const) : seat.state })) }]
  const layout = { firstRow: 2, dx: 9, dy: 9, seats: ['1-3', '1-1', '1-2', '7-7'] }
  expect(seatsByLayout(map, layout).map(({ name }) => name)).toEqual(['1-1', '1-3'])
  expect(seatsByLayout(map, { ...layout, seats: [] })).toEqual([])
  expect(seatsByLayout(map, { firstRow: 1, dx: 1, dy: 0 }).map(({ name }) => name)).toEqual(['1-1', '1-3'])
})

test('rows and seats are read in the order of their places, not of their writing', () => {
  const map = evenMap(3, 3)
    .toReversed()
    .map((row) => ({ ...row, seats: row.seats.toReversed() }))
  expect(namesOf(map, 1, 1)).toEqual(['1-1', '1-3', '3-1', '3-3'])
})

test('a reserve is taken from the capacity, downwards', () => {
  expect([capacityWith(30, 0), capacityWith(30, 10), capacityWith(31, 10), capacityWith(1, 50)]).toEqual([30, 27, 27, 0])
})

test('two seats in one place and two rows of one name are no map', () => {
  const [row] = evenMap(1, 2)
  if (!row) throw new Error('no row')
  expect(seatMap.safeParse([row, { ...row, y: 1 }]).success).toBe(false)
  expect(seatMap.safeParse([{ ...row, seats: row.seats.map((seat) => ({ ...seat, x: 0 })) }]).success).toBe(false)
  expect(seatMap.safeParse([row]).success).toBe(true)
})

/** The most seats of a row with more than dx between neighbours, by looking at every choice. */
function mostOf(xs: readonly number[], dx: number, last = Number.NEGATIVE_INFINITY): number {
  const [x, ...rest] = xs
  if (x === undefined) return 0
  return Math.max(mostOf(rest, dx, last), x - last > dx ? 1 + mostOf(rest, dx, x) : 0)
}

test('laws: no choice of seats in a row holds more, and none is too near', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 10 }), fc.integer({ min: 0, max: 6 }), (xs, dx) => {
      const seats = xs.map((x) => ({ label: String(x), x, state: 'usable' as const }))
      const taken = seatsBySpacing([{ label: '1', y: 0, seats }], { firstRow: 1, dx, dy: 0 })
      const ordered = xs.toSorted((one, other) => one - other)
      expect(taken).toHaveLength(mostOf(ordered, dx))
      expect(taken.every(({ x }, index) => index === 0 || x - (taken[index - 1]?.x ?? 0) > dx)).toBe(true)
    }),
  )
})
