import { id } from '@kaopei/contract'
import { resultState } from '@kaopei/exam/contract/exam-codes'
import { closeFor, isFound, type PeopleSearch } from '@kaopei/exam/server'
import { type ContactSight, isReadable, scopedStaff, staffOfDepartments } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { FindingKind } from './finding.sql.ts'

export type ResultFilter = {
  examId: string
  scope: DataScope
  search?: PeopleSearch | undefined
  departmentId?: string | undefined
  state?: number | undefined
  isPassed?: boolean | undefined
  finding?: FindingKind | undefined
}
export type ResultSort = 'score' | 'name' | 'submitTime'

const resultRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  attemptId: id.nullable(),
  attemptNumber: z.int().nullable(),
  attemptCount: z.int(),
  state: resultState.schema,
  scoreHundredths: z.int().nullable(),
  maxScoreHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
  startedAt: z.date().nullable(),
  submittedAt: z.date().nullable(),
  /** What is held against any attempt of theirs. */
  findings: z.array(z.enum(['anomaly', 'cheat'])),
})
export type ResultRow = z.output<typeof resultRow>

/** The attempt that counts of every candidate: the best one scored, otherwise the latest; a voided one only where there is no other. */
const countedAttempts = (companyId: string, examId: string) => sql`
  select distinct on (a.staff_id) a.*, count(*) over (partition by a.staff_id)::int as attempt_count,
    bool_or(a.submitted_at is not null and a.state <> 'voided') over (partition by a.staff_id) as has_handed_in
  from sitting.standing a
  where a.company_id = ${companyId} and a.owner_id = ${examId}
  order by a.staff_id, (a.state = 'voided'), a.score_hundredths desc nulls last, a.number desc`

/** 缺考 from when this candidate could no longer begin: the exam's close, or what they have instead. */
const standing = (now: Date) => sql`
  case
    when t.id is null and ${closeFor} < ${now} then ${lit(resultState.absent)}
    when t.id is null then ${lit(resultState.notStarted)}
    when t.state = 'voided' then ${lit(resultState.voided)}
    when t.state in ('submitted', 'timeout_submitted', 'forced_submitted', 'abandoned') then ${lit(resultState.scoring)}
    when t.state in ('auto_scored', 'in_marking') then ${lit(resultState.marking)}
    when t.state in ('marked', 'published') then ${lit(resultState.finished)}
    else ${lit(resultState.inProgress)}
  end`

/** The candidates that are meant, with the attempt that counts. The roster is joined where it is sorted by or told. */
function resultSource(db: Db, filter: ResultFilter, { now, hasRoster }: { now: Date; hasRoster: boolean }): RawBuilder<unknown> {
  const { examId, scope, search, departmentId, state, isPassed, finding } = filter
  const conditions = [sql`c.company_id = ${db.companyId}`, sql`c.exam_id = ${examId}`]
  if (scope.kind !== 'all') conditions.push(sql`c.staff_id in (${scopedStaff(db, scope)})`)
  if (departmentId) conditions.push(sql`c.staff_id in (${staffOfDepartments(db, [departmentId])})`)
  if (isPassed !== undefined) conditions.push(sql`t.is_passed = ${isPassed}`)
  if (state !== undefined) conditions.push(sql`(${standing(now)}) = ${state}`)
  if (search) conditions.push(isFound(search))
  if (finding) conditions.push(sql`c.staff_id in (${foundPeople(db.companyId, examId, finding)})`)
  return sql`
    from exam.candidate_card c
    join exam.exam_card e on e.company_id = c.company_id and e.id = c.exam_id
    left join exam.own_times(${db.companyId}, ${examId}) o on o.staff_id = c.staff_id
    ${hasRoster ? rosterJoin : sql``}
    left join (${countedAttempts(db.companyId, examId)}) t on t.staff_id = c.staff_id
    where ${sql.join(conditions, sql` and `)}`
}

const foundPeople = (companyId: string, examId: string, kind: FindingKind) => sql`
  select f.staff_id
  from result.finding f
  where f.company_id = ${companyId} and f.exam_id = ${examId} and f.kind = ${kind}`

const rosterJoin = sql`join org.person s on s.company_id = c.company_id and s.id = c.staff_id`

const orders: Record<ResultSort, RawBuilder<unknown>> = {
  score: sql`t.score_hundredths desc nulls last, c.staff_id`,
  name: sql`s.name, c.staff_id`,
  submitTime: sql`t.submitted_at desc nulls last, c.staff_id`,
}

const personColumns = sql`
  s.name,
  s.login_account as "loginAccount",
  s.phone,
  s.email,
  s.job_number as "jobNumber"`

const resultColumns = (now: Date) => sql`
  c.staff_id as "staffId",
  t.id as "attemptId",
  t.number as "attemptNumber",
  coalesce(t.attempt_count, 0) as "attemptCount",
  ${standing(now)} as state,
  t.score_hundredths as "scoreHundredths",
  t.max_score_hundredths as "maxScoreHundredths",
  t.is_passed as "isPassed",
  t.started_at as "startedAt",
  t.submitted_at as "submittedAt",
  array(
    select distinct f.kind
    from result.finding f
    where f.company_id = c.company_id and f.exam_id = c.exam_id and f.staff_id = c.staff_id
    order by f.kind
  ) as findings`

const pageColumnsRow = z.object({ company_id: id, department_id: id.nullable(), place: z.int() })

const resultPageRow = resultRow.extend(pageColumnsRow.shape)

