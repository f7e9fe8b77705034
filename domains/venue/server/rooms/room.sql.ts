import { changesOf, countOf, type Db, findOne, hasRows, idOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Layout, layout, roomRow } from '../../contract/room.ts'
import { type SeatMap, seatMap } from '../../contract/rules/seat-map.ts'

export interface RoomFacts {
  readonly roomName: string
  readonly campus: string
  readonly building: string
  readonly number: string
  readonly addressRanges: readonly string[]
  readonly equipment: readonly string[]
  readonly openingHours: string
}

export interface RoomFilter {
  readonly roomName?: string | undefined
  readonly roomStatus?: number | undefined
  readonly address?: string | undefined
  readonly equipment?: string | undefined
}

const columns = sql`
  r.id, r.name as "roomName", r.status as "roomStatus", r.campus, r.building, r.number,
  concat_ws(' ', nullif(r.campus, ''), nullif(r.building, ''), nullif(r.number, '')) as address,
  r.address_ranges as "addressRanges", r.equipment, r.opening_hours as "openingHours", m.seat_count as "seatCount", m.capacity, r.updated_at as "updateTime", r.version`

/** Each with the newest of its maps. */
const rooms = sql`
  from venue.room r
  cross join lateral (
    select m.* from venue.seat_map m
    where m.company_id = r.company_id and m.room_id = r.id
    order by m.number desc
    limit 1
  ) m`

function conditions(companyId: string, { roomName, roomStatus, address, equipment }: RoomFilter): RawBuilder<unknown> {
  const parts = [sql`r.company_id = ${companyId}`]
  if (roomName) parts.push(sql`strpos(lower(r.name), lower(${roomName})) > 0`)
  if (roomStatus !== undefined) parts.push(sql`r.status = ${roomStatus}`)
  if (address) parts.push(sql`exists (select from unnest(r.address_ranges) a where a::inet >>= ${address}::inet)`)
  if (equipment) parts.push(sql`exists (select from unnest(r.equipment) e where strpos(lower(e), lower(${equipment})) > 0)`)
  return sql.join(parts, sql` and `)
}

export function selectRooms(db: Db, filter: RoomFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, roomRow)`
    select ${columns} ${rooms}
    where ${conditions(db.companyId, filter)}
    order by r.name, r.id
    limit ${limit} offset ${offset}`
}

export function countRooms(db: Db, filter: RoomFilter = {}): Promise<number> {
  return countOf(db)`select count(*)::int as count from venue.room r where ${conditions(db.companyId, filter)}`
}

