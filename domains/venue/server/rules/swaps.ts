import type { Grid } from './grid.ts'

interface Seated {
  readonly group: string
  readonly isFixed: boolean
}

export interface ToSwap<Person extends Seated> {
  readonly grid: Grid
  /** By seat; changed in place. */
  readonly seated: (Person | undefined)[]
  /** Whether somebody of one of these seats may sit on the other. */
  readonly isAlike: (one: number, other: number) => boolean
  readonly random: () => number
}

/** So often is a swap tried in a room. */
const mostTries = 20_000

/** How many neighbours of this seat are of the group. */
function conflictsAt<Person extends Seated>({ grid, seated }: ToSwap<Person>, index: number): number {
  const group = seated[index]?.group
  if (group === undefined) return 0
  return (grid.neighbours[index] ?? []).filter((beside) => seated[beside]?.group === group).length
}

/** Pairs of neighbours of one group. */
export function countConflicts<Person extends Seated>(room: ToSwap<Person>): number {
  let sum = 0
  for (let index = 0; index < room.grid.count; index++) sum += conflictsAt(room, index)
  return sum / 2
}

/** Swaps people, and people with empty seats, while that leaves fewer pairs; answers how many are left. */
export function lessenConflicts<Person extends Seated>(room: ToSwap<Person>): number {
  const { grid, seated, random } = room
  let left = countConflicts(room)
  for (let tries = 0; left > 0 && tries < mostTries; tries++) {
    const one = conflicted(room)
    const other = Math.floor(random() * grid.count)
    if (one === undefined) break
    if (!maySwap(room, one, other)) continue
    const before = conflictsAt(room, one) + conflictsAt(room, other)
    swap(seated, one, other)
    const gain = before - conflictsAt(room, one) - conflictsAt(room, other)
    // As good as before is let be too: it leads out of a dead end.
    if (gain >= 0) left -= gain
    else swap(seated, one, other)
  }
  return left
}

function maySwap<Person extends Seated>({ seated, isAlike }: ToSwap<Person>, one: number, other: number): boolean {
  return one !== other && !seated[other]?.isFixed && seated[one]?.group !== seated[other]?.group && isAlike(one, other)
}

/** Somebody who may be moved and has a neighbour of their group. */
function conflicted<Person extends Seated>(room: ToSwap<Person>): number | undefined {
  const { grid, seated, random } = room
  const start = Math.floor(random() * grid.count)
  for (let step = 0; step < grid.count; step++) {
    const index = (start + step) % grid.count
    if (seated[index]?.isFixed === false && conflictsAt(room, index) > 0) return index
  }
  return undefined
}

function swap<Person>(seated: (Person | undefined)[], one: number, other: number): void {
  const held = seated[one]
  seated[one] = seated[other]
  seated[other] = held
}
