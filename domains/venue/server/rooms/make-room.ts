import type { Db } from '@kaopei/server'
import { everySeat, type Layout } from '../../contract/room.ts'
import { seatsByLayout } from '../../contract/rules/layout.ts'
import { openingWords, parseOpening } from '../../contract/rules/opening.ts'
import type { SeatMap } from '../../contract/rules/seat-map.ts'
import { countRooms, insertMap, insertRoom, lockRoomCount, type RoomFacts } from './room.sql.ts'

const mostRooms = 2000

/** Holds the place for so many new rooms until the transaction ends; false: there would be too many. */
export async function holdRoomFor(db: Db, count: number): Promise<boolean> {
  await lockRoomCount(db)
  return (await countRooms(db)) + count <= mostRooms
}

export interface NewRoom {
  readonly facts: RoomFacts
  readonly rows: SeatMap
  /** Every seat where nothing is said. */
  readonly layouts?: readonly Layout[]
}

export async function makeRoom(db: Db, createdBy: string, { facts, rows, layouts = [everySeat] }: NewRoom): Promise<string> {
  const roomId = await insertRoom(db, createdBy, factsOf(facts))
  await insertMap(db, { roomId, rows, layouts, ...countsOf(rows, layouts), createdBy })
  return roomId
}

/** As they are kept: hours in the words that everybody reads. */
export function factsOf({ roomName, campus, building, number, addressRanges, equipment, openingHours }: RoomFacts): RoomFacts {
  const hours = openingWords(parseOpening(openingHours) ?? [])
  return { roomName, campus, building, number, addressRanges, equipment, openingHours: hours }
}

export function countsOf(rows: SeatMap, layouts: readonly Layout[]): { seatCount: number; capacity: number } {
  const [first = everySeat] = layouts
  return { seatCount: rows.reduce((sum, { seats }) => sum + seats.length, 0), capacity: seatsByLayout(rows, first).length }
}
