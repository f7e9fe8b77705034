import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, idsOf, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { courseStatus, courseType, enrolmentState } from '../../contract/codes.ts'
import { isStillThere } from './removed.sql.ts'

const asked = lit(enrolmentState.asked)

const openCourseRow = z.object({
  id,
  name: z.string(),
  type: courseType.schema,
  status: courseStatus.schema,
  isJoinApproved: z.boolean(),
  places: z.int().nullable(),
  dueDays: z.int().nullable(),
})
export type OpenCourse = z.input<typeof openCourseRow>

/** Where places are counted, one after the other. */
export async function findOpenCourse(db: Db, courseId: string): Promise<OpenCourse | undefined> {
  const course = sql`
    select c.id, c.name, c.type, c.status, c.is_join_approved as "isJoinApproved", c.places, c.due_days as "dueDays"
    from course.course c
    where c.company_id = ${db.companyId} and c.id = ${courseId} and c.removed_at is null`
  const found = await findOne(db, openCourseRow)`${course}`
  return found?.places == null ? found : findOne(db, openCourseRow)`${course} for no key update`
}

/** Who took a place: whoever joined and learns. */
export function countJoined(db: Db, courseId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.state = ${lit(enrolmentState.learns)} and e.is_joined
      and ${isStillThere('e')}`
}

const stateRow = z.object({
  state: enrolmentState.schema,
  /** By hand: they do not come back by themselves. */
  isTakenOut: z.boolean(),
})

export function findState(db: Db, courseId: string, staffId: string): Promise<z.input<typeof stateRow> | undefined> {
  return findOne(db, stateRow)`
    select e.state, e.is_taken_out as "isTakenOut" from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = ${staffId}`
}

export async function insertAsked(db: Db, courseId: string, { staffId, now }: { staffId: string; now: Date }): Promise<void> {
  await sql`
    insert into course.enrolment (company_id, course_id, staff_id, state, enrolled_at)
    values (${db.companyId}, ${courseId}, ${staffId}, ${asked}, ${now})
    on conflict (company_id, course_id, staff_id) do update set state = ${asked}, enrolled_at = excluded.enrolled_at
    where enrolment.state = ${lit(enrolmentState.takenOut)}`.execute(db)
}

export function selectAsked(db: Db, courseId: string, staffIds: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select e.staff_id as id
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = any(${staffIds}::uuid[]) and e.state = ${asked}
    order by e.staff_id
    for update`
}

interface Refusal {
  readonly staffIds: readonly string[]
  readonly reason: string
}

export function refuseAsked(db: Db, courseId: string, { staffIds, reason }: Refusal): Promise<string[]> {
  return idsOf(db)`
    update course.enrolment set state = ${lit(enrolmentState.refused)}, refused_reason = nullif(${reason}, '')
    where company_id = ${db.companyId} and course_id = ${courseId} and staff_id = any(${staffIds}::uuid[]) and state = ${asked}
    returning staff_id as id`
}