export async function selectResultPage(
  db: Db,
  { filter, sort, now, limit, offset }: { filter: ResultFilter; sort: ResultSort; now: Date; limit: number; offset: number },
): Promise<ResultRow[]> {
  const rows = await rowsOf(db, resultPageRow)`
    select page.*, ${personColumns}, d.name as department
    from (
      select ${resultColumns(now)}, c.company_id, c.department_id, row_number() over (order by ${orders[sort]}) as place
      ${resultSource(db, filter, { now, hasRoster: sort === 'name' })}
      order by ${orders[sort]}
      limit ${limit} offset ${offset}
    ) page
    join org.person s on s.company_id = page.company_id and s.id = page."staffId"
    left join org.department_tree d on d.company_id = page.company_id and d.id = coalesce(page.department_id, s.department_id)
    order by page.place
  `
  return rows.map(({ company_id: _company, department_id: _department, place: _place, ...row }) => row)
}

export async function countResults(db: Db, filter: ResultFilter, now: Date): Promise<number> {
  return countOf(db)`
    select count(*)::int as count ${resultSource(db, filter, { now, hasRoster: false })}
  `
}

export type ExportRow = ResultRow & {
  /** Whoever asked may see the contacts whole. */
  isReadable: boolean
  staffSource: number
  rank: number | null
  objectiveHundredths: number | null
  subjectiveHundredths: number | null
  passScoreHundredths: number
  submitCause: string | null
  itemCount: number | null
  answeredCount: number | null
  correctCount: number | null
  leaveCount: number | null
  ip: string | null
  publishedAt: Date | null
}

/** Every row of the list with all that is known of the attempt that counts, from a cursor, a batch at a time. */
export function streamResults(
  db: Db,
  filter: ResultFilter,
  { now, sight }: { now: Date; sight: ContactSight },
): AsyncIterableIterator<QueryResult<ExportRow>> {
  const { examId } = filter
  const query = sql<ExportRow>`
    with items as materialized (
      select i.attempt_id,
        count(*)::int as item_count,
        count(*) filter (where i.answer_state = 'answered')::int as answered_count,
        count(*) filter (where i.is_correct)::int as correct_count
      from sitting.standing a
      join sitting.response i on i.company_id = a.company_id and i.attempt_id = a.id
      where a.company_id = ${db.companyId} and a.owner_id = ${examId}
      group by i.attempt_id
    ),
    ranks as materialized (
      -- among everybody of the scope, whatever else is asked for: a filter makes nobody the first
      select t.id, rank() over (order by t.score_hundredths desc)::int as rank
      from (${countedAttempts(db.companyId, examId)}) t
      where t.score_hundredths is not null
        and t.state <> 'voided'
        and ${filter.scope.kind === 'all' ? sql`true` : sql`t.staff_id in (${scopedStaff(db, filter.scope)})`}
    )
    select r.*, ranks.rank, items.item_count as "itemCount", items.answered_count as "answeredCount", items.correct_count as "correctCount"
    from (
      select ${resultColumns(now)},
        ${personColumns},
        (
          select d.name
          from org.department_tree d
          where d.company_id = c.company_id and d.id = coalesce(c.department_id, s.department_id)
        ) as department,
        s.staff_source as "staffSource",
        ${isReadable(db, sight, sql`s.id`)} as "isReadable",
        t.objective_score_hundredths as "objectiveHundredths",
        t.subjective_score_hundredths as "subjectiveHundredths",
        e.pass_score_hundredths as "passScoreHundredths",
        t.submit_cause as "submitCause",
        t.ip,
        coalesce(t.absences, 0) as "leaveCount",
        t.published_at as "publishedAt"
      ${resultSource(db, filter, { now, hasRoster: true })}
    ) r
    left join items on items.attempt_id = r."attemptId"
    left join ranks on ranks.id = r."attemptId"
    order by r."scoreHundredths" desc nulls last, r.name, r."staffId"
  `
  return db.getExecutor().stream(query.compile(db), 1000)
}

const funnelCountsRow = z.object({
  premiseExam: z.int(),
  hasExam: z.int(),
  completeExam: z.int(),
  passExam: z.int(),
  review: z.int(),
  exception: z.int(),
  cheat: z.int(),
  aveScore: z.int().nullable(),
})
export type FunnelCounts = z.output<typeof funnelCountsRow>

/** People, not attempts. 异常人数 and 作弊人数 are what rooms above hold against somebody. */
export async function selectFunnel(
  db: Db,
  { examId, scope }: { examId: string; scope: DataScope },
): Promise<FunnelCounts | undefined> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  return findOne(db, funnelCountsRow)`
    with unmarked as (
      select distinct a.staff_id
      from sitting.standing a
      where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.state in ('auto_scored', 'in_marking')
    ),
    found as (
      select f.staff_id, bool_or(f.kind = 'anomaly') as is_anomalous, bool_or(f.kind = 'cheat') as has_cheated
      from result.finding f
      where f.company_id = ${db.companyId} and f.exam_id = ${examId}
      group by f.staff_id
    )
    select count(*)::int as "premiseExam",
      count(t.id)::int as "hasExam",
      count(t.id) filter (where t.has_handed_in)::int as "completeExam",
      count(t.id) filter (where t.is_passed and t.state <> 'voided')::int as "passExam",
      count(u.staff_id)::int as review,
      count(*) filter (where f.is_anomalous)::int as exception,
      count(*) filter (where f.has_cheated)::int as cheat,
      round(avg(t.score_hundredths) filter (where t.state <> 'voided'))::int as "aveScore"
    from exam.candidate_card c
    left join (${countedAttempts(db.companyId, examId)}) t on t.staff_id = c.staff_id
    left join unmarked u on u.staff_id = c.staff_id
    left join found f on f.staff_id = c.staff_id
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and ${inScope}
  `
}
