import { id } from '@kaopei/contract'
import { isFound, type PeopleSearch } from '@kaopei/exam/server'
import { scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import type { People } from '../people/audience.sql.ts'
import { wholeRuns } from '../whole-runs.ts'

const personRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  runCount: z.int(),
  finishedCount: z.int(),
  answerCount: z.int(),
  answeredPercent: z.int(),
  accuracyPercent: z.int().nullable(),
  ownJudgedCount: z.int(),
  seconds: z.int(),
  lastAt: z.date().nullable(),
})
export type ResultPerson = z.output<typeof personRow>

export interface PeopleFilter {
  readonly practiceId: string
  readonly scope: DataScope
  readonly search: PeopleSearch | undefined
  readonly departmentId: string | undefined
  /** Everybody who may practise, where those are asked for who have not. */
  readonly notYet: People | undefined
}

export const seenBy = (db: Db, scope: DataScope, staffId: RawBuilder<unknown>): RawBuilder<unknown> =>
  scope.kind === 'all' ? sql`true` : sql`${staffId} in (${scopedStaff(db, scope)})`

/** Who is meant, with the company beside each: what `isFound` asks for. */
function matching(db: Db, { practiceId, scope, search, departmentId, notYet }: PeopleFilter): RawBuilder<unknown> {
  const begun = sql`
    select distinct r.company_id, r.staff_id
    from practice.run r
    where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} and r.answer_count > 0`
  const source = notYet
    ? sql`select ${db.companyId}::uuid as company_id, may.id as staff_id from (${notYet}) may
        where may.id not in (select b.staff_id from (${begun}) b)`
    : begun
  const conditions = [seenBy(db, scope, sql`c.staff_id`)]
  if (departmentId) conditions.push(sql`c.staff_id in (${staffOfDepartments(db, [departmentId])})`)
  if (search) conditions.push(sql`${isFound(search)}`)
  return sql`from (${source}) c where ${sql.join(conditions, sql` and `)}`
}

export function selectPeople(db: Db, filter: PeopleFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, personRow)`
    select c.staff_id as "staffId", s.name, s.login_account as "loginAccount", s.job_number as "jobNumber", d.name as department,
      r.runs as "runCount", r.finished as "finishedCount", r.answers as "answerCount", r.answered as "answeredPercent",
      r.accuracy as "accuracyPercent", r.own as "ownJudgedCount", r.seconds, r.last_at as "lastAt"
    from (select c.* ${matching(db, filter)} order by c.staff_id limit ${limit} offset ${offset}) c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    cross join lateral (
      select count(*)::int as runs, count(r.finished_at)::int as finished, coalesce(sum(r.answer_count), 0)::int as answers,
        coalesce(max(floor(100.0 * (r.answered_count + r.passed_count) / r.item_count)) filter (where r.mode in ${wholeRuns}), 0)::int as answered,
        round(100.0 * sum(r.right_count) / nullif(sum(r.scored_count), 0))::int as accuracy, coalesce(sum(r.own_count), 0)::int as own,
        coalesce(sum(r.seconds), 0)::int as seconds, max(r.last_at) as last_at
      from practice.run r
      where r.company_id = c.company_id and r.practice_id = ${filter.practiceId} and r.staff_id = c.staff_id and r.answer_count > 0
    ) r
    order by c.staff_id`
}

export function countPeopleOf(db: Db, filter: PeopleFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

const runRow = z.object({
  runId: id,
  mode: runMode.schema,
  beganAt: z.date(),
  lastAt: z.date(),
  isFinished: z.boolean(),
  itemCount: z.int(),
  answeredCount: z.int(),
  rightCount: z.int(),
  ownJudgedCount: z.int(),
  seconds: z.int(),
})
/** As many as anybody looks through. */
const mostRuns = 500

export function selectRunsOf(db: Db, practiceId: string, staffId: string) {
  return rowsOf(db, runRow)`
    select r.id as "runId", r.mode, r.begun_at as "beganAt", r.last_at as "lastAt", r.finished_at is not null as "isFinished",
      r.item_count as "itemCount", r.answered_count as "answeredCount", r.right_count as "rightCount", r.own_count as "ownJudgedCount",
      r.seconds
    from practice.run r
    where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} and r.staff_id = ${staffId}
    order by r.begun_at desc
    limit ${mostRuns}`
}

export function countRunsOf(db: Db, practiceId: string, staffId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from practice.run r
    where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} and r.staff_id = ${staffId}`
}
