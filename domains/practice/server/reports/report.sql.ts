import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { questionsKeptBy } from '@kaopei/question/server'
import { countOf, type DataScope, type Db, findOne, hasRows, idsOf, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { reportKind, reportState } from '../../contract/codes.ts'

const reportRow = z.object({
  id,
  questionId: id,
  versionId: id,
  practiceName: z.string().nullable(),
  kind: reportKind.schema,
  text: z.string(),
  state: reportState.schema,
  staffName: z.string().nullable(),
  department: z.string().nullable(),
  createTime: z.date(),
  reply: z.string(),
  answeredByName: z.string().nullable(),
  answeredTime: z.date().nullable(),
})

export interface ReportFilter {
  readonly scope: DataScope
  /** Whoever asks: of the questions of their own banks they see every report, of people outside the scope without the name. */
  readonly readerId: string
  readonly state?: number | undefined
  readonly kind?: number | undefined
  readonly practiceId?: string | undefined
  /** Only questions of banks that the reader made. */
  readonly isMine?: boolean
  /** Only what this person wrote. */
  readonly staffId?: string | undefined
}

const inScope = (db: Db, scope: DataScope) => (scope.kind === 'all' ? sql`true` : sql`t.staff_id in (${scopedStaff(db, scope)})`)
const isKeptBy = (db: Db, readerId: string) => sql`t.question_id in (${questionsKeptBy(db, readerId)})`

function matching(db: Db, { scope, readerId, state, kind, practiceId, isMine, staffId }: ReportFilter): RawBuilder<unknown> {
  const conditions = [sql`t.company_id = ${db.companyId}`]
  if (isMine) conditions.push(isKeptBy(db, readerId))
  else if (scope.kind !== 'all') conditions.push(sql`(${inScope(db, scope)} or ${isKeptBy(db, readerId)})`)
  if (state !== undefined) conditions.push(sql`t.state = ${state}`)
  if (kind !== undefined) conditions.push(sql`t.kind = ${kind}`)
  if (practiceId) conditions.push(sql`t.practice_id = ${practiceId}`)
  if (staffId) conditions.push(sql`t.staff_id = ${staffId}`)
  return sql`from practice.report t where ${sql.join(conditions, sql` and `)}`
}

/** The open ones first, the newest of each before the rest. */
export function selectReports(db: Db, filter: ReportFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, reportRow)`
    select t.id, t.question_id as "questionId", t.version_id as "versionId", p.name as "practiceName", t.kind, t.text, t.state,
      case when ${inScope(db, filter.scope)} then s.name end as "staffName",
      case when ${inScope(db, filter.scope)} then d.name end as department, t.created_at as "createTime", t.reply, by.name as "answeredByName",
      t.answered_at as "answeredTime"
    from (select t.* ${matching(db, filter)} order by t.state, t.id desc limit ${limit} offset ${offset}) t
    left join practice.practice p on p.company_id = t.company_id and p.id = t.practice_id
    left join org.person s on s.company_id = t.company_id and s.id = t.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join org.person by on by.company_id = t.company_id and by.id = t.answered_by
    order by t.state, t.id desc`
}

export function countReports(db: Db, filter: ReportFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${matching(db, filter)}`
}

interface NewReport {
  readonly staffId: string
  readonly questionId: string
  readonly versionId: string
  readonly practiceId: string | null
  readonly kind: number
  readonly text: string
  readonly now: Date
}

/** Nothing: one of theirs about this question is open. */
export async function insertReport(db: Db, report: NewReport): Promise<string | undefined> {
  const { staffId, questionId, versionId, practiceId, kind, text, now } = report
  const [written] = await idsOf(db)`
    insert into practice.report (company_id, staff_id, question_id, version_id, practice_id, kind, text, created_at)
    values (${db.companyId}, ${staffId}, ${questionId}, ${versionId}, ${practiceId}, ${kind}, ${text}, ${now})
    on conflict (company_id, staff_id, question_id) where state = ${lit(reportState.open)} do nothing
    returning id`
  return written
}

const keeperRow = z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })

/** Whoever still works here. */
export function findKeeper(db: Db, staffId: string) {
  return findOne(db, keeperRow)`
    select s.name, nullif(btrim(s.email), '') as email, nullif(btrim(s.phone), '') as phone
    from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null and s.is_enabled`
}

/** The same words about the same question wait already: sent twice. */
export function isRepeated(db: Db, { staffId, questionId, kind, text }: NewReport): Promise<boolean> {
  return hasRows(db)`
    select from practice.report t
    where t.company_id = ${db.companyId} and t.staff_id = ${staffId} and t.question_id = ${questionId} and t.state = ${lit(reportState.open)}
      and t.kind = ${kind} and t.text = ${text}`
}

const lockedRow = z.object({ questionId: id, state: reportState.schema })

export function lockReport(db: Db, reportId: string, { scope, readerId }: Pick<ReportFilter, 'scope' | 'readerId'>) {
  return findOne(db, lockedRow)`
    select t.question_id as "questionId", t.state
    from practice.report t
    where t.company_id = ${db.companyId} and t.id = ${reportId} and (${inScope(db, scope)} or ${isKeptBy(db, readerId)})
    for update`
}

interface ReportAnswer {
  readonly state: number
  readonly reply: string
  readonly actorId: string
  readonly now: Date
}

export async function answerReport(db: Db, reportId: string, { state, reply, actorId, now }: ReportAnswer): Promise<void> {
  await sql`
    update practice.report set state = ${state}, reply = ${reply}, answered_by = ${actorId}, answered_at = ${now}
    where company_id = ${db.companyId} and id = ${reportId}`.execute(db)
}
