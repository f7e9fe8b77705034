import { id } from '@kaopei/contract'
import { countOf, type DataScope, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bookingState } from '../../contract/codes.ts'
import { hasLeft, inScope } from '../sight.sql.ts'

const bookingRow = z.object({
  id,
  teacherId: id,
  teacherName: z.string(),
  staffId: id.nullable(),
  title: z.string(),
  place: z.string(),
  beginTime: z.date(),
  endTime: z.date(),
  state: bookingState.schema,
  isOfAnother: z.boolean(),
  reason: z.string(),
  hasLeft: z.boolean(),
  version: z.int(),
})
export type StoredBooking = z.input<typeof bookingRow>

const columns = sql`b.id, b.instructor_id as "teacherId", coalesce(p.name, i.name) as "teacherName", i.staff_id as "staffId", b.title, b.place,
    b.begin_at as "beginTime", b.end_at as "endTime", b.state, b.source is not null as "isOfAnother", b.reason,
    ${hasLeft} as "hasLeft", b.version`
const from = sql`
  from instructor.booking b
  join instructor.instructor i on i.company_id = b.company_id and i.id = b.instructor_id
  left join org.person p on p.company_id = i.company_id and p.id = i.staff_id`

export interface BookingFilter {
  readonly scope: DataScope
  readonly teacherId?: string | undefined
  readonly keyWords?: string | undefined
  readonly state?: number | undefined
  readonly beginTime?: Date | undefined
  readonly endTime?: Date | undefined
}

function conditions(db: Db, { scope, teacherId, keyWords, state, beginTime, endTime }: BookingFilter): RawBuilder<unknown> {
  const parts = [sql`b.company_id = ${db.companyId}`, inScope(db, scope)]
  if (teacherId !== undefined) parts.push(sql`b.instructor_id = ${teacherId}`)
  if (state !== undefined) parts.push(sql`b.state = ${state}`)
  if (beginTime) parts.push(sql`b.end_at > ${beginTime}`)
  if (endTime) parts.push(sql`b.begin_at < ${endTime}`)
  if (keyWords)
    parts.push(
      sql`(strpos(lower(b.title), lower(${keyWords})) > 0 or strpos(lower(coalesce(p.name, i.name)), lower(${keyWords})) > 0)`,
    )
  return sql.join(parts, sql` and `)
}

export function selectBookings(db: Db, filter: BookingFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, bookingRow)`
    select ${columns} ${from}
    where ${conditions(db, filter)}
    order by b.begin_at desc, b.id
    limit ${limit} offset ${offset}`
}

export const countBookings = (db: Db, filter: BookingFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count ${from} where ${conditions(db, filter)}`

/** Those of an instructor that stand and meet a span. */
export function standingBookings(db: Db, teacherId: string, { beginTime, endTime }: { beginTime: Date; endTime: Date }) {
  return rowsOf(db, bookingRow)`
    select ${columns} ${from}
    where b.company_id = ${db.companyId} and b.instructor_id = ${teacherId} and b.state <> ${bookingState.cancelled}
      and b.begin_at < ${endTime} and b.end_at > ${beginTime}
    order by b.begin_at, b.id`
}

/** With its instructor held: bookings and ranges of one go one after the other. */
export function lockBooking(db: Db, scope: DataScope, bookingId: string): Promise<StoredBooking | undefined> {
  return findOne(db, bookingRow)`
    select ${columns} ${from}
    where b.company_id = ${db.companyId} and b.id = ${bookingId} and ${inScope(db, scope)}
    for update of i, b`
}

export function findBooking(db: Db, scope: DataScope, bookingId: string): Promise<StoredBooking | undefined> {
  return findOne(db, bookingRow)`
    select ${columns} ${from} where b.company_id = ${db.companyId} and b.id = ${bookingId} and ${inScope(db, scope)}`
}

/** What a thing of another room has booked, if that stands. */
export function lockBookingOf(db: Db, { source, sourceId }: { source: string; sourceId: string }) {
  return findOne(db, bookingRow)`
    select ${columns} ${from}
    where b.company_id = ${db.companyId} and b.source = ${source} and b.source_id = ${sourceId}
      and b.state <> ${bookingState.cancelled}
    for update of b`
}

export interface NewBooking {
  readonly teacherId: string
  readonly title: string
  readonly place: string
  readonly beginTime: Date
  readonly endTime: Date
  readonly source?: string
  readonly sourceId?: string
  readonly by: string | null
}

export const insertBooking = (db: Db, booking: NewBooking): Promise<string> =>
  idOf(db)`
    insert into instructor.booking (company_id, instructor_id, title, place, begin_at, end_at, source, source_id, created_by)
    values (${db.companyId}, ${booking.teacherId}, ${booking.title}, ${booking.place}, ${booking.beginTime}, ${booking.endTime},
      ${booking.source ?? null}, ${booking.sourceId ?? null}::uuid, ${booking.by}::uuid)
    returning id`

export async function updateBooking(
  db: Db,
  bookingId: string,
  { title, place, beginTime, endTime }: Pick<NewBooking, 'title' | 'place' | 'beginTime' | 'endTime'>,
): Promise<void> {
  await sql`
    update instructor.booking
    set title = ${title}, place = ${place}, begin_at = ${beginTime}, end_at = ${endTime}, version = version + 1
    where company_id = ${db.companyId} and id = ${bookingId}`.execute(db)
}

export async function setBookingState(db: Db, bookingId: string, state: number, reason: string): Promise<void> {
  await sql`
    update instructor.booking
    set state = ${state}, reason = ${reason}, version = version + 1
    where company_id = ${db.companyId} and id = ${bookingId}`.execute(db)
}

const cancelledRow = z.object({ id, teacherId: id })

/** What these have before them; answers how many of each. */
export async function selectBooked(db: Db, teacherIds: readonly string[]) {
  return rowsOf(db, cancelledRow)`
    select b.id, b.instructor_id as "teacherId"
    from instructor.booking b
    where b.company_id = ${db.companyId} and b.instructor_id = any (${teacherIds}::uuid[]) and b.state = ${bookingState.booked}
    order by b.id
    for update`
}
