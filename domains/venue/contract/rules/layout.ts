import { type SeatMap, type Spacing, seatName } from './seat-map.ts'

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

function seatsOfRow({ label, y, seats }: SeatMap[number], dx: number): TakenSeat[] {
  const taken: TakenSeat[] = []
  let lastX = Number.NEGATIVE_INFINITY
  for (const { label: seat, x, state } of seats.toSorted((one, other) => ascending(one.x, other.x))) {
    const isFit = state === 'usable' || state === 'accessible'
    if (!isFit || x - lastX <= dx) continue
    taken.push({ name: seatName(label, seat), x, y, isAccessible: state === 'accessible' })
    lastX = x
  }
  return taken
}

/** How many may be seated when a share of the seats is kept back, in hundredths. */
export function capacityWith(capacity: number, reservePercent: number): number {
  return Math.floor((capacity * (100 - reservePercent)) / 100)
}
