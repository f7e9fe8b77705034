import { id } from '@kaopei/contract'
import { type Db, findOne, idsOf, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { courseStatus, enrolmentState } from '../../contract/codes.ts'

const reasonsRow = z.object({ learns: z.boolean(), isByProject: z.boolean(), isTakenOut: z.boolean() })

/** Undefined: the person was never in the course. */
export function findReasons(db: Db, courseId: string, staffId: string) {
  return findOne(db, reasonsRow)`
    select e.state = ${enrolmentState.learns} as learns, e.is_by_project as "isByProject", e.is_taken_out as "isTakenOut"
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = ${staffId}`
}

const cardRow = z.object({
  id,
  name: z.string(),
  status: courseStatus.schema,
  /** Bought, and its time is over. */
  isOver: z.boolean(),
})
export type CourseCard = z.input<typeof cardRow>

/** These courses; ids of none in the company, and removed ones, are left out. */
export function courseCards(db: Db, ids: readonly string[], now: Date): Promise<CourseCard[]> {
  return rowsOf(db, cardRow)`
    select c.id, c.name, c.status, coalesce(l.valid_until <= ${now}, false) as "isOver"
    from course.course c
    left join course.licence l on l.company_id = c.company_id and l.course_id = c.id
    where c.company_id = ${db.companyId} and c.id = any(${ids}::uuid[]) and c.removed_at is null`
}

const standingRow = z.object({ courseId: id, staffId: id, completedAt: z.date().nullable() })
export type CourseStanding = z.input<typeof standingRow>

/** How these people stand in these courses; whoever has not begun is missing. Who was taken out keeps what they have learnt. */
export async function courseStandingOf(
  db: Db,
  courseIds: readonly string[],
  staffIds: readonly string[],
): Promise<CourseStanding[]> {
  if (courseIds.length === 0 || staffIds.length === 0) return []
  return rowsOf(db, standingRow)`
    select e.course_id as "courseId", e.staff_id as "staffId", e.completed_at as "completedAt"
    from course.enrolment e
    where e.company_id = ${db.companyId}
      and e.course_id = any(${courseIds}::uuid[])
      and e.staff_id = any(${staffIds}::uuid[])
      and (e.begun_at is not null or e.completed_at is not null)`
}

/** People who have completed a course, by their ids: so many after one of them. */
export function courseCompletions(
  db: Db,
  courseId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  return idsOf(db)`
    select e.staff_id as id from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.completed_at is not null
      and (${after}::uuid is null or e.staff_id > ${after}::uuid)
    order by e.staff_id
    limit ${limit}`
}
