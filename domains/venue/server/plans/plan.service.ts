/** Rooms of an owner, and who sits where in them. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Db, Fail } from '@kaopei/server'
import type { z } from 'zod'
import { placeState, roomStatus } from '../../contract/codes.ts'
import { planErrors } from '../../contract/errors.ts'
import type { Plan, roomPlan } from '../../contract/place.ts'
import type { Layout } from '../../contract/room.ts'
import { capacityWith, seatsByLayout } from '../../contract/rules/layout.ts'
import { seatName } from '../../contract/rules/seat-map.ts'
import { findRoom, shareRoom } from '../rooms/room.sql.ts'
import { distribute, type PersonToSeat, type RoomToFill, type Shortfall } from '../rules/distribute.ts'
import { insertCheckIn } from './check-in.sql.ts'
import { deletePlacesBut, lockPlace, type NewPlace, type PlaceRow, selectPlaces, upsertNeeds, upsertPlaces } from './place.sql.ts'
import {
  findPlan,
  lockPlan,
  type Owner,
  type PlanRoomRow,
  type PlanRow,
  type RoomWish,
  replaceRooms,
  selectPlanRooms,
  updateDistributed,
  updatePlan,
  updateTicketCount,
} from './plan.sql.ts'

/** The plan as it is shown. */
export async function readPlan(db: Db, owner: Owner): Promise<Plan> {
  const plan = await findPlan(db, owner)
  if (!plan) return { version: 0, isEven: false, reservePercent: 0, conflictCount: null, distributedTime: null, rooms: [] }
  const rooms = await selectPlanRooms(db, plan.id)
  return {
    version: plan.version,
    isEven: plan.isEven,
    reservePercent: plan.reservePercent,
    conflictCount: plan.conflictCount,
    distributedTime: plan.distributedTime?.toISOString() ?? null,
    rooms: rooms.map(({ mapId: _mapId, rows, layouts, ...room }) => ({
      ...room,
      layoutNames: layouts.map(({ name }) => name),
      capacity: capacityWith(seatsOf({ rows, layouts, layoutName: room.layoutName }).length, plan.reservePercent),
    })),
  }
}

export function seatsOf({
  rows,
  layouts,
  layoutName,
}: Pick<PlanRoomRow, 'rows' | 'layouts' | 'layoutName'>): RoomToFill['seats'] {
  const layout = layouts.find(({ name }) => name === layoutName)
  return layout ? seatsByLayout(rows, layout) : []
}

export interface PlanWish {
  readonly isEven: boolean
  readonly reservePercent: number
  readonly rooms: readonly { readonly roomId: string; readonly layoutName: string }[]
}

type SaveFail = Fail<(typeof planErrors)['roomClosed' | 'roomHasPeople']>

/** A room in which people sit keeps the map by which they were seated, and may not be left out. */
export async function savePlan(db: Db, owner: Owner, { rooms, ...how }: PlanWish, fail: SaveFail): Promise<void> {
  const plan = await lockPlan(db, owner)
  const before = await selectPlanRooms(db, plan.id)
  const kept = new Map(before.map((room) => [room.roomId, room]))
  const left = before.find(({ roomId, seatedCount }) => seatedCount > 0 && !rooms.some((room) => room.roomId === roomId))
  if (left)
    fail(planErrors.roomHasPeople, { text: `“${left.roomName}”中已有 ${left.seatedCount} 名考生，请先将考生移到其他考场` })
  const wishes: RoomWish[] = []
  for (const { roomId, layoutName } of rooms) {
    const there = kept.get(roomId)
    const room = there && there.seatedCount > 0 ? there : await usableRoom(db, roomId, there !== undefined, fail)
    guardLayout(room, layoutName, fail)
    wishes.push({ roomId, mapId: room.mapId, layoutName })
  }
  await replaceRooms(db, plan.id, wishes)
  await updatePlan(db, plan.id, how)
}

/** A closed room stays where it is chosen, and is chosen nowhere anew. */
async function usableRoom(db: Db, roomId: string, isKept: boolean, fail: SaveFail) {
  if (!(await shareRoom(db, roomId))) return fail(planErrors.roomClosed)
  const room = await findRoom(db, roomId)
  if (!room || (room.roomStatus === roomStatus.closed && !isKept)) return fail(planErrors.roomClosed)
  return room
}

