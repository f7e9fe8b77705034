import { isFound, type PeopleSearch } from '@kaopei/exam/server'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, lit, rowsOf, TotalCache } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { enrolmentState, taskProgress } from '../../contract/codes.ts'
import { type courseStaffSort, staffRow } from '../../contract/course-staff.ts'
import { isStillThere } from './removed.sql.ts'

export type ListedLearner = z.input<typeof staffRow>

export interface LearnerFilter {
  readonly courseId: string
  readonly scope: DataScope
  readonly search?: PeopleSearch | undefined
  readonly departmentId?: string | undefined
  /** Only of these. */
  readonly staffIds?: readonly string[] | undefined
  readonly state?: number | undefined
  readonly progress?: number | undefined
  readonly isOverdue?: boolean | undefined
  readonly now: Date
}

const overdue = (now: Date) =>
  sql`(c.state = ${lit(enrolmentState.learns)} and c.completed_at is null and c.due_at is not null and c.due_at < ${now})`

const progressOf = new Map<number | undefined, RawBuilder<unknown>>([
  [taskProgress.notBegun, sql`c.begun_at is null and c.completed_at is null`],
  [taskProgress.underWay, sql`c.begun_at is not null and c.completed_at is null`],
  [taskProgress.complete, sql`c.completed_at is not null`],
])

/** `from … where …` over `c`, enrolments. */
export function matching(db: Db, filter: LearnerFilter): RawBuilder<unknown> {
  const { courseId, scope, search, departmentId, staffIds, state, isOverdue, now } = filter
  const conditions = [sql`c.company_id = ${db.companyId}`, sql`c.course_id = ${courseId}`]
  conditions.push(isStillThere('c'))
  conditions.push(state === undefined ? sql`c.state = ${lit(enrolmentState.learns)}` : sql`c.state = ${state}`)
  if (scope.kind !== 'all') conditions.push(sql`c.staff_id in (${scopedStaff(db, scope)})`)
  if (departmentId) conditions.push(sql`c.staff_id in (${staffOfDepartments(db, [departmentId])})`)
  if (staffIds) conditions.push(sql`c.staff_id = any(${staffIds}::uuid[])`)
  if (search) conditions.push(sql`${isFound(search)}`)
  const progress = progressOf.get(filter.progress)
  if (progress) conditions.push(sql`${progress}`)
  if (isOverdue !== undefined) conditions.push(isOverdue ? sql`${overdue(now)}` : sql`not ${overdue(now)}`)
  return sql`from course.enrolment c where ${sql.join(conditions, sql` and `)}`
}

type Sort = z.output<typeof courseStaffSort> | 'staff'
export interface LearnerOrder {
  readonly sort: Sort
  readonly isAscending: boolean
}
interface LearnerPage extends LearnerOrder {
  readonly filter: LearnerFilter
  readonly limit: number
  readonly offset: number
}

/** As the indexes have them. */
function orderOf({ sort, isAscending }: LearnerOrder): RawBuilder<unknown> {
  if (sort === 'percent') return isAscending ? sql`c.percent, c.staff_id` : sql`c.percent desc, c.staff_id desc`
  if (sort === 'lastAt')
    return isAscending ? sql`c.last_at nulls first, c.staff_id desc` : sql`c.last_at desc nulls last, c.staff_id`
  return isAscending ? sql`c.staff_id` : sql`c.staff_id desc`
}

/** For exports: all that the list finds, in its order. */
export function selectLearnerIds(db: Db, filter: LearnerFilter, order: LearnerOrder): Promise<string[]> {
  return idsOf(db)`select c.staff_id as id ${matching(db, filter)} order by ${orderOf(order)}`
}

/** Those who learn, unless another state is asked for. */
export function selectLearners(db: Db, page: LearnerPage): Promise<ListedLearner[]> {
  const order = orderOf(page)
  return rowsOf(db, staffRow)`
    select c.staff_id as "staffId", s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department, s.phone,
      s.email, c.state, c.is_by_hand as "isByHand", c.is_joined as "isJoined", c.is_by_audience as "isByAudience",
      c.is_by_project as "isByProject",
      c.enrolled_at as "enrolledAt", c.due_at as "dueAt", ${overdue(page.filter.now)} as "isOverdue",
      case when c.completed_at is not null then ${lit(taskProgress.complete)} when c.begun_at is not null then ${lit(taskProgress.underWay)}
        else ${lit(taskProgress.notBegun)} end as progress,
      c.percent::int as percent, c.learned_seconds as "learnedSeconds", c.completed_at as "completedAt", c.last_at as "lastAt"
    from (
      select c.*
      ${matching(db, page.filter)}
      order by ${order}
      limit ${page.limit} offset ${page.offset}
    ) c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    order by ${order}`
}

export function countLearnersOf(db: Db, filter: LearnerFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const totals = new TotalCache()

/** Turning pages does not count a hundred thousand people again. */
export function countForPages(db: Db, filter: LearnerFilter): Promise<number> {
  const { now: _now, ...conditions } = filter
  return totals.of(db.companyId, JSON.stringify(conditions), () => countLearnersOf(db, filter))
}
