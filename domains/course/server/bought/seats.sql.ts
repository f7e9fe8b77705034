/** Seats of a licence: one row for each person, counts are derived. */
import { id } from '@kaopei/contract'
import { type People, withHashJoins } from '@kaopei/learning/server'
import { countOf, type Db, findOne, idsOf, lit, oneOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { enrolmentState, limitType, seatState } from '../../contract/codes.ts'

const licenceRow = z.object({
  id,
  courseId: id,
  sellerCompanyId: id,
  limitType: limitType.schema,
  limitCount: z.int().nullable(),
  validFrom: z.date(),
  validUntil: z.date().nullable(),
  startWithinDays: z.int().nullable(),
  version: z.int(),
})
export type Licence = z.input<typeof licenceRow>

const columns = sql.raw(`
  l.id,
  l.course_id as "courseId",
  l.seller_company_id as "sellerCompanyId",
  l.limit_type as "limitType",
  l.limit_count as "limitCount",
  l.valid_from as "validFrom",
  l.valid_until as "validUntil",
  l.start_within_days as "startWithinDays",
  l.version`)

export function findLicence(db: Db, courseId: string): Promise<Licence | undefined> {
  return findOne(db, licenceRow)`
    select ${columns} from course.licence l where l.company_id = ${db.companyId} and l.course_id = ${courseId}`
}

export function findLicenceById(db: Db, licenceId: string): Promise<Licence | undefined> {
  return findOne(db, licenceRow)`
    select ${columns} from course.licence l where l.company_id = ${db.companyId} and l.id = ${licenceId}`
}

/** Whoever gives or takes seats of it comes one after the other. */
export function lockLicence(db: Db, courseId: string): Promise<Licence | undefined> {
  return findOne(db, licenceRow)`
    select ${columns} from course.licence l where l.company_id = ${db.companyId} and l.course_id = ${courseId}
    for no key update`
}

export function lockLicenceById(db: Db, licenceId: string): Promise<Licence | undefined> {
  return findOne(db, licenceRow)`
    select ${columns} from course.licence l where l.company_id = ${db.companyId} and l.id = ${licenceId}
    for no key update`
}

/** Reserved and used ones. */
export function countHeld(db: Db, licenceId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from course.seat s
    where s.company_id = ${db.companyId} and s.licence_id = ${licenceId} and s.state in ${lit(seatState.reserved, seatState.used)}`
}

const standingRow = z.object({
  /** Of these people those without a seat. */
  lacking: z.int(),
  /** Seats that are reserved or used, whoever has them. */
  held: z.int(),
})

export function standingOf(
  db: Db,
  { licenceId, people }: Pick<Reserving, 'licenceId' | 'people'>,
): Promise<z.input<typeof standingRow>> {
  return withHashJoins(
    db,
    () => oneOf(db, standingRow)`
    with held as materialized (
      select s.staff_id from course.seat s where s.company_id = ${db.companyId} and s.licence_id = ${licenceId} and s.state in ${lit(seatState.reserved, seatState.used)}
    )
    select (select count(*)::int from (${people}) p where p.id not in (select h.staff_id from held h)) as lacking,
      (select count(*)::int from held) as held`,
  )
}

interface Reserving {
  readonly licenceId: string
  readonly people: People
  readonly startBy: Date | null
  readonly actorId: string
  readonly now: Date
}

export async function insertSeats(db: Db, { licenceId, people, startBy, actorId, now }: Reserving): Promise<void> {
  const insert = async () => {
    await sql`
      with reserved as (
        insert into course.seat (company_id, licence_id, staff_id, state, reserved_at, start_by)
        select ${db.companyId}, ${licenceId}, p.id, ${lit(seatState.reserved)}, ${now}, ${startBy}::timestamptz
        from (${people}) p
        order by p.id
        on conflict (company_id, licence_id, staff_id) do update
        set state = ${lit(seatState.reserved)}, reserved_at = excluded.reserved_at, start_by = excluded.start_by, used_at = null
        where seat.state = ${lit(seatState.released)}
        returning staff_id
      )
      insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
      select ${db.companyId}, ${licenceId}, r.staff_id, 'reserved', ${actorId}, ${now} from reserved r`.execute(db)
  }
  await withHashJoins(db, insert)
}

interface Freeing {
  readonly licenceId: string
  readonly staffIds: readonly string[]
  /** Only those that should have been used by then. */
  readonly dueBy?: Date
  readonly kind: 'released' | 'expired'
  readonly actorId: string | null
  readonly now: Date
}

/** Gives back reserved seats that nobody has used, and answers whose; a used one is spent. */
export function freeSeats(db: Db, { licenceId, staffIds, dueBy, kind, actorId, now }: Freeing): Promise<string[]> {
  return idsOf(db)`
    with freed as (
      update course.seat set state = ${lit(seatState.released)}
      where company_id = ${db.companyId} and licence_id = ${licenceId} and staff_id = any(${staffIds}::uuid[]) and state = ${lit(seatState.reserved)}
        and (${dueBy ?? null}::timestamptz is null or start_by <= ${dueBy ?? null}::timestamptz)
      returning staff_id
    )
    insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
    select ${db.companyId}, ${licenceId}, f.staff_id, ${kind}, ${actorId}::uuid, ${now} from freed f
    returning staff_id as id`
}

/** Gives back the unused seats of whoever is no longer in the company: of these people, or with null of everybody. */
export async function freeSeatsOfRemoved(db: Db, staffIds: readonly string[] | null, now: Date): Promise<void> {
  await sql`
    with held as materialized (
      select l.company_id, l.id from course.licence l where l.company_id = ${db.companyId} order by l.id for no key update
    ),
    freed as (
      update course.seat s set state = ${lit(seatState.released)}
      from held l, org.person p
      where l.company_id = ${db.companyId} and s.company_id = l.company_id and s.licence_id = l.id and s.state = ${lit(seatState.reserved)}
        and (${staffIds}::uuid[] is null or s.staff_id = any(${staffIds}::uuid[]))
        and p.company_id = s.company_id and p.id = s.staff_id and p.removed_at is not null
      returning s.licence_id, s.staff_id
    )
    insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
    select ${db.companyId}, f.licence_id, f.staff_id, 'released', null, ${now} from freed f`.execute(db)
}

/** Who has a seat without learning the course any more. */
export function selectSeatsOfFormer(db: Db, { id: licenceId, courseId }: Licence): Promise<string[]> {
  return idsOf(db)`
    select s.staff_id as id
    from course.seat s
    where s.company_id = ${db.companyId} and s.licence_id = ${licenceId} and s.state = ${lit(seatState.reserved)}
      and not exists (
        select from course.enrolment e
        where e.company_id = s.company_id and e.course_id = ${courseId} and e.staff_id = s.staff_id and e.state = ${lit(enrolmentState.learns)}
      )`
}

const usedRow = z.object({ state: z.int().nullable(), isUsed: z.boolean() })

/** Turns a reserved seat into a used one, and says what somebody has. */
export function markUsed(db: Db, { licenceId, staffId, now }: { licenceId: string; staffId: string; now: Date }) {
  return oneOf(db, usedRow)`
    with used as (
      update course.seat set state = ${lit(seatState.used)}, used_at = ${now}
      where company_id = ${db.companyId} and licence_id = ${licenceId} and staff_id = ${staffId} and state = ${lit(seatState.reserved)}
      returning staff_id
    ),
    told as (
      insert into course.seat_event (company_id, licence_id, staff_id, kind, actor_id, at)
      select ${db.companyId}, ${licenceId}, u.staff_id, 'used', u.staff_id, ${now} from used u
    )
    select exists (select from used) as "isUsed", (
      select s.state::int from course.seat s
      where s.company_id = ${db.companyId} and s.licence_id = ${licenceId} and s.staff_id = ${staffId}
    ) as state`
}

/** Companies in which a seat should have been used by now. */
export function companiesWithDueSeats(db: Db, now: Date): Promise<string[]> {
  return idsOf(db)`select c as id from course.companies_with_due_seats(${now}) c`
}

export function licencesWithDueSeats(db: Db, now: Date): Promise<string[]> {
  return idsOf(db)`
    select distinct s.licence_id as id from course.seat s
    where s.company_id = ${db.companyId} and s.state = ${lit(seatState.reserved)} and s.start_by <= ${now}`
}

/** Whose seats should have been used by now: of those whose learning nobody holds. */
export function lockDueLearners(db: Db, { id: licenceId, courseId }: Licence, now: Date, most: number): Promise<string[]> {
  return idsOf(db)`
    select e.staff_id as id
    from course.seat s
    join course.enrolment e on e.company_id = s.company_id and e.course_id = ${courseId} and e.staff_id = s.staff_id
    where s.company_id = ${db.companyId} and s.licence_id = ${licenceId} and s.state = ${lit(seatState.reserved)} and s.start_by <= ${now}
    order by e.staff_id
    limit ${most}
    for update of e skip locked`
}
