import type { Db } from '@kaopei/server'
import { findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
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
