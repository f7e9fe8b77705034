import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { questionsKeptBy } from '@kaopei/question/server'
import { changesOf, countOf, type DataScope, type Db, findOne, hasRows, rowsOf } from '@kaopei/server'
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
  staffName: z.string(),
  department: z.string().nullable(),
  createTime: z.date(),
  reply: z.string(),
  answeredByName: z.string().nullable(),
  answeredTime: z.date().nullable(),
})

export interface ReportFilter {
  readonly scope: DataScope
  readonly state?: number | undefined
  readonly kind?: number | undefined
  readonly practiceId?: string | undefined
  /** Only questions of banks that this person made. */
  readonly keeperId?: string | undefined
  /** Only what this person wrote. */
  readonly staffId?: string | undefined
}

function matching(db: Db, { scope, state, kind, practiceId, keeperId, staffId }: ReportFilter): RawBuilder<unknown> {
  const conditions = [sql`t.company_id = ${db.companyId}`]
  if (scope.kind !== 'all') conditions.push(sql`t.staff_id in (${scopedStaff(db, scope)})`)
  if (state !== undefined) conditions.push(sql`t.state = ${state}`)
  if (kind !== undefined) conditions.push(sql`t.kind = ${kind}`)
  if (practiceId) conditions.push(sql`t.practice_id = ${practiceId}`)
  if (keeperId) conditions.push(sql`t.question_id in (${questionsKeptBy(db, keeperId)})`)
  if (staffId) conditions.push(sql`t.staff_id = ${staffId}`)
  return sql`from practice.report t where ${sql.join(conditions, sql` and `)}`
}

/** The open ones first, the newest of each before the rest. */
export function selectReports(db: Db, filter: ReportFilter, { limit, offset }: { limit: number; offset: number }) {
  return rowsOf(db, reportRow)`
    select t.id, t.question_id as "questionId", t.version_id as "versionId", p.name as "practiceName", t.kind, t.text, t.state,
      coalesce(s.name, '') as "staffName", d.name as department, t.created_at as "createTime", t.reply, by.name as "answeredByName",
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

/** False: one of theirs about this question is open. */
export async function insertReport(db: Db, report: NewReport): Promise<boolean> {
  const { staffId, questionId, versionId, practiceId, kind, text, now } = report
  const written = await changesOf(db)`
    insert into practice.report (company_id, staff_id, question_id, version_id, practice_id, kind, text, created_at)
    values (${db.companyId}, ${staffId}, ${questionId}, ${versionId}, ${practiceId}, ${kind}, ${text}, ${now})
    on conflict (company_id, staff_id, question_id) where state = 0 do nothing`
  return written > 0
}

/** The same words about the same question wait already: sent twice. */
export function isRepeated(db: Db, { staffId, questionId, kind, text }: NewReport): Promise<boolean> {
  return hasRows(db)`
    select from practice.report t
    where t.company_id = ${db.companyId} and t.staff_id = ${staffId} and t.question_id = ${questionId} and t.state = 0
      and t.kind = ${kind} and t.text = ${text}`
}

const lockedRow = z.object({ questionId: id, state: reportState.schema })

export function lockReport(db: Db, reportId: string, scope: DataScope) {
  const seen = scope.kind === 'all' ? sql`true` : sql`t.staff_id in (${scopedStaff(db, scope)})`
  return findOne(db, lockedRow)`
    select t.question_id as "questionId", t.state
    from practice.report t
    where t.company_id = ${db.companyId} and t.id = ${reportId} and ${seen}
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
