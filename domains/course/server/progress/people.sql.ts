/** People with what they learn over all courses. */
import { type ContactSight, staffOfFilter } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, rowsOf, TotalCache } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type learnerStanding, learnersCourse, learnerTotals } from '../../contract/person-progress.ts'

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
      where e.company_id = p.company_id and e.staff_id = p.id and e.state = 2`

function standingOf(db: Db, { standing, now }: PeopleFilter): RawBuilder<unknown> {
  if (standing === 'overdue') return sql`exists (select from ${coursesOf} and ${overdue(now)})`
  if (standing === 'unfinished') return sql`exists (select from ${coursesOf} and e.completed_at is null)`
  if (standing === undefined) return sql`exists (select from ${coursesOf})`
  // Few or many may have completed everything: all enrolments are read once, not the courses of one person after the other.
  return sql`p.id in (
    select e.staff_id from ${stillThere} where e.company_id = ${db.companyId} and e.state = 2
    group by e.staff_id
    having bool_and(e.completed_at is not null)
  )`
}

function matching(db: Db, filter: PeopleFilter): RawBuilder<unknown> {
  const { scope, sight, keyWords, departmentId } = filter
  const conditions = [sql`p.company_id = ${db.companyId}`, sql`p.removed_at is null`]
  if (scope.kind !== 'all' || keyWords || departmentId) {
    const wanted = { ...(keyWords && { keyWords }), ...(departmentId && { departmentId }) }
    conditions.push(sql`p.id in (${staffOfFilter(db, scope, wanted, { sight })})`)
  }
  return sql`from org.person p where ${sql.join([...conditions, standingOf(db, filter)], sql` and `)}`
}

interface Place {
  readonly limit: number
  readonly offset: number
}

/** The newest people first. */
export function selectPeople(db: Db, filter: PeopleFilter, { limit, offset }: Place): Promise<LearnerTotals[]> {
  return peopleRows(db, filter, sql`select p.* ${matching(db, filter)} order by p.id desc limit ${limit} offset ${offset}`)
}

/** Those behind a person, for whoever reads them all. */
export function selectPeopleAfter(db: Db, filter: PeopleFilter, after: string | null, limit: number): Promise<LearnerTotals[]> {
  const behind = sql`and (${after}::uuid is null or p.id < ${after}::uuid)`
  return peopleRows(db, filter, sql`select p.* ${matching(db, filter)} ${behind} order by p.id desc limit ${limit}`)
}

function peopleRows(db: Db, { now }: PeopleFilter, people: RawBuilder<unknown>) {
  return rowsOf(db, learnerTotals)`
    select p.id as "staffId", p.name, p.login_account as "loginAccount", p.job_number as "jobNumber", d.name as department, f.*
    from (${people}) p
    left join org.department_tree d on d.company_id = p.company_id and d.id = p.department_id
    cross join lateral (
      select count(*)::int as "courseCount", (count(*) filter (where e.completed_at is not null))::int as "completeCount",
        (count(*) filter (where ${overdue(now)}))::int as "overdueCount", coalesce(sum(e.learned_seconds), 0)::int as "learnedSeconds",
        max(e.last_at) as "lastAt"
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
  sql`${stillThere} where e.company_id = ${db.companyId} and e.staff_id = ${staffId} and e.state = 2`

/** Those that are due come first. */
export function selectCoursesOf(db: Db, { staffId, now }: { staffId: string; now: Date }, { limit, offset }: Place) {
  return rowsOf(db, learnersCourse)`
    select k.id as "courseId", k.name as "courseName", k.status, e.percent::int as percent, e.learned_seconds as "learnedSeconds",
      case when e.completed_at is not null then 2 when e.begun_at is not null then 1 else 0 end as progress,
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
