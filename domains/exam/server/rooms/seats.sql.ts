/** Candidates with their places. */
import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { placeState } from '@kaopei/venue/contract/codes'
import { shownPlace } from '@kaopei/venue/contract/place'
import { placesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isFound, type PeopleSearch } from '../people/search.sql.ts'
import { examOwner } from '../times/terms.ts'
import { inReach, type Reach } from './reach.ts'

export interface SeatFilter {
  readonly examId: string
  readonly scope: Reach
  readonly search?: PeopleSearch | undefined
  readonly roomId?: string | undefined
  readonly state?: number | undefined
  readonly staffIds?: readonly string[] | undefined
  readonly isSeated?: true
  /** Whether they have begun. */
  readonly hasAttempt?: boolean | undefined
}

const seatedRow = shownPlace.extend({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  hasAttempt: z.boolean(),
})

const inScope = (db: Db, scope: Reach): RawBuilder<unknown> =>
  inReach(db, scope, { examId: sql`c.exam_id`, staffId: sql`c.staff_id` })

const hasBegun = (db: Db, examId: string): RawBuilder<unknown> => sql`exists (
  select from sitting.standing a
  where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.staff_id = c.staff_id
)`

function matching(db: Db, filter: SeatFilter): RawBuilder<unknown> {
  const { examId, scope, search, roomId, state, staffIds, isSeated, hasAttempt } = filter
  const parts = [sql`c.company_id = ${db.companyId}`, sql`c.exam_id = ${examId}`, inScope(db, scope)]
  if (search) parts.push(isFound(search))
  if (roomId) parts.push(sql`p."roomId" = ${roomId}`)
  if (state !== undefined) parts.push(sql`coalesce(p.state, ${lit(placeState.expected)}) = ${state}`)
  if (isSeated) parts.push(sql`p.seat is not null`)
  if (hasAttempt !== undefined) parts.push(sql`${hasBegun(db, examId)} = ${hasAttempt}`)
  if (staffIds) parts.push(sql`c.staff_id = any(${[...staffIds]}::uuid[])`)
  return sql`
    from exam.candidate c
    left join (${placesOf(db, examOwner(examId))}) p on p."staffId" = c.staff_id
    where ${sql.join(parts, sql` and `)}`
}

export function selectSeated(db: Db, filter: SeatFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, seatedRow)`
    select c.staff_id as "staffId", s.name, s.login_account as "loginAccount", s.phone, s.email, s.job_number as "jobNumber",
      d.name as department, c."roomId", c."roomName", c.seat, c."needsAccessible", c."isFixed", c."ticketNumber", c.state,
      c."realSeat",
      ${hasBegun(db, filter.examId)} as "hasAttempt"
    from (
      select c.staff_id, p."roomId", p."roomName", p.seat, coalesce(p."needsAccessible", false) as "needsAccessible",
        coalesce(p."isFixed", false) as "isFixed", p."ticketNumber", coalesce(p.state, ${lit(placeState.expected)}) as state, p."realSeat"
      ${matching(db, filter)}
      order by p."ticketNumber", c.staff_id
      limit ${limit} offset ${offset}
    ) c
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by c."ticketNumber", c.staff_id`
}

const newestRow = z.object({ id, state: z.string() })

/** Whatever has become of it; undefined: they have not begun. */
export function findNewestAttempt(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<z.output<typeof newestRow> | undefined> {
  return findOne(db, newestRow)`
    select a.id, a.state
    from sitting.standing a
    where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.staff_id = ${staffId}
    order by a.number desc
    limit 1`
}

const printedRow = z.object({
  staffId: id,
  name: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  roomId: id,
  seat: z.string(),
  realSeat: z.string().nullable(),
  needsAccessible: z.boolean(),
  ticketNumber: z.string(),
  code: z.string(),
  state: placeState.schema,
  hasAttempt: z.boolean(),
})
export type PrintedRow = z.output<typeof printedRow>

/** Whoever has a seat, with the code of the ticket, by ticket number. */
export function selectPrinted(db: Db, filter: SeatFilter): Promise<PrintedRow[]> {
  return rowsOf(db, printedRow)`
    select c.staff_id as "staffId", c."roomId", c.seat, c."realSeat", c."needsAccessible", c."ticketNumber", c.code, c.state,
      s.name, s.job_number as "jobNumber", d.name as department, ${hasBegun(db, filter.examId)} as "hasAttempt"
    from (
      select c.staff_id, p."roomId", p.seat, p."realSeat", p."needsAccessible", p."ticketNumber", p.code, p.state
      ${matching(db, { ...filter, isSeated: true })}
    ) c
    join org.person s on s.company_id = ${db.companyId} and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by c."ticketNumber"`
}

export function countSeated(db: Db, filter: SeatFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const countsRow = z.object({ candidateCount: z.int(), seatedCount: z.int(), presentCount: z.int() })

export async function countsOf(db: Db, examId: string, scope: Reach) {
  const found = await findOne(db, countsRow)`
    select count(*)::int as "candidateCount", count(p.seat)::int as "seatedCount",
      (count(*) filter (where p.state between 1 and 3))::int as "presentCount"
    ${matching(db, { examId, scope })}`
  return found ?? { candidateCount: 0, seatedCount: 0, presentCount: 0 }
}

const expectedRow = z.object({ staffId: id, group: z.string() })

/** Everybody, with their department; people from outside belong to none and may sit anywhere. */
export function selectExpected(db: Db, examId: string) {
  return rowsOf(db, expectedRow)`
    select c.staff_id as "staffId", coalesce(s.department_id, c.staff_id)::text as "group"
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where c.company_id = ${db.companyId} and c.exam_id = ${examId}
    order by c.staff_id`
}

const sitterRow = z.object({ seat: z.string(), name: z.string().nullable(), state: placeState.schema })

/** Who sits in a room; the name only of whom the scope shows. */
export function selectSitters(db: Db, { examId, scope, roomId }: { examId: string; scope: Reach; roomId: string }) {
  return rowsOf(db, sitterRow)`
    select coalesce(p."realSeat", p.seat) as seat, case when ${inScope(db, scope)} then s.name end as name, p.state
    from (${placesOf(db, examOwner(examId))}) p
    join exam.candidate c on c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = p."staffId"
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where p."roomId" = ${roomId}
    order by p.seat`
}
