import type { Db } from '@kaopei/server'
import { gridOf } from '../rules/grid.ts'
import { seatsOf } from './plan.service.ts'
import { findPlan, type Owner, selectPlanRooms } from './plan.sql.ts'

export interface RoomNeighbours {
  readonly roomId: string
  /** Names of the seats around each seat that is taken in this layout. */
  readonly seats: ReadonlyMap<string, ReadonlySet<string>>
}

/** Who sits beside whom, by the rooms' maps. */
export async function neighboursOf(db: Db, owner: Owner): Promise<RoomNeighbours[]> {
  const plan = await findPlan(db, owner)
  const rooms = plan ? await selectPlanRooms(db, plan.id) : []
  return rooms.map((room) => {
    const seats = seatsOf(room)
    const { neighbours } = gridOf(seats)
    const named = seats.map(({ name }, index): [string, Set<string>] => [
      name,
      new Set((neighbours[index] ?? []).flatMap((other) => seats[other]?.name ?? [])),
    ])
    return { roomId: room.roomId, seats: new Map(named) }
  })
}
