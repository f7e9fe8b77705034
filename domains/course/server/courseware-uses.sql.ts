/** Where coursewares stand in courses, and how many learn with them: what the courseware room shows and asks before it deletes. */
import { id } from '@kaopei/contract'
import type { CoursewareUse } from '@kaopei/courseware/server'
import { type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { enrolmentState } from '../contract/codes.ts'
import { isStillThere } from './people/removed.sql.ts'

const useRow = z.object({ coursewareId: id, id, name: z.string(), learnerCount: z.int() })

/** Tasks of the company's own coursewares; those of bought courses are the seller's. */
const ownTasks = (companyId: string, coursewareIds: readonly string[]) => sql`
  t.company_id = ${companyId}
  and t.kind = 'courseware'
  and t.target_id = any (${coursewareIds}::uuid[])
  and coalesce(t.target_company_id, t.company_id) = t.company_id`

/** Courses whose published outline or draft has one of these, with who learns them. */
export async function coursesWithCourseware(db: Db, coursewareIds: readonly string[]): Promise<CoursewareUse[]> {
  const rows = await rowsOf(db, useRow)`
    select used."coursewareId", used.id, used.name, (
      select count(*)::int from course.enrolment e where e.company_id = ${db.companyId} and e.course_id = used.id and e.state = ${lit(enrolmentState.learns)}
        and ${isStillThere('e')}
    ) as "learnerCount"
    from (
      select distinct t.target_id as "coursewareId", c.id, c.name
      from course.task t
      join course.course c on c.company_id = t.company_id and t.version_id in (c.published_id, c.draft_id)
      where ${ownTasks(db.companyId, coursewareIds)}
        and c.removed_at is null
    ) used
    order by used.name, used.id`
  return [...rows.map((row) => ({ ...row, kind: '课程' })), ...(await soldWithCourseware(db, coursewareIds))]
}

const soldRow = useRow.omit({ learnerCount: true }).extend({ companyCount: z.int() })

/**
 * Courses that other companies bought with one of these, as each company has it: a version that could not be sold leaves copies with what was sold before. Who
 * learns there is the buyers' own affair.
 */
async function soldWithCourseware(db: Db, coursewareIds: readonly string[]): Promise<CoursewareUse[]> {
  const rows = await rowsOf(db, soldRow)`
    select t.target_id as "coursewareId", c.id, c.name, count(distinct s.buyer_company_id)::int as "companyCount"
    from course.task t
    join course.sale s on s.company_id = t.company_id and s.version_id = t.version_id
    join course.course c on c.company_id = s.company_id and c.id = s.course_id
    where ${ownTasks(db.companyId, coursewareIds)}
    group by t.target_id, c.id, c.name
    order by c.name, c.id`
  return rows.map((row) => ({ ...row, kind: '授权课程', learnerCount: 0 }))
}

/**
 * Of these coursewares those that somebody may still be given: in what is published or drafted of a course, or in any version of one that was sold, for
 * buyers keep the outline that they bought.
 */
export async function coursewaresInUse(db: Db, coursewareIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = await idsOf(db)`
    select distinct t.target_id as id
    from course.task t
    join course.version v on v.company_id = t.company_id and v.id = t.version_id
    join course.course c on c.company_id = v.company_id and c.id = v.course_id
    where ${ownTasks(db.companyId, coursewareIds)}
      and (
        (c.removed_at is null and v.id in (c.published_id, c.draft_id))
        or exists (select from course.sale s where s.company_id = c.company_id and s.course_id = c.id)
      )`
  return new Set(ids)
}

const countRow = z.object({ id, count: z.int() })

/** How many people have opened each in any course. */
export async function learnersOfCourseware(db: Db, coursewareIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(db, countRow)`
    select placed.id, count(distinct m.staff_id)::int as count
    from (
      select distinct t.target_id as id, v.course_id, t.id as task_id
      from course.task t
      join course.version v on v.company_id = t.company_id and v.id = t.version_id
      where ${ownTasks(db.companyId, coursewareIds)}
    ) placed
    join course.media_progress m on m.company_id = ${db.companyId} and m.course_id = placed.course_id and m.task_id = placed.task_id
    group by placed.id`
  return new Map(rows.map((row) => [row.id, row.count]))
}
