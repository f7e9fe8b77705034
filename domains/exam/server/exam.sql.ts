import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { questionCount } from '@kaopei/paper/server'
import { countOf, type DataScope, type Db, findOne, hasRows, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { examPurpose, examSource, examStatus } from '../contract/exam-codes.ts'
import { standsIn } from './exam-places.ts'

const examRow = z.object({
  id,
  paperId: id,
  version: z.int(),
  name: z.string(),
  information: z.string(),
  openAt: z.date().nullable(),
  closeAt: z.date().nullable(),
  limitMinutes: z.int().nullable(),
  sumScoreHundredths: z.int(),
  typedSumScoreHundredths: z.int().nullable(),
  passScoreHundredths: z.int(),
  status: examStatus.schema,
  settings: z.unknown(),
  secret: z.string(),
  publishedAt: z.date().nullable(),
  cancelReason: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type ExamRow = z.output<typeof examRow>

/** The people that are counted are those of a data scope; `submittedCount` is 交卷人数 of the funnel. */
const examCountsRow = z.object({
  creatorName: z.string(),
  questionCount: z.int(),
  staffCount: z.int(),
  submittedCount: z.int(),
  unmarkedCount: z.int(),
})
export type ExamCounts = z.output<typeof examCountsRow>

export type ExamFilter = {
  name?: string | undefined
  statuses: readonly number[]
  from?: Date | undefined
  until?: Date | undefined
  publishedFrom?: Date | undefined
  publishedUntil?: Date | undefined
  source?: number | undefined
  /** Where it stands. */
  examSource?: number | undefined
  examUseWay?: number | undefined
}

const examColumns = sql.raw(`
  e.id,
  e.paper_id as "paperId",
  e.version,
  e.name,
  e.information,
  e.admission_start_at as "openAt",
  e.admission_end_at as "closeAt",
  e.duration_minutes as "limitMinutes",
  e.sum_score_hundredths as "sumScoreHundredths",
  e.typed_sum_score_hundredths as "typedSumScoreHundredths",
  e.pass_score_hundredths as "passScoreHundredths",
  e.status,
  e.settings,
  e.secret,
  e.published_at as "publishedAt",
  e.cancel_reason as "cancelReason",
  e.created_at as "createdAt",
  e.updated_at as "updatedAt"`)

/** Joined after the page is cut, so that a list counts for its ten rows only. */
const examCounts = sql`
  coalesce(creator.name, '') as "creatorName",
  ${questionCount({ companyId: sql.raw('e.company_id'), paperId: sql.raw('e.paper_id') })} as "questionCount",
  people.count as "staffCount",
  attempts.submitted as "submittedCount",
  attempts.unmarked as "unmarkedCount"`
const examCountJoins = (scope: DataScope) => sql`
  left join org.person creator on creator.company_id = e.company_id and creator.id = e.created_by
  cross join lateral (
    select count(*)::int from exam.candidate c where c.company_id = e.company_id and c.exam_id = e.id and ${isSeen(scope, 'c')}
  ) people
  cross join lateral (
    select
      -- people, not attempts: of each the first that was handed in
      count(*) filter (
        where a.submitted_at is not null
          and a.state <> 'voided'
          and (
            a.number = 1
            or not exists (
              select from sitting.standing b
              where b.company_id = a.company_id and b.owner_id = a.owner_id and b.staff_id = a.staff_id and b.number < a.number
                and b.submitted_at is not null and b.state <> 'voided'
            )
          )
      )::int as submitted,
      count(*) filter (where a.has_subjective and a.state in ('auto_scored', 'in_marking'))::int as unmarked
    from sitting.standing a
    where a.company_id = e.company_id and a.owner_id = e.id and ${isSeen(scope, 'a')}
  ) attempts`

/** Everybody of the scope, found once for all exams; nothing for whoever sees everybody. */
const withSeen = (db: Db, scope: DataScope) =>
  scope.kind === 'all' ? sql`` : sql`with seen as materialized (${scopedStaff(db, scope)})`
const isSeen = (scope: DataScope, table: 'a' | 'c') =>
  scope.kind === 'all' ? sql`true` : sql`${sql.ref(`${table}.staff_id`)} in (select id from seen)`

/** The status of exam-status-at.ts, for filters. */
const statusAt = (now: Date) => sql`
  case
    when e.status <> ${lit(examStatus.published)} then e.status
    when e.admission_start_at > ${now} then ${lit(examStatus.notStarted)}
    when e.admission_end_at <= ${now} then ${lit(examStatus.ended)}
    else ${lit(examStatus.inProgress)}
  end`

function matching(companyId: string, filter: ExamFilter, now: Date): RawBuilder<unknown> {
  const { name, statuses, from, until, publishedFrom, publishedUntil, source, examSource: place, examUseWay } = filter
  const conditions = [sql`e.company_id = ${companyId}`, sql`e.removed_at is null`]
  if (name) conditions.push(sql`e.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (from) conditions.push(sql`e.admission_start_at >= ${from}`)
  if (until) conditions.push(sql`e.admission_start_at < ${until}`)
  if (publishedFrom) conditions.push(sql`e.published_at >= ${publishedFrom}`)
  if (publishedUntil) conditions.push(sql`e.published_at < ${publishedUntil}`)
  if (examUseWay !== undefined) conditions.push(sql`coalesce((e.settings ->> 'examUseWay')::integer, 1) = ${examUseWay}`)
  // Every exam is the company's own so far.
  if (source === examSource.purchased) conditions.push(sql`false`)
  if (place !== undefined) conditions.push(standsIn(place))
  if (statuses.length > 0) {
    const computed = sql`(${statusAt(now)}) = any(${statuses}::int[])`
    // 1 asks for published ones, and beside others of these only for what is not over.
    const published =
      statuses.length === 1
        ? sql`e.status = ${lit(examStatus.published)}`
        : sql`(${statusAt(now)}) in ${lit(examStatus.notStarted, examStatus.inProgress)}`
    conditions.push(statuses.includes(1) ? sql`(${published} or ${computed})` : computed)
  }
  return sql.join(conditions, sql` and `)
}

const examPageRow = examRow.extend(examCountsRow.shape)

export async function selectExamPage(
  db: Db,
  { filter, scope, now, limit, offset }: { filter: ExamFilter; scope: DataScope; now: Date; limit: number; offset: number },
): Promise<(ExamRow & ExamCounts)[]> {
  return rowsOf(db, examPageRow)`
    ${withSeen(db, scope)}
    select ${examColumns}, ${examCounts}
    from (
      select * from exam.listed e where ${matching(db.companyId, filter, now)} order by e.id desc limit ${limit} offset ${offset}
    ) e
    ${examCountJoins(scope)}
    order by e.id desc
  `
}

/** The same page for those who need no figures. */
export async function selectPlainPage(
  db: Db,
  { filter, now, limit, offset }: { filter: ExamFilter; now: Date; limit: number; offset: number },
): Promise<ExamRow[]> {
  return rowsOf(db, examRow)`
    select ${examColumns}
    from exam.listed e
    where ${matching(db.companyId, filter, now)}
    order by e.id desc
    limit ${limit} offset ${offset}
  `
}

export async function countExams(db: Db, filter: ExamFilter, now: Date): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from exam.listed e where ${matching(db.companyId, filter, now)}
  `
}

/** An exam of its own; for whoever organises exams or looks at what came of them. */
export async function findExam(db: Db, id: string): Promise<ExamRow | undefined> {
  return findOne(db, examRow)`
    select ${examColumns}
    from exam.listed e
    where e.company_id = ${db.companyId} and e.id = ${id} and e.removed_at is null
  `
}

/** Whatever it is for: capture, notices, invigilation, marking and everything else that protects an exam hold for each. */
export async function findAnyExam(db: Db, id: string): Promise<ExamRow | undefined> {
  return findOne(db, examRow)`
    select ${examColumns}
    from exam.exam e
    where e.company_id = ${db.companyId} and e.id = ${id} and e.removed_at is null
  `
}

/** Whatever it is for. */
export function examExists(db: Db, id: string): Promise<boolean> {
  return hasRows(db)`
    select from exam.exam e where e.company_id = ${db.companyId} and e.id = ${id} and e.removed_at is null`
}

const countedExamRow = examRow.extend(examCountsRow.shape).extend({ hasAttempts: z.boolean() })

/** `hasAttempts` is about the exam, and so about everybody's. */
export async function findCountedExam(
  db: Db,
  { id, scope }: { id: string; scope: DataScope },
): Promise<(ExamRow & ExamCounts & { hasAttempts: boolean }) | undefined> {
  return findOne(db, countedExamRow)`
    ${withSeen(db, scope)}
    select ${examColumns}, ${examCounts},
      exists (select from sitting.standing t where t.company_id = e.company_id and t.owner_id = e.id) as "hasAttempts"
    from exam.listed e
    ${examCountJoins(scope)}
    where e.company_id = ${db.companyId} and e.id = ${id} and e.removed_at is null
  `
}

/** Until the end of the transaction nobody else changes this exam, its paper or its people. `any`: whatever it is for. */
export async function lockExam(db: Db, id: string, which: 'listed' | 'any' = 'listed'): Promise<ExamRow | undefined> {
  return findOne(db, examRow)`
    select ${examColumns}
    from exam.exam e
    where e.company_id = ${db.companyId} and e.id = ${id} and e.removed_at is null
      and ${which === 'any' ? sql`true` : sql`exists (select from exam.listed o where o.company_id = e.company_id and o.id = e.id)`}
    for no key update
  `
}

export type ExamValues = Pick<
  ExamRow,
  | 'name'
  | 'information'
  | 'openAt'
  | 'closeAt'
  | 'limitMinutes'
  | 'sumScoreHundredths'
  | 'typedSumScoreHundredths'
  | 'passScoreHundredths'
> & { settings: object }

const columnsOf = (values: ExamValues) => ({
  name: values.name,
  information: values.information,
  admission_start_at: values.openAt,
  admission_end_at: values.closeAt,
  duration_minutes: values.limitMinutes,
  sum_score_hundredths: values.sumScoreHundredths,
  typed_sum_score_hundredths: values.typedSumScoreHundredths,
  pass_score_hundredths: values.passScoreHundredths,
  settings: JSON.stringify(values.settings),
})

export interface NewExam {
  readonly createdBy: string
  readonly paperId: string
  readonly purpose?: number
}

export async function insertExam(
  db: Db,
  { createdBy, paperId, purpose = examPurpose.own }: NewExam,
  values: ExamValues,
): Promise<string> {
  const { id } = await db
    .insertInto('exam.exam')
    .values({ company_id: db.companyId, paper_id: paperId, created_by: createdBy, purpose, ...columnsOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateExam(db: Db, id: string, values: ExamValues, now: Date): Promise<void> {
  await db
    .updateTable('exam.exam')
    .set((eb) => ({ ...columnsOf(values), version: eb('version', '+', 1), updated_at: now }))
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

export async function updateExamState(
  db: Db,
  id: string,
  state: { status: number; publishedAt?: Date; cancelledAt?: Date; cancelReason?: string; removedAt?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('exam.exam')
    .set((eb) => ({
      status: state.status,
      ...(state.publishedAt && { published_at: state.publishedAt }),
      ...(state.cancelledAt && { cancelled_at: state.cancelledAt, cancel_reason: state.cancelReason ?? null }),
      ...(state.removedAt && { removed_at: state.removedAt }),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** The reviewers of one exam for another one. */
export async function copyReviewers(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into exam.reviewer (company_id, exam_id, staff_id)
    select company_id, ${to}, staff_id from exam.reviewer where company_id = ${db.companyId} and exam_id = ${from}
  `.execute(db)
}
