import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seatsBySpacing } from '../../contract/rules/layout.ts'
import { evenMap, type SeatMap } from '../../contract/rules/seat-map.ts'
import { distribute, type PersonToSeat, type RoomToFill, type Seat } from './distribute.ts'
import { gridOf } from './grid.ts'
import { randomOf } from './random.ts'

const seedOf = (text: string) => createHash('sha256').update(text).digest('hex')
const seatsOf = (map: SeatMap) => seatsBySpacing(map, { firstRow: 1, dx: 0, dy: 0 })
const roomOf = (rows: number, columns: number, id = 'room'): RoomToFill => ({ id, seats: seatsOf(evenMap(rows, columns)) })
const person = (id: string, more: Partial<PersonToSeat> = {}): PersonToSeat => ({
  ...{ id, group: 'a', needsAccessible: false },
  ...more,
})
const people = (count: number, groups: number, prefix = 'p') =>
  Array.from({ length: count }, (_one, index) => person(`${prefix}${index}`, { group: `g${index % groups}` }))

/** Rooms of 10 × 12 with a share of broken seats, and people of twelve groups of which the largest has at most a quarter. */
function fullRoom(round: number) {
  const random = randomOf(seedOf(`room ${round}`))
  const map = evenMap(10, 12).map((row) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, state: round % 2 === 1 && random() < 0.1 ? ('broken' as const) : seat.state })),
  }))
  const seats = seatsOf(map)
  const largest = Math.floor(seats.length / 4)
  const others = Array.from({ length: seats.length - largest }, (_one, index) =>
    person(`p${index}`, { group: `g${1 + Math.floor(random() * 11)}` }),
  )
  const first = Array.from({ length: largest }, (_one, index) => person(`q${index}`, { group: 'g0' }))
  return { room: { id: 'room', seats }, everybody: [...first, ...others] }
}

test('in 120 rooms of twelve groups nobody sits beside their own group while the largest has at most a quarter', () => {
  const conflicts = Array.from({ length: 120 }, (_one, round) => {
    const { room, everybody } = fullRoom(round)
    const found = distribute({ rooms: [room], people: everybody, isEven: false, seed: seedOf(String(round)) })
    return 'places' in found ? found.conflictCount : -1
  })
  expect(conflicts).toEqual(conflicts.map(() => 0))
})

test('conflicts that are said are those on the map', () => {
  const room = roomOf(4, 4)
  const found = distribute({ rooms: [room], people: people(16, 2), isEven: false, seed: seedOf('two groups') })
  if (!('places' in found)) throw new Error('no places')
  const groupAt = new Map([...found.places].map(([id, { seat }]) => [seat, Number(id.slice(1)) % 2]))
  const { neighbours } = gridOf(room.seats)
  const pairs = room.seats.flatMap(({ name }, index) =>
    (neighbours[index] ?? []).filter((beside) => groupAt.get(room.seats[beside]?.name ?? '') === groupAt.get(name)),
  )
  expect(found.conflictCount).toBe(pairs.length / 2)
  expect(found.conflictCount).toBeGreaterThan(0)
})

test('missing seats are named, accessible and ordinary ones apart, and accessible ones are kept', () => {
  const map = evenMap(1, 3).map((row) => ({
    ...row,
    seats: row.seats.map((seat, index) => ({ ...seat, state: index === 0 ? ('accessible' as const) : seat.state })),
  }))
  const rooms = [{ id: 'room', seats: seatsOf(map) }]
  const asked = (ordinary: number, accessible: number) =>
    distribute({
      rooms,
      people: [...people(ordinary, 3), ...people(accessible, 1, 'w').map((one) => ({ ...one, needsAccessible: true }))],
      isEven: false,
      seed: seedOf('short'),
    })
  expect(asked(3, 0)).toEqual({ shortfall: { ordinary: 1, accessible: 0 } })
  expect(asked(4, 3)).toEqual({ shortfall: { ordinary: 2, accessible: 2 } })
  const found = asked(2, 1)
  expect('places' in found && found.places.get('w0')).toEqual({ roomId: 'room', seat: '1-1' })
})

test('rooms are filled in their order, or all alike by their size', () => {
  const rooms = [roomOf(2, 5, 'first'), roomOf(4, 5, 'second')]
  const countsOf = (isEven: boolean) => {
    const found = distribute({ rooms, people: people(15, 5), isEven, seed: seedOf('shares') })
    if (!('places' in found)) throw new Error('no places')
    const of = (id: string) => [...found.places.values()].filter(({ roomId }) => roomId === id).length
    return [of('first'), of('second')]
  }
  expect(countsOf(false)).toEqual([10, 5])
  expect(countsOf(true)).toEqual([5, 10])
})

const wish = fc.record({
  rows: fc.integer({ min: 1, max: 6 }),
  columns: fc.integer({ min: 1, max: 6 }),
  states: fc.array(fc.constantFrom('usable', 'usable', 'usable', 'broken', 'accessible' as const), {
    minLength: 36,
    maxLength: 36,
  }),
  count: fc.integer({ min: 0, max: 40 }),
  needing: fc.integer({ min: 0, max: 3 }),
  groups: fc.integer({ min: 1, max: 5 }),
  isEven: fc.boolean(),
  seed: fc.integer().map((number) => seedOf(String(number))),
})
type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never

function arranged({ rows, columns, states, count, needing, groups, ...rest }: Wish) {
  const map = evenMap(rows, columns).map((row, y) => ({
    ...row,
    seats: row.seats.map((seat, x) => ({ ...seat, state: states[y * 6 + x] ?? ('usable' as const) })),
  })) as SeatMap
  const rooms = [
    { id: 'one', seats: seatsOf(map) },
    { id: 'two', seats: seatsOf(map) },
  ]
  const everybody = people(count, groups).map((one, index) => ({ ...one, needsAccessible: index < needing }))
  return { rooms, people: everybody, ...rest }
}
const keyOf = ({ roomId, seat }: Seat) => `${roomId} ${seat}`

test('laws: everybody once, on a seat that is there, accessible for those who need it, and again the same', () => {
  fc.assert(
    fc.property(wish, (given) => {
      const asked = arranged(given)
      const found = distribute(asked)
      expect(distribute({ ...asked, people: asked.people.toReversed() })).toEqual(found)
      if (!('places' in found)) return
      const seats = new Map(asked.rooms.flatMap(({ id, seats }) => seats.map((seat) => [`${id} ${seat.name}`, seat])))
      const places = [...found.places.values()].map(keyOf)
      expect(new Set(places).size).toBe(asked.people.length)
      for (const { id, needsAccessible } of asked.people) {
        const place = found.places.get(id)
        expect(seats.get(place ? keyOf(place) : '')?.isAccessible).toBe(needsAccessible)
      }
    }),
  )
})

test('laws: those who were told stay when more people come', () => {
  fc.assert(
    fc.property(wish, fc.integer({ min: 1, max: 8 }), (given, later) => {
      const asked = arranged(given)
      const before = distribute(asked)
      if (!('places' in before)) return
      const told = asked.people.map((one) => ({ ...one, fixed: before.places.get(one.id) }))
      const after = distribute({ ...asked, people: [...told, ...people(later, 3, 'late')] })
      if (!('places' in after)) return
      for (const { id, fixed } of told) expect(after.places.get(id)).toEqual(fixed)
      expect(new Set([...after.places.values()].map(keyOf)).size).toBe(told.length + later)
    }),
  )
})
