import { type SeatMap, type SeatState, type Spacing, seatName } from './seat-map.ts'

/** A seat that a layout takes. */
export interface TakenSeat {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly isAccessible: boolean
}

const ascending = (one: number, other: number) => one - other

/**
 * The seats that a spacing takes, front row first. A distance that equals the spacing is too near. Taking the first seat that is far enough, again and
 * again, is the most that a row can hold.
 */
export function seatsBySpacing(map: SeatMap, { firstRow, dx, dy }: Spacing): TakenSeat[] {
  const taken: TakenSeat[] = []
  let lastY = Number.NEGATIVE_INFINITY
  const rows = map.toSorted((one, other) => ascending(one.y, other.y)).slice(firstRow - 1)
  for (const row of rows) {
    if (row.y - lastY <= dy) continue
    const seats = seatsOfRow(row, dx)
    if (seats.length === 0) continue
    taken.push(...seats)
    lastY = row.y
  }
  return taken
}

/** A layout by choice says which seats it takes; what is broken, reserved or without a table meanwhile is not taken. */
export function seatsByChoice(map: SeatMap, chosen: readonly string[]): TakenSeat[] {
  const wanted = new Set(chosen)
  return seatsBySpacing(map, { firstRow: 1, dx: 0, dy: 0 }).filter(({ name }) => wanted.has(name))
}

/** The seats that a layout takes, whichever kind it is of. */
export function seatsByLayout(map: SeatMap, layout: Spacing & { readonly seats?: readonly string[] | undefined }): TakenSeat[] {
  return layout.seats ? seatsByChoice(map, layout.seats) : seatsBySpacing(map, layout)
}

/** Seats on which nobody is ever put. */
export const isFit = (state: SeatState): boolean => state === 'usable' || state === 'accessible'

function seatsOfRow({ label, y, seats }: SeatMap[number], dx: number): TakenSeat[] {
  const taken: TakenSeat[] = []
  let lastX = Number.NEGATIVE_INFINITY
  for (const { label: seat, x, state } of seats.toSorted((one, other) => ascending(one.x, other.x))) {
    if (!isFit(state) || x - lastX <= dx) continue
    taken.push({ name: seatName(label, seat), x, y, isAccessible: state === 'accessible' })
    lastX = x
  }
  return taken
}

/** How many may be seated when a share of the seats is kept back, in hundredths. */
export function capacityWith(capacity: number, reservePercent: number): number {
  return Math.floor((capacity * (100 - reservePercent)) / 100)
}
