import { id } from '@kaopei/contract'
import { countOf, type DataScope, type Db, findOne, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { hourStage } from '../../contract/codes.ts'
import { inScope } from '../sight.sql.ts'

const settled = lit(hourStage.settled)

export interface NewEntry {
  readonly teacherId: string
  readonly bookingId: string
  readonly day: string
  readonly stage: number
  readonly minutes: number
  readonly reversesId?: string
  readonly cooperationId?: string | null
  readonly centsPerHour?: number | null
  readonly amountCents?: number | null
  readonly reason?: string
  readonly by: string | null
}

export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(
    ({ reversesId = null, cooperationId = null, centsPerHour = null, amountCents = null, reason = '', ...entry }) => ({
      ...{ ...entry, reversesId, cooperationId, centsPerHour, amountCents, reason },
    }),
  )
  await sql`
    insert into instructor.hour_entry (company_id, instructor_id, booking_id, day, stage, minutes, reverses_id, cooperation_id,
      cents_per_hour, amount_cents, reason, made_by)
    select ${db.companyId}, e."teacherId", e."bookingId", e.day, e.stage, e.minutes, e."reversesId", e."cooperationId", e."centsPerHour",
      e."amountCents", e.reason, e.by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e ("teacherId" uuid, "bookingId" uuid, day date, stage smallint, minutes int,
      "reversesId" uuid, "cooperationId" uuid, "centsPerHour" int, "amountCents" bigint, reason text, by uuid)`.execute(db)
}

const entryRow = z.object({
  id,
  teacherId: id,
  bookingId: id,
  day: z.string(),
  stage: hourStage.schema,
  minutes: z.int(),
  cooperationId: id.nullable(),
  centsPerHour: z.int().nullable(),
  amountCents: z.number().nullable(),
  reason: z.string(),
  isReversal: z.boolean(),
  isReversed: z.boolean(),
  madeByName: z.string().nullable(),
  madeAt: z.date(),
})
export type StoredEntry = z.output<typeof entryRow>

const columns = sql`e.id, e.instructor_id as "teacherId", e.booking_id as "bookingId", e.day::text as day, e.stage, e.minutes,
    e.cooperation_id as "cooperationId", e.cents_per_hour as "centsPerHour", e.amount_cents::float8 as "amountCents", e.reason,
    e.reverses_id is not null as "isReversal",
    exists (
      select from instructor.hour_entry r where r.company_id = e.company_id and r.reverses_id = e.id
    ) as "isReversed",
    m.name as "madeByName", e.made_at as "madeAt"
  from instructor.hour_entry e
  left join org.person m on m.company_id = e.company_id and m.id = e.made_by`

/** Every row of a booking, the oldest first; of a correction what it takes back, then what it puts in its place: their ids are of one moment. */
export function selectEntries(db: Db, bookingId: string): Promise<StoredEntry[]> {
  return rowsOf(db, entryRow)`
    select ${columns}
    where e.company_id = ${db.companyId} and e.booking_id = ${bookingId}
    order by e.made_at, e.stage, e.reverses_id is null, e.id`
}

const placeRow = z.object({ bookingId: id })

/** Of which booking an entry is. */
export function findEntryPlace(db: Db, entryId: string) {
  return findOne(db, placeRow)`
    select e.booking_id as "bookingId" from instructor.hour_entry e where e.company_id = ${db.companyId} and e.id = ${entryId}`
}

const sums = sql`
    coalesce(sum(e.minutes) filter (where e.stage = ${lit(hourStage.planned)}), 0)::int as "plannedMinutes",
    coalesce(sum(e.minutes) filter (where e.stage = ${lit(hourStage.held)}), 0)::int as "heldMinutes",
    coalesce(sum(e.minutes) filter (where e.stage = ${lit(hourStage.confirmed)}), 0)::int as "confirmedMinutes",
    coalesce(sum(e.minutes) filter (where e.stage = ${settled}), 0)::int as "settledMinutes",
    coalesce(sum(e.amount_cents), 0)::float8 as "amountCents"`
const sumShape = {
  plannedMinutes: z.int(),
  heldMinutes: z.int(),
  confirmedMinutes: z.int(),
  settledMinutes: z.int(),
  amountCents: z.number(),
}

const lineRow = z.object({
  bookingId: id,
  day: z.string(),
  teacherId: id,
  teacherName: z.string(),
  staffId: id.nullable(),
  title: z.string(),
  ...sumShape,
  centsPerHour: z.int().nullable(),
})
export type StoredLine = z.output<typeof lineRow>

export interface LineFilter {
  readonly scope: DataScope
  readonly teacherId?: string | undefined
  readonly teacherIds?: readonly string[] | undefined
  /** yyyy-MM */
  readonly month?: string | undefined
  readonly stage?: number | undefined
  readonly keyWords?: string | undefined
  readonly lines?: readonly { readonly bookingId: string; readonly day: string }[] | undefined
}

const inMonth = (month: string) => sql`e.day >= ${`${month}-01`}::date and e.day < (${`${month}-01`}::date + interval '1 month')`

