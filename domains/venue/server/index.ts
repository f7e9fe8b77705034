import type { Module } from '@kaopei/server'
import { roomEndpoints } from './rooms/room.handlers.ts'
import { logNames } from './rooms/room.sql.ts'

export { checkIn } from './plans/check-in.service.ts'
export { findByCode, selectCheckIns } from './plans/check-in.sql.ts'
export { neighboursOf, type RoomNeighbours } from './plans/neighbours.ts'
export { freePlaces, ownPlaces, placesOf, seatsOfKind, usesOf } from './plans/place.sql.ts'
export {
  accessibleSeats,
  distributePlan,
  type HandFail,
  type HandSeat,
  readPlan,
  roomPlanOf,
  savePlan,
  seatByHand,
  setNeeds,
} from './plans/plan.service.ts'
export { countRooms, roomsToChoose } from './rooms/room.sql.ts'

export const venueModule: Module = { logNames, endpoints: roomEndpoints }
