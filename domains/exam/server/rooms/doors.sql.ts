/** Rooms at whose doors people are signed in, for whoever may do so. */
import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { placesOf, seatsOfKind, usesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'
import { examKind, examOwner } from '../times/terms.ts'
import { inReach, type Reach } from './reach.ts'

const doorRow = z.object({
  examinationId: id,
  examName: z.string(),
  openTime: z.date().nullable(),
  closeTime: z.date().nullable(),
  roomId: id,
  roomName: z.string(),
  address: z.string(),
  expectedCount: z.int(),
  presentCount: z.int(),
})

interface Asked {
  readonly reach: Reach
  readonly now: Date
  readonly examinationId?: string | undefined
  readonly roomId?: string | undefined
}

/** Exams that are over for everybody stay a day, so that what was forgotten can be entered. */
const doors = (db: Db, { reach, now, examinationId, roomId }: Asked): RawBuilder<unknown> => sql`
  from (${usesOf(db, examKind)}) u
  join exam.exam e on e.company_id = ${db.companyId} and e.id = u."ownerId"
  cross join lateral (
    select count(*)::int as "expectedCount", (count(*) filter (where seat.state between 1 and 3))::int as "presentCount"
    from (${seatsOfKind(db, examKind)}) seat
    join exam.candidate c on c.company_id = ${db.companyId} and c.exam_id = seat."ownerId" and c.staff_id = seat."staffId"
    where seat."ownerId" = e.id
      and seat."roomId" = u."roomId"
      and ${inReach(db, reach, { examId: sql`e.id`, staffId: sql`c.staff_id` })}
  ) n
  where e.status = ${examStatus.published}
    and (
      coalesce(e.admission_end_at, 'infinity') > ${now}::timestamptz - interval '1 day'
      or exam.last_close(e.company_id, e.id) > ${now}::timestamptz - interval '1 day'
    )
    and ${examinationId === undefined ? sql`true` : sql`e.id = ${examinationId}`}
    and ${roomId === undefined ? sql`true` : sql`u."roomId" = ${roomId}`}
    and n."expectedCount" > 0`

export function selectDoors(db: Db, asked: Asked, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, doorRow)`
    select e.id as "examinationId", e.name as "examName", e.admission_start_at as "openTime", e.admission_end_at as "closeTime",
      u."roomId", u."roomName", u.address, n.*
    ${doors(db, asked)}
    order by e.admission_start_at nulls last, e.id, u.sort
    limit ${limit} offset ${offset}`
}

export function countDoors(db: Db, asked: Asked): Promise<number> {
  return countOf(db)`select count(*)::int as count ${doors(db, asked)}`
}

const foundRow = z.object({ staffId: id })

/** Whose ticket has this code or number. */
export async function findTicket(db: Db, examId: string, ticket: string): Promise<string | undefined> {
  const row = await findOne(db, foundRow)`
    select p."staffId" from (${placesOf(db, examOwner(examId))}) p where p.code = ${ticket} or p."ticketNumber" = ${ticket}`
  return row?.staffId
}