function conditions(db: Db, { scope, teacherId, teacherIds, month, keyWords, lines }: LineFilter): RawBuilder<unknown> {
  const parts = [sql`e.company_id = ${db.companyId}`, inScope(db, scope)]
  if (teacherId !== undefined) parts.push(sql`e.instructor_id = ${teacherId}`)
  if (teacherIds !== undefined) parts.push(sql`e.instructor_id = any (${teacherIds}::uuid[])`)
  if (month !== undefined) parts.push(inMonth(month))
  if (keyWords)
    parts.push(
      sql`(strpos(lower(coalesce(p.name, i.name)), lower(${keyWords})) > 0 or strpos(lower(b.title), lower(${keyWords})) > 0)`,
    )
  if (lines !== undefined) {
    const [bookings, days] = [lines.map(({ bookingId }) => bookingId), lines.map(({ day }) => day)]
    parts.push(
      sql`(e.booking_id, e.day) in (select x.booking, x.day from unnest(${bookings}::uuid[], ${days}::date[]) as x (booking, day))`,
    )
  }
  return sql.join(parts, sql` and `)
}

const grouped = (db: Db, filter: LineFilter) => sql`
    select e.booking_id as "bookingId", e.day::text as day, e.instructor_id as "teacherId", coalesce(p.name, i.name) as "teacherName",
      i.staff_id as "staffId", b.title, ${sums},
      max(e.cents_per_hour) filter (
        where e.stage = ${settled} and e.reverses_id is null and not exists (
          select from instructor.hour_entry r where r.company_id = e.company_id and r.reverses_id = e.id
        )
      ) as "centsPerHour"
    from instructor.hour_entry e
    join instructor.booking b on b.company_id = e.company_id and b.id = e.booking_id
    join instructor.instructor i on i.company_id = e.company_id and i.id = e.instructor_id
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where ${conditions(db, filter)}
    group by e.booking_id, e.day, e.instructor_id, coalesce(p.name, i.name), i.staff_id, b.title`

/** The furthest stage at which minutes stand. */
const reached = sql`case when l."settledMinutes" > 0 then ${settled} when l."confirmedMinutes" > 0 then ${lit(hourStage.confirmed)}
    when l."heldMinutes" > 0 then ${lit(hourStage.held)} when l."plannedMinutes" > 0 then ${lit(hourStage.planned)} end`
const standing = (stage: number | undefined) => (stage === undefined ? sql`${reached} is not null` : sql`${reached} = ${stage}`)

export function selectLines(
  db: Db,
  filter: LineFilter,
  page: { limit: number; offset: number } | undefined,
): Promise<StoredLine[]> {
  return rowsOf(db, lineRow)`
    select l.* from (${grouped(db, filter)}) l
    where ${standing(filter.stage)}
    order by l.day desc, l."bookingId"
    ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`
}

export const countLines = (db: Db, filter: LineFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count from (${grouped(db, filter)}) l where ${standing(filter.stage)}`

const totalRow = z.object({ teacherId: id, teacherName: z.string(), institution: z.string(), ...sumShape, openMinutes: z.int() })
export type StoredTotal = z.output<typeof totalRow>

const totals = (db: Db, filter: LineFilter) => sql`
    select i.id as "teacherId", coalesce(p.name, i.name) as "teacherName", i.institution, ${sums},
      (coalesce(sum(e.minutes) filter (where e.stage = ${lit(hourStage.confirmed)}), 0)
        - coalesce(sum(e.minutes) filter (where e.stage = ${settled}), 0))::int as "openMinutes"
    from instructor.hour_entry e
    join instructor.booking b on b.company_id = e.company_id and b.id = e.booking_id
    join instructor.instructor i on i.company_id = e.company_id and i.id = e.instructor_id
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where ${conditions(db, filter)}
    group by i.id, coalesce(p.name, i.name), i.institution
    having sum(abs(e.minutes)) > 0`

export function selectTotals(
  db: Db,
  filter: LineFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredTotal[]> {
  return rowsOf(db, totalRow)`
    select t.* from (${totals(db, filter)}) t
    order by t."settledMinutes" desc, t."confirmedMinutes" desc, t."teacherId"
    limit ${limit} offset ${offset}`
}

export const countTotals = (db: Db, filter: LineFilter): Promise<number> =>
  countOf(db)`select count(*)::int as count from (${totals(db, filter)}) t`

const sumRow = z.object(sumShape)

export function sumOf(db: Db, filter: LineFilter) {
  return oneOf(db, sumRow)`
    select ${sums}
    from instructor.hour_entry e
    join instructor.booking b on b.company_id = e.company_id and b.id = e.booking_id
    join instructor.instructor i on i.company_id = e.company_id and i.id = e.instructor_id
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where ${conditions(db, filter)}`
}

/** Their bookings, held in one order until the transaction ends: one person at a time confirms, corrects or settles a booking's hours. */
export async function lockBookings(db: Db, bookingIds: readonly string[]): Promise<void> {
  await sql`
    select from instructor.booking b
    where b.company_id = ${db.companyId} and b.id = any (${bookingIds}::uuid[])
    order by b.id
    for update`.execute(db)
}
