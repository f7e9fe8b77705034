import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, hasRows, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { participationMode, practiceStatus, storedStatus } from '../../contract/codes.ts'

const practiceRow = z.object({
  id,
  version: z.int(),
  name: z.string(),
  information: z.string(),
  startAt: z.date().nullable(),
  endAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  participationMode: participationMode.schema,
  permitRepeatPractice: z.boolean(),
  permitViewResult: z.boolean(),
  permitViewAnswer: z.boolean(),
  permitViewAnalysis: z.boolean(),
  status: storedStatus.schema,
  paperId: id,
  questionCount: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  publishedAt: z.date().nullable(),
})
export type PracticeRow = z.output<typeof practiceRow>

const columns = sql.raw(`
  p.id, p.version, p.name, p.information, p.start_at as "startAt", p.end_at as "endAt", p.ended_at as "endedAt",
  p.participation_mode as "participationMode", p.permit_repeat as "permitRepeatPractice", p.permit_view_result as "permitViewResult",
  p.permit_view_answer as "permitViewAnswer", p.permit_view_analysis as "permitViewAnalysis", p.status, p.paper_id as "paperId",
  p.question_count as "questionCount", p.created_at as "createdAt", p.updated_at as "updatedAt", p.published_at as "publishedAt"`)

export function findPractice(db: Db, practiceId: string): Promise<PracticeRow | undefined> {
  return findOne(db, practiceRow)`
    select ${columns}
    from practice.practice p
    where p.company_id = ${db.companyId} and p.id = ${practiceId} and p.removed_at is null`
}

/** Until the end of the transaction nobody else changes this practice, its paper or its people. */
export function lockPractice(db: Db, practiceId: string): Promise<PracticeRow | undefined> {
  return findOne(db, practiceRow)`
    select ${columns}
    from practice.practice p
    where p.company_id = ${db.companyId} and p.id = ${practiceId} and p.removed_at is null
    for no key update`
}

export interface PracticeFilter {
  readonly name?: string | undefined
  readonly statuses: readonly number[]
}

/** The status of practice-status-at.ts, for filters. */
const statusAt = (now: Date) => sql`
  case
    when p.status = ${lit(storedStatus.draft)} then ${lit(practiceStatus.draft)}
    when p.status = ${lit(storedStatus.endedByHand)} then ${lit(practiceStatus.ended)}
    when p.start_at > ${now} then ${lit(practiceStatus.notStarted)}
    when p.end_at <= ${now} then ${lit(practiceStatus.ended)}
    else ${lit(practiceStatus.inProgress)}
  end`

