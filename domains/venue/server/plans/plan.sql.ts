/** The plan of an owner and its rooms. */
import { id } from '@kaopei/contract'
import { type Db, findOne, oneOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { roomStatus } from '../../contract/codes.ts'
import { layout } from '../../contract/room.ts'
import { seatMap } from '../../contract/rules/seat-map.ts'

/** Whose people are seated. */
export interface Owner {
  readonly kind: string
  readonly id: string
}

const planRow = z.object({
  id,
  isEven: z.boolean(),
  reservePercent: z.int(),
  conflictCount: z.int().nullable(),
  distributedTime: z.date().nullable(),
  ticketCount: z.int(),
  version: z.int(),
})
export type PlanRow = z.output<typeof planRow>

const columns = sql`id, is_even as "isEven", reserve_percent as "reservePercent", conflict_count as "conflictCount", distributed_at as "distributedTime",
  ticket_count as "ticketCount", version`

export function findPlan(db: Db, owner: Owner): Promise<PlanRow | undefined> {
  return findOne(db, planRow)`
    select ${columns} from venue.plan
    where company_id = ${db.companyId} and owner_kind = ${owner.kind} and owner_id = ${owner.id}`
}

/** Made when there is none; changes of one plan wait for each other. */
export function lockPlan(db: Db, owner: Owner): Promise<PlanRow> {
  return oneOf(db, planRow)`
    insert into venue.plan (company_id, owner_kind, owner_id)
    values (${db.companyId}, ${owner.kind}, ${owner.id})
    on conflict (company_id, owner_kind, owner_id) do update set version = venue.plan.version
    returning ${columns}`
}

const planRoomRow = z.object({
  roomId: id,
  roomName: z.string(),
  address: z.string(),
  roomStatus: roomStatus.schema,
  openingHours: z.string(),
  mapId: id,
  rows: seatMap,
  layouts: z.array(layout),
  layoutName: z.string(),
  seatedCount: z.int(),
})
export type PlanRoomRow = z.output<typeof planRoomRow>

export function selectPlanRooms(db: Db, planId: string): Promise<PlanRoomRow[]> {
  return rowsOf(db, planRoomRow)`
    select r.id as "roomId", r.name as "roomName", r.status as "roomStatus", r.opening_hours as "openingHours",
      concat_ws(' ', nullif(r.campus, ''), nullif(r.building, ''), nullif(r.number, '')) as address,
      m.id as "mapId", m.rows, m.layouts, pr.layout_name as "layoutName",
      (
        select count(*)::int from venue.place p
        where p.company_id = pr.company_id and p.plan_id = pr.plan_id and p.room_id = pr.room_id
      ) as "seatedCount"
    from venue.plan_room pr
    join venue.room r on r.company_id = pr.company_id and r.id = pr.room_id
    join venue.seat_map m on m.company_id = pr.company_id and m.id = pr.seat_map_id
    where pr.company_id = ${db.companyId} and pr.plan_id = ${planId}
    order by pr.sort`
}

export interface RoomWish {
  readonly roomId: string
  readonly mapId: string
  readonly layoutName: string
}

/** These rooms and no others, in this order. */
export async function replaceRooms(db: Db, planId: string, rooms: readonly RoomWish[]): Promise<void> {
  const list = JSON.stringify(rooms.map((room, index) => ({ ...room, sort: index + 1 })))
  await sql`
    delete from venue.plan_room
    where company_id = ${db.companyId} and plan_id = ${planId} and not room_id = any(${rooms.map(({ roomId }) => roomId)}::uuid[])
  `.execute(db)
  await sql`
    insert into venue.plan_room (company_id, plan_id, room_id, seat_map_id, layout_name, sort)
    select ${db.companyId}, ${planId}, w."roomId", w."mapId", w."layoutName", w.sort
    from json_to_recordset(${list}) as w ("roomId" uuid, "mapId" uuid, "layoutName" text, sort integer)
    on conflict (company_id, plan_id, room_id) do update
    set seat_map_id = excluded.seat_map_id, layout_name = excluded.layout_name, sort = excluded.sort
  `.execute(db)
}

export async function updatePlan(
  db: Db,
  planId: string,
  { isEven, reservePercent }: Pick<PlanRow, 'isEven' | 'reservePercent'>,
): Promise<void> {
  await sql`
    update venue.plan set is_even = ${isEven}, reserve_percent = ${reservePercent}, version = version + 1
    where company_id = ${db.companyId} and id = ${planId}`.execute(db)
}

export interface Distributed {
  readonly seed: string
  readonly conflictCount: number
  readonly ticketCount: number
}

export async function updateDistributed(
  db: Db,
  planId: string,
  { seed, conflictCount, ticketCount }: Distributed,
): Promise<void> {
  await sql`
    update venue.plan
    set seed = ${seed}, conflict_count = ${conflictCount}, ticket_count = ${ticketCount}, distributed_at = now(),
      version = version + 1
    where company_id = ${db.companyId} and id = ${planId}`.execute(db)
}

export async function updateTicketCount(db: Db, planId: string, ticketCount: number): Promise<void> {
  await sql`
    update venue.plan set ticket_count = ${ticketCount}
    where company_id = ${db.companyId} and id = ${planId}`.execute(db)
}
