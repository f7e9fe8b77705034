import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, lit, oneOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { courseStatus, enrolmentState, taskProgress } from '../../contract/codes.ts'
import { progressRow } from '../../contract/progress.ts'
import { isStillThere } from '../people/removed.sql.ts'

const learns = lit(enrolmentState.learns)

const courseProgressRow = progressRow.extend({ lastAt: z.date().nullable() })

export interface CourseFilter {
  readonly title: string
  readonly status: number | null
  readonly scope: DataScope
  readonly now: Date
}

const seen = (db: Db, scope: DataScope) =>
  scope.kind === 'all' ? isStillThere('e') : sql`${isStillThere('e')} and e.staff_id in (${scopedStaff(db, scope)})`

const coursesWhere = (db: Db, { title, status }: CourseFilter) => sql`c.company_id = ${db.companyId}
      and c.removed_at is null
      and c.status > ${lit(courseStatus.draft)}
      and (${title} = '' or c.name ilike ${`%${title.replace(/[\\%_]/g, '\\$&')}%`})
      and (${status}::smallint is null or c.status = ${status}::smallint)`

/** When somebody whom the caller sees learnt last, in course `c`. Whoever sees all asks the index once a course; of a part its people are asked, who may be few. */
const lastLearnt = (db: Db, scope: DataScope) =>
  scope.kind === 'all'
    ? sql`lateral (
        select e.last_at
        from course.enrolment e
        where e.company_id = c.company_id and e.course_id = c.id and e.state = ${learns} and e.last_at is not null and ${seen(db, scope)}
        order by e.last_at desc nulls last
        limit 1
      ) l on true`
    : sql`(
        select e.course_id, max(e.last_at) as last_at
        from course.enrolment e
        where e.company_id = ${db.companyId} and e.state = ${learns} and e.last_at is not null and ${seen(db, scope)}
        group by e.course_id
      ) l on l.course_id = c.id`

/** `day`: yyyy-MM-dd by the company's clocks. */
export function countLearnersOfDay(db: Db, scope: DataScope, day: string): Promise<number> {
  return countOf(db)`
    select count(distinct e.staff_id)::int as count
    from course.learn_day e
    where e.company_id = ${db.companyId} and e.day = ${day}::date and ${seen(db, scope)}`
}

/** The course in which somebody whom the caller sees learnt last comes first, those in which nobody has last, the newest first. */
export function selectCourses(db: Db, filter: CourseFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, courseProgressRow)`
    select c.id as "courseId", c.name as "courseName", c.status, c.last_at as "lastAt", f.*
    from (
      select c.company_id, c.id, c.name, c.status, l.last_at
      from course.course c
      left join ${lastLearnt(db, filter.scope)}
      where ${coursesWhere(db, filter)}
      order by l.last_at desc nulls last, c.id desc
      limit ${limit} offset ${offset}
    ) c
    cross join lateral (
      select count(*)::integer as "learnerCount",
        (count(*) filter (where e.begun_at is null and e.completed_at is null))::integer as "notBegunCount",
        (count(*) filter (where e.begun_at is not null and e.completed_at is null))::integer as "underWayCount",
        (count(*) filter (where e.completed_at is not null))::integer as "completeCount",
        (count(*) filter (where e.completed_at is null and e.due_at < ${filter.now}))::integer as "overdueCount",
        floor(avg(e.percent))::integer as "averagePercent",
        floor(avg(e.learned_seconds))::integer as "averageSeconds"
      from course.enrolment e
      where e.company_id = c.company_id and e.course_id = c.id and e.state = ${learns} and ${seen(db, filter.scope)}
    ) f
    order by c.last_at desc nulls last, c.id desc`
}

export const countCourses = (db: Db, filter: CourseFilter): Promise<number> =>
  countOf(db)`select count(*)::integer from course.course c where ${coursesWhere(db, filter)}`

const learnedRow = z.object({
  staffId: id,
  wallSeconds: z.int(),
  lastTaskId: id.nullable(),
  taskStates: z.array(z.int()),
  statesOf: id.nullable(),
})
export type LearnedRow = z.input<typeof learnedRow>

/** What the list of learners does not have; of those who learn the course. */
export function selectLearned(db: Db, courseId: string, staffIds: readonly string[]) {
  return rowsOf(db, learnedRow)`
    select e.staff_id as "staffId", e.wall_seconds as "wallSeconds", e.last_task_id as "lastTaskId", e.task_states as "taskStates",
      e.states_of as "statesOf"
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = any (${staffIds}::uuid[]) and e.state = ${learns}`
}

const funnelRow = z.object({ enrolled: z.int(), begun: z.int(), half: z.int(), complete: z.int() })

export function selectFunnel(db: Db, courseId: string, scope: DataScope) {
  return oneOf(db, funnelRow)`
    select count(*)::integer as enrolled,
      (count(*) filter (where e.begun_at is not null or e.completed_at is not null))::integer as begun,
      (count(*) filter (where e.percent >= 50))::integer as half,
      (count(*) filter (where e.completed_at is not null))::integer as complete
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.state = ${learns} and ${seen(db, scope)}`
}

const countsRow = z.object({ begun: z.array(z.int()), complete: z.array(z.int()) })
/** How many places are counted at once: the database takes 1,664 counts in one statement. */
const placesAtOnce = 250

export interface TaskCounts {
  readonly begunCount: number
  readonly completeCount: number
}

/**
 * By the place of the task in the version. States are of whoever is derived by this version. Each place has counts of its own, which read it where it
 * stands: to make a row of every state of everybody, and to sort them by place, takes four times the work.
 */
export async function selectTaskCounts(
  db: Db,
  { courseId, versionId, taskCount }: { courseId: string; versionId: string; taskCount: number },
  scope: DataScope,
): Promise<readonly TaskCounts[]> {
  const counted: TaskCounts[] = []
  for (let from = 1; from <= taskCount; from += placesAtOnce) {
    const places = Array.from({ length: Math.min(placesAtOnce, taskCount - from + 1) }, (_, index) => from + index)
    const eachWhere = (isSo: RawBuilder<boolean>) =>
      sql`array[${sql.join(places.map((place) => sql`count(*) filter (where e.task_states[${sql.lit(place)}] ${isSo})`))}]::integer[]`
    const { begun, complete } = await oneOf(db, countsRow)`
      select ${eachWhere(sql`> ${lit(taskProgress.notBegun)}`)} as begun, ${eachWhere(sql`= ${lit(taskProgress.complete)}`)} as complete
      from course.enrolment e
      where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.state = ${learns} and e.states_of = ${versionId} and ${seen(db, scope)}`
    counted.push(...begun.map((begunCount, index) => ({ begunCount, completeCount: complete[index] ?? 0 })))
  }
  return counted
}