function matching(db: Db, { name, statuses }: PracticeFilter, now: Date): RawBuilder<unknown> {
  const conditions = [sql`p.company_id = ${db.companyId}`, sql`p.removed_at is null`]
  if (name) conditions.push(sql`p.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (statuses.length > 0) {
    const computed = sql`(${statusAt(now)}) = any(${statuses}::int[])`
    // 1 asks for published ones, and beside others of these only for what is not over.
    const published =
      statuses.length === 1
        ? sql`p.status > ${lit(storedStatus.draft)}`
        : sql`(${statusAt(now)}) in ${lit(practiceStatus.notStarted, practiceStatus.inProgress)}`
    conditions.push(statuses.includes(1) ? sql`(${published} or ${computed})` : computed)
  }
  return sql.join(conditions, sql` and `)
}

interface Page {
  readonly filter: PracticeFilter
  readonly now: Date
  readonly limit: number
  readonly offset: number
}

const countedRow = practiceRow.extend({ creatorName: z.string(), practisedCount: z.int() })
export type CountedPractice = z.output<typeof countedRow>

/** With those of the scope who have begun it, counted for the page's rows alone. */
export function selectPractices(db: Db, { filter, now, limit, offset, scope }: Page & { readonly scope: DataScope }) {
  const seen = scope.kind === 'all' ? sql`true` : sql`r.staff_id in (${scopedStaff(db, scope)})`
  return rowsOf(db, countedRow)`
    select ${columns}, coalesce(creator.name, '') as "creatorName",
      (
        select count(distinct r.staff_id)::int
        from practice.run r
        where r.company_id = p.company_id and r.practice_id = p.id and ${seen}
      ) as "practisedCount"
    from (
      select * from practice.practice p where ${matching(db, filter, now)} order by p.id desc limit ${limit} offset ${offset}
    ) p
    left join org.person creator on creator.company_id = p.company_id and creator.id = p.created_by
    order by p.id desc`
}

export function selectPlainPractices(db: Db, { filter, now, limit, offset }: Page): Promise<PracticeRow[]> {
  return rowsOf(db, practiceRow)`
    select ${columns}
    from practice.practice p
    where ${matching(db, filter, now)}
    order by p.id desc
    limit ${limit} offset ${offset}`
}

export function countPractices(db: Db, filter: PracticeFilter, now: Date): Promise<number> {
  return countOf(db)`select count(*)::int as count from practice.practice p where ${matching(db, filter, now)}`
}

const creatorRow = z.object({ name: z.string() })

export async function creatorOf(db: Db, practiceId: string): Promise<string> {
  const row = await findOne(db, creatorRow)`
    select s.name
    from practice.practice p
    join org.person s on s.company_id = p.company_id and s.id = p.created_by
    where p.company_id = ${db.companyId} and p.id = ${practiceId}`
  return row?.name ?? ''
}

export type PracticeValues = Pick<
  PracticeRow,
  | 'name'
  | 'information'
  | 'startAt'
  | 'endAt'
  | 'participationMode'
  | 'permitRepeatPractice'
  | 'permitViewResult'
  | 'permitViewAnswer'
  | 'permitViewAnalysis'
>

const columnsOf = (values: PracticeValues) => ({
  name: values.name,
  information: values.information,
  start_at: values.startAt,
  end_at: values.endAt,
  participation_mode: values.participationMode,
  permit_repeat: values.permitRepeatPractice,
  permit_view_result: values.permitViewResult,
  permit_view_answer: values.permitViewAnswer,
  permit_view_analysis: values.permitViewAnalysis,
})

export interface NewPractice {
  readonly createdBy: string
  readonly paperId: string
  readonly now: Date
}

export async function insertPractice(db: Db, { createdBy, paperId, now }: NewPractice, values: PracticeValues): Promise<string> {
  const { id: made } = await db
    .insertInto('practice.practice')
    .values({
      ...columnsOf(values),
      company_id: db.companyId,
      paper_id: paperId,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made
}

export async function updatePractice(db: Db, practiceId: string, values: PracticeValues, now: Date): Promise<void> {
  await db
    .updateTable('practice.practice')
    .set((eb) => ({ ...columnsOf(values), version: eb('version', '+', 1), updated_at: now }))
    .where('company_id', '=', db.companyId)
    .where('id', '=', practiceId)
    .execute()
}

interface PracticeState {
  readonly status?: number
  readonly publishedAt?: Date
  readonly endedAt?: Date
  readonly removedAt?: Date
}

export async function updateState(db: Db, practiceId: string, state: PracticeState, now: Date): Promise<void> {
  await db
    .updateTable('practice.practice')
    .set((eb) => ({
      ...(state.status !== undefined && { status: state.status }),
      ...(state.publishedAt && { published_at: state.publishedAt }),
      ...(state.endedAt && { ended_at: state.endedAt }),
      ...(state.removedAt && { removed_at: state.removedAt }),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('company_id', '=', db.companyId)
    .where('id', '=', practiceId)
    .execute()
}

export async function updateQuestionCount(db: Db, practiceId: string, count: number): Promise<void> {
  await db
    .updateTable('practice.practice')
    .set({ question_count: count })
    .where('company_id', '=', db.companyId)
    .where('id', '=', practiceId)
    .execute()
}

export function hasRuns(db: Db, practiceId: string): Promise<boolean> {
  return hasRows(db)`
    select from practice.run r where r.company_id = ${db.companyId} and r.practice_id = ${practiceId} limit 1`
}

const cardRow = z.object({
  id,
  name: z.string(),
  status: storedStatus.schema,
  startAt: z.date().nullable(),
  endAt: z.date().nullable(),
  questionCount: z.int(),
})
export type PracticeCard = z.output<typeof cardRow>

/** What rooms above lead to. Removed practices and ids of nothing in the company are left out; `status` is the stored one. */
export async function practiceCards(db: Db, ids: readonly string[]): Promise<PracticeCard[]> {
  if (ids.length === 0) return []
  return rowsOf(db, cardRow)`
    select p.id, p.name, p.status, p.start_at as "startAt", p.end_at as "endAt", p.question_count as "questionCount"
    from practice.practice p
    where p.company_id = ${db.companyId} and p.id = any(${ids}::uuid[]) and p.removed_at is null`
}

/** From now on `practiceReached` tells of these. */
export async function followPractices(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update practice.practice set is_followed = true
    where company_id = ${db.companyId} and id = any(${ids}::uuid[]) and not is_followed`.execute(db)
}

/** What changed things are called, for the log. */
export const logNames = (db: Db, ids: readonly string[]): RawBuilder<unknown> => sql`
  select p.id::text as id, p.name from practice.practice p where p.company_id = ${db.companyId} and p.id = any(${ids}::uuid[])`
