import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { contestState, resultState, scaleKind } from '../../contract/codes.ts'

const listedRow = z.object({
  evaluationResultId: id,
  appointmentName: z.string(),
  scaleName: z.string(),
  kind: scaleKind.schema,
  state: resultState.schema,
  contestState: contestState.schema,
  issuedAt: z.date(),
})

export function selectOwn(db: Db, staffId: string, page: { limit: number; offset: number }) {
  return rowsOf(db, listedRow)`
    select r.id as "evaluationResultId", r.report ->> 'appointmentName' as "appointmentName", r.report ->> 'scaleName' as "scaleName",
      (r.report ->> 'kind')::int as kind, r.state, r.contest_state as "contestState", r.issued_at as "issuedAt"
    from evaluation.result r
    where r.company_id = ${db.companyId} and r.staff_id = ${staffId}
    order by r.issued_at desc, r.id desc
    limit ${page.limit} offset ${page.offset}`
}

export function countOwn(db: Db, staffId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from evaluation.result r where r.company_id = ${db.companyId} and r.staff_id = ${staffId}`
}

const ownRow = z.object({
  evaluationResultId: id,
  state: resultState.schema,
  report: z.unknown(),
  issuedAt: z.date(),
  keepUntil: z.date(),
  contestState: contestState.schema,
  contestText: z.string().nullable(),
  contestAnswer: z.string().nullable(),
})

export function findOwn(db: Db, staffId: string, resultId: string, lock?: 'update') {
  return findOne(db, ownRow)`
    select r.id as "evaluationResultId", r.state, r.report, r.issued_at as "issuedAt", r.keep_until as "keepUntil",
      r.contest_state as "contestState", r.contest_text as "contestText", r.contest_answer as "contestAnswer"
    from evaluation.result r
    where r.company_id = ${db.companyId} and r.staff_id = ${staffId} and r.id = ${resultId}
    ${lock ? sql`for update` : sql``}`
}

export async function markContested(db: Db, resultId: string, { text, now }: { text: string; now: Date }): Promise<void> {
  await sql`
    update evaluation.result
    set contest_state = ${contestState.open}, contest_text = ${text}, contested_at = ${now}, contest_answer = null, contest_answered_by = null,
      contest_answered_at = null
    where company_id = ${db.companyId} and id = ${resultId}`.execute(db)
}
