import { id } from '@kaopei/contract'
import { accountHolds, scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { appointmentMode, contestState, privateKinds, resultState, scaleKind } from '../../contract/codes.ts'
import { type ResultFilter, resultFacts, resultTalk } from '../../contract/result.ts'
import { issuedWithin } from './result-filter.sql.ts'

const row = resultFacts.extend({ issuedAt: z.date() })

export interface Asked {
  readonly scope: DataScope
  /** Personality and management too. */
  readonly seesPrivate: boolean
  /** Accounts are searched for. */
  readonly isSearched: boolean
}

const columns = sql`r.id as "evaluationResultId", r.staff_id as "staffId", coalesce(s.name, '') as "staffName",
  coalesce(s.login_account, '') as "loginAccount", d.name as "departmentName", r.appointment_id as "appointmentId",
  r.report ->> 'appointmentName' as "appointmentName", r.scale_id as "scaleId", r.report ->> 'scaleName' as "scaleName", k.kind, a.mode, r.state,
  r.contest_state as "contestState", r.report -> 'norm' ->> 'name' as "normName", r.issued_at as "issuedAt"`
const joined = sql`evaluation.result r
  join evaluation.scale k on k.company_id = r.company_id and k.id = r.scale_id
  join evaluation.appointment a on a.company_id = r.company_id and a.id = r.appointment_id
  left join org.person s on s.company_id = r.company_id and s.id = r.staff_id
  left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id`

const seen = (db: Db, { scope, seesPrivate }: Pick<Asked, 'scope' | 'seesPrivate'>): RawBuilder<unknown>[] => [
  sql`r.company_id = ${db.companyId}`,
  ...(seesPrivate ? [] : [sql`k.kind <> all (${privateKinds}::int[])`]),
  ...(scope.kind === 'all' ? [] : [sql`r.staff_id in (${scopedStaff(db, scope)})`]),
]

async function matching(db: Db, asked: Asked, filter: ResultFilter): Promise<RawBuilder<unknown>> {
  const { keyWords, kind, scaleId, appointmentId, state, contestState: contest } = filter
  const conditions = [...seen(db, asked), ...(await issuedWithin(db, filter))]
  if (kind !== undefined) conditions.push(sql`k.kind = ${kind}`)
  if (scaleId) conditions.push(sql`r.scale_id = ${scaleId}`)
  if (appointmentId) conditions.push(sql`r.appointment_id = ${appointmentId}`)
  if (state !== undefined) conditions.push(sql`r.state = ${state}`)
  if (contest !== undefined) conditions.push(sql`r.contest_state = ${contest}`)
  if (keyWords) {
    const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(
      sql`(s.name ilike ${like} or ${accountHolds(keyWords.toLowerCase(), asked.isSearched)} or r.report ->> 'appointmentName' ilike ${like}
        or r.report ->> 'scaleName' ilike ${like})`,
    )
  }
  return sql`from ${joined} where ${sql.join(conditions, sql` and `)}`
}

export async function selectResults(db: Db, asked: Asked, filter: ResultFilter, page: { limit: number; offset: number }) {
  return rowsOf(db, row)`
    select ${columns}
    ${await matching(db, asked, filter)}
    order by r.issued_at desc, r.id desc
    limit ${page.limit} offset ${page.offset}`
}

export async function countResults(db: Db, asked: Asked, filter: ResultFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count ${await matching(db, asked, filter)}`
}

const exportedRow = row.extend({ report: z.unknown() })

/** The next after one, in the order of the list: an export walks through them. */
export async function selectResultsBehind(
  db: Db,
  asked: Asked,
  filter: ResultFilter,
  { after, limit }: { after: string | null; limit: number },
) {
  return rowsOf(db, exportedRow)`
    select ${columns}, r.report
    ${await matching(db, asked, filter)} and (${after}::uuid is null or (r.issued_at, r.id) < (
      select l.issued_at, l.id from evaluation.result l where l.company_id = ${db.companyId} and l.id = ${after}
    ))
    order by r.issued_at desc, r.id desc
    limit ${limit}`
}

const detailRow = row.extend({
  ...resultTalk.shape,
  report: z.unknown(),
  keepUntil: z.date(),
  contestedAt: z.date().nullable(),
})
export type StoredResult = z.input<typeof detailRow>

/** In the scope, whatever its kind: whether that may be seen is asked next. */
export function findResult(db: Db, scope: DataScope, resultId: string, lock?: 'update'): Promise<StoredResult | undefined> {
  return findOne(db, detailRow)`
    select ${columns}, r.report, r.keep_until as "keepUntil", r.review_note as "reviewNote", w.name as "reviewerName",
      r.contest_text as "contestText", r.contested_at as "contestedAt", r.contest_answer as "contestAnswer", n.name as "contestAnswererName"
    from ${joined}
    left join org.person w on w.company_id = r.company_id and w.id = r.reviewed_by
    left join org.person n on n.company_id = r.company_id and n.id = r.contest_answered_by
    where ${sql.join(seen(db, { scope, seesPrivate: true }), sql` and `)} and r.id = ${resultId}
    ${lock ? sql`for update of r` : sql``}`
}

export async function markReviewed(
  db: Db,
  resultId: string,
  { state, note, actorId, now }: { state: number; note: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    update evaluation.result set state = ${state}, review_note = ${note}, reviewed_by = ${actorId}, reviewed_at = ${now}
    where company_id = ${db.companyId} and id = ${resultId}`.execute(db)
}

export async function answerContest(
  db: Db,
  resultId: string,
  { text, actorId, now }: { text: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    update evaluation.result
    set contest_state = ${contestState.answered}, contest_answer = ${text}, contest_answered_by = ${actorId}, contest_answered_at = ${now}
    where company_id = ${db.companyId} and id = ${resultId}`.execute(db)
}

const finishedRow = z.object({
  appointmentId: id,
  appointmentName: z.string(),
  scaleId: id,
  scaleName: z.string(),
  kind: scaleKind.schema,
  mode: appointmentMode.schema,
  finishedCount: z.int(),
  lastIssuedAt: z.date(),
})

export interface FinishedFilter {
  readonly name?: string | undefined
  readonly kind?: number | undefined
  readonly scaleId?: string | undefined
  readonly appointmentId?: string | undefined
}

function finished(
  db: Db,
  asked: Pick<Asked, 'scope' | 'seesPrivate'>,
  { name, kind, scaleId, appointmentId }: FinishedFilter,
): RawBuilder<unknown> {
  const conditions = [...seen(db, asked), sql`r.state <> ${lit(resultState.void)}`]
  if (name) conditions.push(sql`a.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (kind !== undefined) conditions.push(sql`k.kind = ${kind}`)
  if (scaleId) conditions.push(sql`r.scale_id = ${scaleId}`)
  if (appointmentId) conditions.push(sql`r.appointment_id = ${appointmentId}`)
  return sql`
    from evaluation.result r
    join evaluation.appointment a on a.company_id = r.company_id and a.id = r.appointment_id
    join evaluation.scale k on k.company_id = r.company_id and k.id = r.scale_id
    where ${sql.join(conditions, sql` and `)}
    group by a.company_id, a.id, a.name, a.mode, k.id, k.name, k.kind`
}

export function selectFinished(
  db: Db,
  asked: Pick<Asked, 'scope' | 'seesPrivate'>,
  filter: FinishedFilter,
  page: { limit: number; offset: number },
) {
  return rowsOf(db, finishedRow)`
    select a.id as "appointmentId", a.name as "appointmentName", k.id as "scaleId", k.name as "scaleName", k.kind, a.mode,
      count(*)::int as "finishedCount", max(r.issued_at) as "lastIssuedAt"
    ${finished(db, asked, filter)}
    order by max(r.issued_at) desc, a.id
    limit ${page.limit} offset ${page.offset}`
}

export function countFinished(db: Db, asked: Pick<Asked, 'scope' | 'seesPrivate'>, filter: FinishedFilter): Promise<number> {
  return countOf(db)`select count(*)::int as count from (select a.id ${finished(db, asked, filter)}) found`
}
