/** People with what they learn over all courses. */
import { type ContactSight, staffOfFilter } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf, lit, rowsOf, TotalCache } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { enrolmentState, taskProgress } from '../../contract/codes.ts'
import { type learnerStanding, learnersCourse, learnerTotals, type PersonSort } from '../../contract/person-progress.ts'

const learns = lit(enrolmentState.learns)

export interface PeopleFilter {
  readonly scope: DataScope
  readonly sight: ContactSight
  readonly keyWords?: string | undefined
  readonly departmentId?: string | undefined
  readonly standing?: z.output<typeof learnerStanding> | undefined
  readonly now: Date
}

export type LearnerTotals = z.input<typeof learnerTotals>

/** Of `e`, an enrolment. */
const overdue = (now: Date) => sql`(e.completed_at is null and e.due_at < ${now})`

const stillThere = sql`course.enrolment e
      join course.course k on k.company_id = e.company_id and k.id = e.course_id and k.removed_at is null`
/** Courses of `p`, a person. */
const coursesOf = sql`${stillThere}
      where e.company_id = p.company_id and e.staff_id = p.id and e.state = ${learns}`

function standingOf(db: Db, { standing, now }: PeopleFilter): RawBuilder<unknown> {
  if (standing === 'overdue') return sql`exists (select from ${coursesOf} and ${overdue(now)})`
  if (standing === 'unfinished') return sql`exists (select from ${coursesOf} and e.completed_at is null)`
  if (standing === undefined) return sql`exists (select from ${coursesOf})`
  // Few or many may have completed everything: all enrolments are read once, not the courses of one person after the other.
  return sql`p.id in (
    select e.staff_id from ${everybodys(db)}
    group by e.staff_id
    having bool_and(e.completed_at is not null)
  )`
}

function wanted(db: Db, filter: PeopleFilter): RawBuilder<unknown>[] {
  const { scope, sight, keyWords, departmentId } = filter
  const conditions: RawBuilder<unknown>[] = [sql`p.company_id = ${db.companyId}`, sql`p.removed_at is null`]
  if (scope.kind !== 'all' || keyWords || departmentId) {
    const found = { ...(keyWords && { keyWords }), ...(departmentId && { departmentId }) }
    conditions.push(sql`p.id in (${staffOfFilter(db, scope, found, { sight })})`)
  }
  return conditions
}

const matching = (db: Db, filter: PeopleFilter) =>
  sql`from org.person p where ${sql.join([...wanted(db, filter), standingOf(db, filter)], sql` and `)}`

interface Place {
  readonly limit: number
  readonly offset: number
}

/** The newest people first. */
export function selectPeople(db: Db, filter: PeopleFilter, { limit, offset }: Place): Promise<LearnerTotals[]> {
  return peopleRows(db, filter, sql`select p.* ${matching(db, filter)} order by p.id desc limit ${limit} offset ${offset}`)
}

const figures = (
  now: Date,
) => sql`count(*)::int as "courseCount", (count(*) filter (where e.completed_at is not null))::int as "completeCount",
        (count(*) filter (where ${overdue(now)}))::int as "overdueCount", coalesce(sum(e.learned_seconds), 0)::int as "learnedSeconds",
        max(e.last_at) as "lastAt"`

const standings = {
  overdue: sql`f."overdueCount" > 0`,
  unfinished: sql`f."completeCount" < f."courseCount"`,
  complete: sql`f."completeCount" = f."courseCount"`,
} as const

interface Order {
  readonly figure: PersonSort
  readonly isAscending: boolean
}

/** All enrolments of the company but those of removed courses, read as they lie: course by course would look at each of them where it stands. */
const everybodys = (db: Db) => sql`course.enrolment e
      where e.company_id = ${db.companyId} and e.state = ${learns}
        and e.course_id <> all (array(select k.id from course.course k where k.company_id = ${db.companyId} and k.removed_at is not null))`

const withStanding = (db: Db, filter: PeopleFilter) =>
  sql.join([...wanted(db, filter), ...(filter.standing ? [standings[filter.standing]] : [])], sql` and `)

