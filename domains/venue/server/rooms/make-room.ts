import type { Db } from '@kaopei/server'
import type { Layout } from '../../contract/room.ts'
import { seatsByLayout } from '../../contract/rules/layout.ts'
import { evenMap, type SeatMap } from '../../contract/rules/seat-map.ts'
import { countRooms, insertMap, insertRoom, lockRoomCount, type RoomFacts } from './room.sql.ts'

const mostRooms = 2000
const everySeat: Layout = { name: '全部座位', firstRow: 1, dx: 0, dy: 0 }

/** Holds the place for so many new rooms until the transaction ends; false: there would be too many. */
export async function holdRoomFor(db: Db, count: number): Promise<boolean> {
  await lockRoomCount(db)
  return (await countRooms(db)) + count <= mostRooms
}

/** With an even map, of which every seat is taken. */
export async function makeRoom(
  db: Db,
  createdBy: string,
  { rowCount, columnCount, ...facts }: RoomFacts & { readonly rowCount: number; readonly columnCount: number },
): Promise<string> {
  const roomId = await insertRoom(db, createdBy, facts)
  const rows = evenMap(rowCount, columnCount)
  await insertMap(db, { roomId, rows, layouts: [everySeat], ...countsOf(rows, [everySeat]), createdBy })
  return roomId
}

export function countsOf(rows: SeatMap, layouts: readonly Layout[]): { seatCount: number; capacity: number } {
  const [first = everySeat] = layouts
  return { seatCount: rows.reduce((sum, { seats }) => sum + seats.length, 0), capacity: seatsByLayout(rows, first).length }
}
