import type { TakenSeat } from '../../contract/rules/layout.ts'
import { type Grid, gridOf } from './grid.ts'
import { randomOf } from './random.ts'
import { lessenConflicts } from './swaps.ts'

export interface RoomToFill {
  readonly id: string
  /** What its layout takes. */
  readonly seats: readonly TakenSeat[]
  /** Where some seats are kept back: how many people there may be, whoever stays among them. */
  readonly most?: number | undefined
}

export interface PersonToSeat {
  readonly id: string
  /** Whom they should not sit beside: department or company. */
  readonly group: string
  readonly needsAccessible: boolean
  /** Told already, or set by hand: stays there. */
  readonly fixed?: Seat | undefined
}

export interface Seat {
  readonly roomId: string
  readonly seat: string
}

/** Seats that are missing. Accessible ones are kept for those who need them. */
export interface Shortfall {
  readonly ordinary: number
  readonly accessible: number
}

export interface ToDistribute {
  readonly rooms: readonly RoomToFill[]
  readonly people: readonly PersonToSeat[]
  /** All rooms alike, or one after the other. */
  readonly isEven: boolean
  /** 128 bits or more, in hex. */
  readonly seed: string
}

/** `conflictCount`: pairs of neighbours of one group that could not be parted. */
export type Distribution =
  | { readonly shortfall: Shortfall }
  | { readonly places: ReadonlyMap<string, Seat>; readonly conflictCount: number }

type Seated = PersonToSeat & { readonly isFixed: boolean }

interface Filling {
  readonly room: RoomToFill
  readonly grid: Grid
  /** By seat. */
  readonly seated: (Seated | undefined)[]
  readonly coming: Seated[]
  /** How many may come. */
  readonly most: number
}

/** Who sits where. The same again, with the same seed, gives the same. */
export function distribute({ rooms, people, isEven, seed }: ToDistribute): Distribution {
  const random = randomOf(seed)
  const fillings = rooms.map((room) => fillingOf(room, people))
  const waiting = mixed(people, random)
  const missing = [true, false].map((needsAccessible) => {
    const those = waiting.filter((person) => person.needsAccessible === needsAccessible)
    return those.length - share(fillings, those, needsAccessible, isEven)
  })
  const [accessible = 0, ordinary = 0] = missing
  if (accessible > 0 || ordinary > 0) return { shortfall: { accessible, ordinary } }

  let conflictCount = 0
  for (const filling of fillings) {
    seatByClasses(filling, true)
    seatByClasses(filling, false)
    const { grid, seated, room } = filling
    const isAlike = (one: number, other: number) => room.seats[one]?.isAccessible === room.seats[other]?.isAccessible
    conflictCount += lessenConflicts({ grid, seated, random, isAlike })
  }
  return { places: placesOf(fillings, people), conflictCount }
}

function fillingOf(room: RoomToFill, people: readonly PersonToSeat[]): Filling {
  const there = people.filter(({ fixed }) => fixed?.roomId === room.id)
  const byName = new Map(there.map((person) => [person.fixed?.seat, { ...person, isFixed: true }]))
  const most = room.most === undefined ? room.seats.length : Math.max(0, room.most - there.length)
  return { room, grid: gridOf(room.seats), seated: room.seats.map(({ name }) => byName.get(name)), coming: [], most }
}

/** Those without a place, each group spread evenly over the whole, so that every part has its share of each. */
function mixed(people: readonly PersonToSeat[], random: () => number): Seated[] {
  const byId = people.filter(({ fixed }) => !fixed).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const shuffled = byId.map((person) => ({ person, by: random() })).toSorted((one, other) => one.by - other.by)
  const sizes = new Map<string, number>()
  const ranked = shuffled.map(({ person, by }) => {
    const rank = sizes.get(person.group) ?? 0
    sizes.set(person.group, rank + 1)
    return { person, by, rank }
  })
  return ranked
    .map(({ person, by, rank }) => ({ person, at: (rank + by) / (sizes.get(person.group) ?? 1) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ person }) => ({ ...person, isFixed: false }))
}

const freeSeats = ({ room, seated }: Filling, isAccessible: boolean): number[] =>
  room.seats.flatMap((seat, index) => (seat.isAccessible === isAccessible && !seated[index] ? [index] : []))

/** Tells people their room; answers for how many there was one. */
function share(fillings: readonly Filling[], people: readonly Seated[], isAccessible: boolean, isEven: boolean): number {
  const free = fillings.map((filling) => Math.min(freeSeats(filling, isAccessible).length, filling.most - filling.coming.length))
  const counts = isEven ? evenShares(free, people.length) : inOrder(free, people.length)
  let next = 0
  fillings.forEach(({ coming }, index) => {
    const until = next + (counts[index] ?? 0)
    coming.push(...people.slice(next, until))
    next = until
  })
  return next
}

function inOrder(free: readonly number[], wanted: number): number[] {
  let left = wanted
  return free.map((count) => {
    const taken = Math.min(count, left)
    left -= taken
    return taken
  })
}

/** By the size of the rooms; what rounding leaves goes to the first that have a seat. */
function evenShares(free: readonly number[], wanted: number): number[] {
  const all = free.reduce((sum, count) => sum + count, 0)
  const given = Math.min(wanted, all)
  const shares = free.map((count) => (all === 0 ? 0 : Math.floor((count * given) / all)))
  const rest = given - shares.reduce((sum, count) => sum + count, 0)
  const more = inOrder(
    free.map((count, index) => Math.min(1, count - (shares[index] ?? 0))),
    rest,
  )
  return shares.map((count, index) => count + (more[index] ?? 0))
}

/** Class after class, in which nobody is beside another, by groups from the largest. */
function seatByClasses(filling: Filling, isAccessible: boolean): void {
  const people = byGroupSize(filling.coming.filter(({ needsAccessible }) => needsAccessible === isAccessible))
  const free = new Set(freeSeats(filling, isAccessible))
  const seats = filling.grid.classes.flat().filter((index) => free.has(index))
  people.forEach((person, index) => {
    const seat = seats[index]
    if (seat !== undefined) filling.seated[seat] = person
  })
}

function byGroupSize(people: readonly Seated[]): Seated[] {
  const groups = Map.groupBy(people, ({ group }) => group)
  return [...groups.values()].toSorted((one, other) => other.length - one.length).flat()
}

/** Those who stay first: by hand somebody may sit where the layout has no seat. */
function placesOf(fillings: readonly Filling[], people: readonly PersonToSeat[]): Map<string, Seat> {
  const places = new Map(people.flatMap(({ id, fixed }) => (fixed ? [[id, fixed] as const] : [])))
  for (const { room, seated } of fillings)
    seated.forEach((person, index) => {
      const seat = room.seats[index]
      if (person && !person.isFixed && seat) places.set(person.id, { roomId: room.id, seat: seat.name })
    })
  return places
}
