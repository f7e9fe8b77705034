/** Who comes into a course and leaves it, whatever their number in one statement each. */
import { id } from '@kaopei/contract'
import { type People, withHashJoins } from '@kaopei/learning/server'
import { scopedStaff } from '@kaopei/org/server'
import {
  countOf,
  type DataScope,
  type Db,
  hasRows,
  idsOf,
  lit,
  oneOf,
  rowsOf,
  rowsOfPrepared,
  type Statement,
} from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { enrolmentState } from '../../contract/codes.ts'

const learns = lit(enrolmentState.learns)

export type Reason = 'hand' | 'joined' | 'audience' | 'project'

const reasonColumn = {
  hand: sql.ref('is_by_hand'),
  joined: sql.ref('is_joined'),
  audience: sql.ref('is_by_audience'),
  project: sql.ref('is_by_project'),
} as const satisfies Record<Reason, unknown>

export interface Enrolling {
  readonly courseId: string
  /** Those who may. */
  readonly people: People
  readonly reason: Reason
  readonly dueAt: Date | null
  readonly now: Date
}

const enrolledRow = z.object({
  /** Did not learn it before. */
  added: z.int(),
  /** All of them. */
  eligible: z.int(),
})
export type Enrolled = z.input<typeof enrolledRow>

/** Whoever learnt before and was taken out goes on where they were. */
export function enrol(db: Db, { courseId, people, reason, dueAt, now }: Enrolling): Promise<Enrolled> {
  const column = reasonColumn[reason]
  return withHashJoins(
    db,
    () => oneOf(db, enrolledRow)`
    with wanted as materialized (${people}),
    before as (
      select count(*)::int as count
      from course.enrolment e
      where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.state = ${learns} and e.staff_id in (select w.id from wanted w)
    ),
    written as (
      insert into course.enrolment (company_id, course_id, staff_id, state, ${column}, enrolled_at, due_at)
      select ${db.companyId}, ${courseId}, w.id, ${learns}, true, ${now}, ${dueAt}::timestamptz
      from wanted w
      -- In the order of the keys that are written.
      order by w.id
      on conflict (company_id, course_id, staff_id) do update
      set state = ${learns}, ${column} = true, is_taken_out = false,
        enrolled_at = case when enrolment.state = ${learns} then enrolment.enrolled_at else excluded.enrolled_at end,
        due_at = case when enrolment.state = ${learns} then enrolment.due_at else excluded.due_at end
      where enrolment.state <> ${learns} or not enrolment.${column}
    )
    select (select count(*)::int from wanted) as eligible,
      (select count(*)::int from wanted) - (select b.count from before b) as added`,
  )
}

export interface Coming {
  readonly courseId: string
  readonly staffId: string
  readonly reason: Extract<Reason, 'joined' | 'project'>
  readonly dueAt: Date | null
  readonly now: Date
}

const comingRow = z.object({ outcome: z.enum(['learns', 'notEligible', 'licenceOver', 'seatsMissing']) })

const comeStatement: Statement = {
  name: 'course_come_alone',
  text: 'select course.come_alone($1, $2, $3, $4, $5, $6) as outcome',
}

/** Somebody comes by themselves; see the function in the database for every outcome. */
export async function comeIn(db: Db, { courseId, staffId, reason, dueAt, now }: Coming) {
  const [row] = await rowsOfPrepared(db, comingRow, comeStatement, [db.companyId, courseId, staffId, reason, dueAt, now])
  return row?.outcome
}

/** Takes people out; answers those who learnt until now. What they have learnt stays. `isByHand`: no project brings them back. */
export function takeOut(
  db: Db,
  courseId: string,
  staffIds: readonly string[],
  { isByHand = false } = {},
): Promise<readonly string[]> {
  return idsOf(db)`
    update course.enrolment
    set state = ${lit(enrolmentState.takenOut)}, is_by_hand = false, is_joined = false, is_by_audience = false, is_by_project = false, is_taken_out = ${isByHand}
    where company_id = ${db.companyId} and course_id = ${courseId} and staff_id = any(${staffIds}::uuid[]) and state in ${lit(enrolmentState.asked, enrolmentState.learns)}
    returning staff_id as id`
}

/** Whoever no followed department or group has any more; those held by nothing else are taken out, and answered. */
export async function dropFormer(db: Db, courseId: string, wanted: People): Promise<number> {
  const isFree = sql`e.state = ${learns} and not e.is_by_hand and not e.is_joined and not e.is_by_project`
  const former = sql`
    e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.is_by_audience and e.staff_id not in (${wanted})`
  return withHashJoins(db, async () => {
    const gone = await countOf(db)`
      select count(*)::int as count from course.enrolment e where ${former} and ${isFree}`
    await sql`
      update course.enrolment e
      set is_by_audience = false, state = case when ${isFree} then ${lit(enrolmentState.takenOut)} else e.state end
      where ${former}`.execute(db)
    return gone
  })
}

const namedRow = z.object({ id, name: z.string() })

/** Of these people of the scope those whom a followed department or group would bring back at once. */
export function selectHeld(db: Db, courseId: string, staffIds: readonly string[]) {
  return rowsOf(db, namedRow)`
    select s.id, s.name
    from course.enrolment e
    join org.person s on s.company_id = e.company_id and s.id = e.staff_id
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = any(${staffIds}::uuid[])
      and e.state = ${learns} and e.is_by_audience
    order by s.name
    limit 100`
}

/** Somebody who came by a department or group is outside the scope. */
export async function hasStrangers(db: Db, { courseId, people, scope }: { courseId: string; people: People; scope: DataScope }) {
  if (scope.kind === 'all') return false
  return hasRows(db)`
    select
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.state = ${learns} and e.is_by_audience
      and e.staff_id in (${people}) and e.staff_id not in (${scopedStaff(db, scope)})
    limit 1`
}

export function updateDue(db: Db, courseId: string, staffIds: readonly string[], dueAt: Date | null): Promise<string[]> {
  return idsOf(db)`
    update course.enrolment set due_at = ${dueAt}::timestamptz
    where company_id = ${db.companyId} and course_id = ${courseId} and staff_id = any(${staffIds}::uuid[]) and state = ${learns}
    returning staff_id as id`
}
