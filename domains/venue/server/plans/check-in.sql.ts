import type { Db } from '@kaopei/server'
import { findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { checkInActs, checkInWays } from '../../contract/place.ts'
import type { CheckInWish } from './check-in.service.ts'
import type { Owner } from './plan.sql.ts'

export async function updateCheckedIn(
  db: Db,
  { planId, staffId, state, realSeat }: { planId: string; staffId: string; state: number; realSeat: string | null },
): Promise<void> {
  await sql`
    update venue.place set state = ${state}, real_seat = ${realSeat}
    where company_id = ${db.companyId} and plan_id = ${planId} and staff_id = ${staffId}`.execute(db)
}

export async function insertCheckIn(
  db: Db,
  { planId, staffId, act, way, reason, seat, by }: Omit<CheckInWish, 'seat'> & { planId: string; seat: string },
): Promise<void> {
  await sql`
    insert into venue.check_in (company_id, plan_id, staff_id, act, way, reason, seat, by)
    values (${db.companyId}, ${planId}, ${staffId}, ${act}, ${way}, ${reason}, ${seat}, ${by})`.execute(db)
}

const stepRow = z.object({
  id: z.uuid(),
  act: z.enum(checkInActs),
  way: z.enum(checkInWays),
  reason: z.string(),
  seat: z.string().nullable(),
  byName: z.string().nullable(),
  time: z.date(),
})

/** Every step of somebody's signing in, the newest first. */
export function selectCheckIns(db: Db, { kind, id: ownerId }: Owner, staffId: string) {
  return rowsOf(db, stepRow)`
    select c.id, c.act, c.way, c.reason, c.seat, s.name as "byName", c.at as time
    from venue.check_in c
    join venue.plan on plan.company_id = c.company_id and plan.id = c.plan_id
    left join org.person s on s.company_id = c.company_id and s.id = c.by
    where c.company_id = ${db.companyId} and plan.owner_kind = ${kind} and plan.owner_id = ${ownerId} and c.staff_id = ${staffId}
    order by c.at desc, c.id desc`
}

const ticketRow = z.object({ staffId: z.uuid() })

/** Whose ticket says this code, among the people of the owner. */
export async function findByCode(db: Db, { kind, id }: Owner, code: string): Promise<string | undefined> {
  const row = await findOne(db, ticketRow)`
    select p.staff_id as "staffId"
    from venue.place p
    join venue.plan on plan.company_id = p.company_id and plan.id = p.plan_id
    where p.company_id = ${db.companyId} and p.code = ${code} and plan.owner_kind = ${kind} and plan.owner_id = ${id}`
  return row?.staffId
}
