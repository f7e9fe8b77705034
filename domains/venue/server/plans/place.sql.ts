/** Everybody's place in a plan. */
import { id } from '@kaopei/contract'
import { type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { placeState } from '../../contract/codes.ts'
import { ownPlace } from '../../contract/place.ts'
import type { Owner } from './plan.sql.ts'

const placeRow = z.object({
  staffId: id,
  roomId: id.nullable(),
  seat: z.string().nullable(),
  needsAccessible: z.boolean(),
  isFixed: z.boolean(),
  ticketNumber: z.string().nullable(),
  state: placeState.schema,
  realSeat: z.string().nullable(),
})
export type PlaceRow = z.output<typeof placeRow>

const columns = sql`staff_id as "staffId", room_id as "roomId", seat, needs_accessible as "needsAccessible", is_fixed as "isFixed",
  ticket_number as "ticketNumber", state, real_seat as "realSeat"`

export function selectPlaces(db: Db, planId: string): Promise<PlaceRow[]> {
  return rowsOf(db, placeRow)`
    select ${columns} from venue.place where company_id = ${db.companyId} and plan_id = ${planId} order by staff_id`
}

export function lockPlace(db: Db, planId: string, staffId: string): Promise<PlaceRow | undefined> {
  return findOne(db, placeRow)`
    select ${columns} from venue.place
    where company_id = ${db.companyId} and plan_id = ${planId} and staff_id = ${staffId}
    for update`
}

/** For the lists of other rooms: `p` with "staffId" and what `shownPlace` says. */
export const placesOf = (db: Db, owner: Owner): RawBuilder<unknown> => sql`
  select p.staff_id as "staffId", p.room_id as "roomId", r.name as "roomName", p.seat, p.needs_accessible as "needsAccessible",
    p.is_fixed as "isFixed", p.ticket_number as "ticketNumber", p.state, p.real_seat as "realSeat", p.code, r.address_ranges as "addressRanges"
  from venue.plan
  join venue.place p on p.company_id = plan.company_id and p.plan_id = plan.id
  left join venue.room r on r.company_id = p.company_id and r.id = p.room_id
  where plan.company_id = ${db.companyId} and plan.owner_kind = ${owner.kind} and plan.owner_id = ${owner.id}`

/** For the lists of other rooms: who has a seat where, of every owner of a kind. */
export const seatsOfKind = (db: Db, kind: string): RawBuilder<unknown> => sql`
  select plan.owner_id as "ownerId", p.staff_id as "staffId", p.room_id as "roomId", p.state
  from venue.place p
  join venue.plan on plan.company_id = p.company_id and plan.id = p.plan_id
  where p.company_id = ${db.companyId} and plan.owner_kind = ${kind} and p.room_id is not null`

/** For the lists of other rooms: which owners of a kind use which exam rooms. */
export const usesOf = (db: Db, kind: string): RawBuilder<unknown> => sql`
  select plan.owner_id as "ownerId", r.id as "roomId", r.name as "roomName", pr.layout_name as "layoutName", pr.sort,
    r.address_ranges as "addressRanges",
    concat_ws(' ', nullif(r.campus, ''), nullif(r.building, ''), nullif(r.number, '')) as address
  from venue.plan
  join venue.plan_room pr on pr.company_id = plan.company_id and pr.plan_id = plan.id
  join venue.room r on r.company_id = pr.company_id and r.id = pr.room_id
  where plan.company_id = ${db.companyId} and plan.owner_kind = ${kind}`

const ownRow = ownPlace.extend({ ownerId: id })

/** Where a person sits, by owner. */
export function ownPlaces(db: Db, { kind, ids, staffId }: { kind: string; ids: readonly string[]; staffId: string }) {
  return rowsOf(db, ownRow)`
    select plan.owner_id as "ownerId", r.name as "roomName", p.seat, p.ticket_number as "ticketNumber",
      concat_ws(' ', nullif(r.campus, ''), nullif(r.building, ''), nullif(r.number, '')) as address
    from venue.place p
    join venue.plan on plan.company_id = p.company_id and plan.id = p.plan_id
    join venue.room r on r.company_id = p.company_id and r.id = p.room_id
    where p.company_id = ${db.companyId}
      and p.staff_id = ${staffId}
      and plan.owner_kind = ${kind}
      and plan.owner_id = any(${[...ids]}::uuid[])
      and p.ticket_number is not null`
}

/** Whoever is no longer expected gives the seat back; `staffIds` is a query of who is. */
export async function freePlaces(db: Db, { kind, id: ownerId }: Owner, staffIds: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from venue.place p
    using venue.plan
    where plan.company_id = ${db.companyId}
      and plan.owner_kind = ${kind}
      and plan.owner_id = ${ownerId}
      and p.company_id = plan.company_id
      and p.plan_id = plan.id
      and not p.staff_id in (${staffIds})
  `.execute(db)
}

/** The same by a list. */
export async function deletePlacesBut(db: Db, planId: string, staffIds: readonly string[]): Promise<void> {
  await sql`
    delete from venue.place
    where company_id = ${db.companyId} and plan_id = ${planId} and not staff_id = any(${[...staffIds]}::uuid[])
  `.execute(db)
}

export interface NewPlace {
  readonly staffId: string
  readonly roomId: string
  readonly seat: string
  readonly isFixed: boolean
  readonly ticketNumber: string
  readonly code: string
}

/** Ticket number and code stay what they were; a seat that was really sat on goes with the planned one, and signing in with the room. */
export async function upsertPlaces(db: Db, planId: string, places: readonly NewPlace[]): Promise<void> {
  await sql`set constraints venue.place_seat_unique deferred`.execute(db)
  await sql`
    insert into venue.place (company_id, plan_id, staff_id, room_id, seat, is_fixed, ticket_number, code)
    select ${db.companyId}, ${planId}, w."staffId", w."roomId", w.seat, w."isFixed", w."ticketNumber", w.code
    from json_to_recordset(${JSON.stringify(places)}) as w
      ("staffId" uuid, "roomId" uuid, seat text, "isFixed" boolean, "ticketNumber" text, code text)
    on conflict (company_id, plan_id, staff_id) do update
    set room_id = excluded.room_id, seat = excluded.seat, is_fixed = excluded.is_fixed,
      real_seat = case when (place.room_id, place.seat) is not distinct from (excluded.room_id, excluded.seat) then place.real_seat end,
      state = case when place.room_id is distinct from excluded.room_id then ${lit(placeState.expected)} else place.state end,
      ticket_number = coalesce(place.ticket_number, excluded.ticket_number), code = coalesce(place.code, excluded.code)
  `.execute(db)
  // Said here, where it can be answered, and not at the end of the transaction.
  await sql`set constraints venue.place_seat_unique immediate`.execute(db)
}

export async function upsertNeeds(db: Db, planId: string, staffIds: readonly string[], needsAccessible: boolean): Promise<void> {
  await sql`
    insert into venue.place (company_id, plan_id, staff_id, needs_accessible)
    select ${db.companyId}, ${planId}, s.id, ${needsAccessible} from unnest(${[...staffIds]}::uuid[]) as s (id)
    on conflict (company_id, plan_id, staff_id) do update set needs_accessible = excluded.needs_accessible
  `.execute(db)
}