function guardLayout(
  { roomName, layouts }: { roomName: string; layouts: readonly Layout[] },
  name: string,
  fail: SaveFail,
): void {
  if (!layouts.some((layout) => layout.name === name))
    fail(planErrors.roomClosed, { text: `考场“${roomName}”没有排法“${name}”，请重新选择` })
}

export interface DistributionWish {
  /** Everybody who is expected, with whom they should not sit beside. */
  readonly people: readonly { readonly staffId: string; readonly group: string }[]
  /** Everybody anew but those who were seated by hand; otherwise only who has no seat. */
  readonly isAnew: boolean
  readonly secret: string
}

type DistributeFail = Fail<(typeof planErrors)['shortfall' | 'noRooms']>

export async function distributePlan(db: Db, owner: Owner, wish: DistributionWish, fail: DistributeFail) {
  const plan = await lockPlan(db, owner)
  const rooms = await selectPlanRooms(db, plan.id)
  if (rooms.length === 0) return fail(planErrors.noRooms)
  await deletePlacesBut(
    db,
    plan.id,
    wish.people.map(({ staffId }) => staffId),
  )
  const before = new Map((await selectPlaces(db, plan.id)).map((place) => [place.staffId, place]))
  const seed = createHmac('sha256', wish.secret).update(`venue-plan:${db.companyId}:${owner.kind}:${owner.id}`).digest('hex')
  const closed = new Set(rooms.flatMap(({ roomId, roomStatus: status }) => (status === roomStatus.closed ? [roomId] : [])))
  const people = wish.people.map((person) => {
    const place = before.get(person.staffId)
    return toSeat(person, place, wish.isAnew && !closed.has(place?.roomId ?? ''))
  })
  const toFill = rooms.map((room) => ({
    ...{ id: room.roomId, seats: closed.has(room.roomId) ? [] : freeToPlan(room, before) },
    most: capacityWith(seatsOf(room).length, plan.reservePercent),
  }))
  const found = distribute({ rooms: toFill, people, isEven: plan.isEven, seed })
  if ('shortfall' in found) return fail(planErrors.shortfall, { text: shortfallWords(found.shortfall), data: found.shortfall })
  const given = [...found.places].map(([staffId, { roomId, seat }]) => ({
    ...{ staffId, roomId, seat, isFixed: before.get(staffId)?.isFixed ?? false },
    roomNumber: rooms.findIndex((room) => room.roomId === roomId) + 1,
  }))
  const { places, ticketCount } = ticketed(plan, before, given)
  await upsertPlaces(db, plan.id, places)
  await updateDistributed(db, plan.id, { seed, conflictCount: found.conflictCount, ticketCount })
  return { seatedCount: places.length, conflictCount: found.conflictCount }
}

/** Somebody may really sit on a seat that is nobody's by plan. */
function freeToPlan(room: PlanRoomRow, places: ReadonlyMap<string, PlaceRow>): RoomToFill['seats'] {
  const here = [...places.values()].filter(({ roomId }) => roomId === room.roomId)
  const planned = new Set(here.map(({ seat }) => seat))
  const satOn = new Set(here.flatMap(({ realSeat }) => (realSeat !== null && !planned.has(realSeat) ? [realSeat] : [])))
  return seatsOf(room).filter(({ name }) => !satOn.has(name))
}

function toSeat(
  { staffId: id, group }: { staffId: string; group: string },
  place: PlaceRow | undefined,
  isAnew: boolean,
): PersonToSeat {
  const stays = place?.roomId && place.seat && (place.isFixed || !isAnew)
  const fixed = stays && place.roomId && place.seat ? { roomId: place.roomId, seat: place.seat } : undefined
  return { id, group, needsAccessible: place?.needsAccessible ?? false, fixed }
}

const shortfallWords = ({ ordinary, accessible }: Shortfall): string => {
  const parts = [
    ...(ordinary > 0 ? [`还缺 ${ordinary} 个普通座位`] : []),
    ...(accessible > 0 ? [`还缺 ${accessible} 个无障碍座位`] : []),
  ]
  return `座位不足：${parts.join('，')}。请增加考场或更换排法`
}

type Given = Omit<NewPlace, 'ticketNumber' | 'code'> & { readonly roomNumber: number }