/** Whoever makes rooms waits here for others who do: otherwise two at once would count the same rooms against the limit. */
export async function lockRoomCount(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('venue.room' || ${db.companyId}::text, 0))`.execute(db)
}

const choiceRow = roomRow.omit({ addressRanges: true }).extend({ layoutNames: z.array(z.string()) })

/** Rooms with the layouts that they have. */
export function roomsToChoose(db: Db, filter: RoomFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, choiceRow)`
    select ${columns}, array(select l ->> 'name' from jsonb_array_elements(m.layouts) l) as "layoutNames" ${rooms}
    where ${conditions(db.companyId, filter)}
    order by r.name, r.id
    limit ${limit} offset ${offset}`
}

const seatedRoomRow = roomRow.extend({ mapId: z.uuid(), mapNumber: z.int(), rows: seatMap, layouts: z.array(layout) })

export function findRoom(db: Db, roomId: string) {
  return findOne(db, seatedRoomRow)`
    select ${columns}, m.id as "mapId", m.number as "mapNumber", m.rows, m.layouts ${rooms}
    where r.company_id = ${db.companyId} and r.id = ${roomId}`
}

/** What changes its seats or takes it away waits here for whoever seats people in it. */
export function lockRoom(db: Db, roomId: string): Promise<boolean> {
  return hasRows(db)`select from venue.room r where r.company_id = ${db.companyId} and r.id = ${roomId} for update`
}

/** Whoever seats people in it keeps it from going meanwhile. */
export function shareRoom(db: Db, roomId: string): Promise<boolean> {
  return hasRows(db)`select from venue.room r where r.company_id = ${db.companyId} and r.id = ${roomId} for share`
}

/** Whether a plan has it. */
export function isUsed(db: Db, roomId: string): Promise<boolean> {
  return hasRows(db)`select from venue.plan_room where company_id = ${db.companyId} and room_id = ${roomId} limit 1`
}

const nameRow = z.object({ name: z.string() })

/** Which of these names are taken. */
export async function takenNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf(db, nameRow)`
    select r.name from venue.room r where r.company_id = ${db.companyId} and r.name = any(${[...names]}::text[])`
  return new Set(rows.map(({ name }) => name))
}

export function insertRoom(db: Db, createdBy: string, facts: RoomFacts): Promise<string> {
  return idOf(db)`
    insert into venue.room (company_id, name, campus, building, number, address_ranges, equipment, opening_hours, created_by)
    values (${db.companyId}, ${facts.roomName}, ${facts.campus}, ${facts.building}, ${facts.number},
      ${[...facts.addressRanges]}::text[], ${[...facts.equipment]}::text[], ${facts.openingHours}, ${createdBy})
    returning id`
}

/** False when the row has another version by now. */
export async function updateRoom(db: Db, { id, version }: { id: string; version: number }, facts: RoomFacts): Promise<boolean> {
  const changed = await changesOf(db)`
    update venue.room
    set name = ${facts.roomName}, campus = ${facts.campus}, building = ${facts.building}, number = ${facts.number},
      address_ranges = ${[...facts.addressRanges]}::text[], equipment = ${[...facts.equipment]}::text[],
      opening_hours = ${facts.openingHours}, updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = ${id} and version = ${version}`
  return changed === 1
}

export async function updateStatus(db: Db, roomId: string, status: number): Promise<void> {
  await sql`
    update venue.room set status = ${status}, updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = ${roomId}`.execute(db)
}

export interface NewMap {
  readonly roomId: string
  readonly rows: SeatMap
  readonly layouts: readonly Layout[]
  readonly seatCount: number
  readonly capacity: number
  readonly createdBy: string
}

export async function insertMap(db: Db, { roomId, rows, layouts, seatCount, capacity, createdBy }: NewMap): Promise<void> {
  await sql`
    insert into venue.seat_map (company_id, room_id, number, rows, layouts, seat_count, capacity, created_by)
    select ${db.companyId}::uuid, ${roomId}::uuid, coalesce(max(m.number), 0) + 1, ${JSON.stringify(rows)}::jsonb,
      ${JSON.stringify(layouts)}::jsonb, ${seatCount}::int, ${capacity}::int, ${createdBy}::uuid
    from venue.seat_map m
    where m.company_id = ${db.companyId} and m.room_id = ${roomId}`.execute(db)
}

/** Plans that have the room, held until the transaction ends: before the room itself, as whoever seats people does. */
export async function lockPlansOf(db: Db, roomId: string): Promise<void> {
  await sql`
    select from venue.plan p
    where p.company_id = ${db.companyId}
      and p.id in (select pr.plan_id from venue.plan_room pr where pr.company_id = ${db.companyId} and pr.room_id = ${roomId})
    order by p.id
    for update`.execute(db)
}

/** Where nobody sits yet, and the layout is still there, plans go by the newest map. */
export async function renewMapOfPlans(db: Db, roomId: string): Promise<void> {
  await sql`
    update venue.plan_room pr
    set seat_map_id = m.id
    from (
      select id, layouts from venue.seat_map
      where company_id = ${db.companyId} and room_id = ${roomId}
      order by number desc
      limit 1
    ) m
    where pr.company_id = ${db.companyId}
      and pr.room_id = ${roomId}
      and exists (select from jsonb_array_elements(m.layouts) l where l ->> 'name' = pr.layout_name)
      and not exists (
        select from venue.place p where p.company_id = pr.company_id and p.plan_id = pr.plan_id and p.room_id = pr.room_id
      )`.execute(db)
}

/** Counts the room's version up. */
export async function touchRoom(db: Db, roomId: string): Promise<void> {
  await sql`
    update venue.room set updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = ${roomId}`.execute(db)
}

/** With its maps. */
export async function deleteRoom(db: Db, roomId: string): Promise<void> {
  await sql`delete from venue.room where company_id = ${db.companyId} and id = ${roomId}`.execute(db)
}

/** What rooms are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, name from venue.room where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