/** Whoever has not learnt yet stands behind whoever has, in both directions. */
const directionOf = ({ isAscending }: Order) => (isAscending ? sql`asc nulls last` : sql`desc nulls last`)

/** In the order of a figure: everybody's are summed up in one pass, and only the page is looked at further. */
export function selectPeopleBy(db: Db, filter: PeopleFilter, order: Order, { limit, offset }: Place) {
  const { figure } = order
  const direction = directionOf(order)
  // Summed up apart: several processes of the database would each do it whole.
  return rowsOf(db, learnerTotals)`
    with f as materialized (select e.staff_id, ${figures(filter.now)} from ${everybodys(db)} group by e.staff_id)
    select p.id as "staffId", p.name, p.login_account as "loginAccount", p.job_number as "jobNumber", d.name as department,
      p."courseCount", p."completeCount", p."overdueCount", p."learnedSeconds", p."lastAt"
    from (
      select p.company_id, p.id, p.name, p.login_account, p.job_number, p.department_id, f.*
      from f
      join org.person p on p.id = f.staff_id
      where ${withStanding(db, filter)}
      order by f.${sql.ref(figure)} ${direction}, p.id desc
      limit ${limit} offset ${offset}
    ) p
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    order by p.${sql.ref(figure)} ${direction}, p.id desc`
}

/** For exports: all that the list finds, in its order. */
export function selectPeopleIds(db: Db, filter: PeopleFilter, order: Order | undefined): Promise<string[]> {
  if (!order) return idsOf(db)`select p.id ${matching(db, filter)} order by p.id desc`
  return idsOf(db)`
    with f as materialized (select e.staff_id, ${figures(filter.now)} from ${everybodys(db)} group by e.staff_id)
    select p.id
    from f
    join org.person p on p.id = f.staff_id
    where ${withStanding(db, filter)}
    order by f.${sql.ref(order.figure)} ${directionOf(order)}, p.id desc`
}

/** These people, the newest first. */
export function selectPeopleOf(db: Db, filter: PeopleFilter, ids: readonly string[]): Promise<LearnerTotals[]> {
  return peopleRows(
    db,
    filter,
    sql`select p.* from org.person p where p.company_id = ${db.companyId} and p.id = any(${[...ids]}::uuid[])`,
  )
}

function peopleRows(db: Db, { now }: PeopleFilter, people: RawBuilder<unknown>) {
  return rowsOf(db, learnerTotals)`
    select p.id as "staffId", p.name, p.login_account as "loginAccount", p.job_number as "jobNumber", d.name as department, f.*
    from (${people}) p
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    cross join lateral (
      select ${figures(now)}
      from ${coursesOf}
    ) f
    order by p.id desc`
}

/** Turning pages does not count a hundred thousand people again. */
const totals = new TotalCache()

export function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  const { now: _now, ...conditions } = filter
  return totals.of(
    db.companyId,
    JSON.stringify(conditions),
    () => countOf(db)`select count(*)::int as count ${matching(db, filter)}`,
  )
}

const ofPerson = (db: Db, staffId: string) =>
  sql`${stillThere} where e.company_id = ${db.companyId} and e.staff_id = ${staffId} and e.state = ${learns}`

/** Those that are due come first. */
export function selectCoursesOf(db: Db, { staffId, now }: { staffId: string; now: Date }, { limit, offset }: Place) {
  return rowsOf(db, learnersCourse)`
    select k.id as "courseId", k.name as "courseName", k.status, e.percent::int as percent, e.learned_seconds as "learnedSeconds",
      case when e.completed_at is not null then ${lit(taskProgress.complete)} when e.begun_at is not null then ${lit(taskProgress.underWay)}
        else ${lit(taskProgress.notBegun)} end as progress,
      e.enrolled_at as "enrolledAt", e.due_at as "dueAt", coalesce(${overdue(now)}, false) as "isOverdue", e.completed_at as "completedAt",
      e.last_at as "lastAt"
    from ${ofPerson(db, staffId)}
    order by e.completed_at is not null, e.due_at nulls last, e.last_at desc nulls last, e.course_id
    limit ${limit} offset ${offset}`
}

export function countCoursesOf(db: Db, staffId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from ${ofPerson(db, staffId)}`
}