/** Whoever has a number keeps it. A new one says the room and runs on through the plan. */
function ticketed({ ticketCount }: PlanRow, before: ReadonlyMap<string, PlaceRow>, given: readonly Given[]) {
  let count = ticketCount
  const bySeat = given.toSorted((one, other) => one.roomNumber - other.roomNumber || compareSeats(one.seat, other.seat))
  const places = bySeat.map(({ roomNumber, ...place }): NewPlace => {
    const number = before.get(place.staffId)?.ticketNumber
    if (!number) count += 1
    const fresh = `${String(roomNumber).padStart(3, '0')}${String(count).padStart(5, '0')}`
    return { ...place, ticketNumber: number ?? fresh, code: randomBytes(16).toString('base64url') }
  })
  return { places, ticketCount: count }
}

const compareSeats = (one: string, other: string): number => one.localeCompare(other, 'zh', { numeric: true })

export interface HandSeat {
  readonly staffId: string
  readonly roomId: string
  readonly seat: string
  readonly by: string
}
export type HandFail = Fail<(typeof planErrors)['noRooms' | 'roomClosed' | 'noSuchSeat' | 'seatTaken']>

/**
 * By hand: wherever a seat can be sat on, also one that the layout leaves empty. Whoever has come already signs in anew in another room. Answers what
 * was before.
 */
export async function seatByHand(db: Db, owner: Owner, { staffId, roomId, seat, by }: HandSeat, fail: HandFail) {
  const plan = await lockPlan(db, owner)
  const rooms = await selectPlanRooms(db, plan.id)
  const index = rooms.findIndex((room) => room.roomId === roomId)
  const room = rooms[index]
  if (!room) return fail(planErrors.noRooms)
  const before = await lockPlace(db, plan.id, staffId)
  if (room.roomStatus === roomStatus.closed && before?.roomId !== roomId)
    return fail(planErrors.roomClosed, { text: `考场“${room.roomName}”已停用，请选择其他考场` })
  if (!isSeatOf(room, seat)) return fail(planErrors.noSuchSeat)
  const known = new Map(before ? [[staffId, before]] : [])
  const given = [{ staffId, roomId, seat, isFixed: true, roomNumber: index + 1 }]
  const { places, ticketCount } = ticketed(plan, known, given)
  const others = (await selectPlaces(db, plan.id)).filter((place) => place.staffId !== staffId && place.roomId === roomId)
  if (others.some((place) => place.seat === seat || place.realSeat === seat)) return fail(planErrors.seatTaken)
  await upsertPlaces(db, plan.id, places)
  if (before && before.roomId !== roomId && before.state !== placeState.expected)
    await insertCheckIn(db, {
      planId: plan.id,
      staffId,
      act: 'undone',
      way: 'list',
      reason: `换到考场“${room.roomName}”`,
      seat,
      by,
    })
  await updateTicketCount(db, plan.id, ticketCount)
  return { before, roomName: room.roomName }
}

const unusable: readonly string[] = ['broken', 'noTable']

export const isSeatOf = ({ rows }: Pick<PlanRoomRow, 'rows'>, name: string): boolean =>
  rows.some(({ label, seats }) => seats.some((seat) => seatName(label, seat.label) === name && !unusable.includes(seat.state)))

/** Who needs a seat that a wheelchair reaches, also before anybody is seated. */
export async function setNeeds(db: Db, owner: Owner, staffIds: readonly string[], needsAccessible: boolean): Promise<void> {
  const plan = await lockPlan(db, owner)
  await upsertNeeds(db, plan.id, staffIds, needsAccessible)
}

/** Of each room the seats that a wheelchair reaches. */
export async function accessibleSeats(db: Db, owner: Owner): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const plan = await findPlan(db, owner)
  const rooms = plan ? await selectPlanRooms(db, plan.id) : []
  const named = ({ rows }: PlanRoomRow) =>
    rows.flatMap(({ label, seats }) =>
      seats.flatMap((seat) => (seat.state === 'accessible' ? [seatName(label, seat.label)] : [])),
    )
  return new Map(rooms.map((room) => [room.roomId, new Set(named(room))]))
}

/** A room of the plan from above; undefined when the plan has no such room. */
export async function roomPlanOf(db: Db, owner: Owner, roomId: string): Promise<z.output<typeof roomPlan> | undefined> {
  const plan = await findPlan(db, owner)
  const rooms = plan ? await selectPlanRooms(db, plan.id) : []
  const room = rooms.find((one) => one.roomId === roomId)
  return room && { roomName: room.roomName, rows: room.rows, taken: seatsOf(room).map(({ name }) => name) }
}
