import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { caseState, evidenceKind, verdictKind } from '../../contract/verdicts/verdict-codes.ts'
import type { AttemptOfExam } from './anomaly.sql.ts'
import { type CaseStanding, type StepTaken, untouched } from './verdict-transition.ts'

const stepRow = z.object({
  number: z.int(),
  step: z.enum(['clear', 'warn', 'propose', 'decide', 'confirm', 'decline', 'withdraw', 'appeal', 'uphold', 'overturn']),
  state: caseState,
  verdict: verdictKind.nullable(),
  reasonCode: z.string().nullable(),
  evidence: z.array(evidenceKind),
  note: z.string(),
  toldText: z.string(),
  proposedBy: id.nullable(),
  confirmedBy: id.nullable(),
  appealUntil: z.date().nullable(),
  effect: z.enum(['voided', 'capped']).nullable(),
  byId: id,
  byName: z.string().nullable(),
  at: z.date(),
  readAt: z.date().nullable(),
})
export type StepRow = z.output<typeof stepRow>

/** Every step of a case, the first one first. */
export function selectSteps(db: Db, attemptId: string): Promise<StepRow[]> {
  return rowsOf(db, stepRow)`
    select v.number, v.step, v.state, v.verdict, v.reason_code as "reasonCode", v.evidence, v.note, v.told_text as "toldText",
      v.proposed_by as "proposedBy", v.confirmed_by as "confirmedBy", v.appeal_until as "appealUntil", v.effect, v.by_id as "byId",
      p.name as "byName", v.at, r.read_at as "readAt"
    from proctoring.verdict v
    left join org.person p on p.company_id = v.company_id and p.id = v.by_id
    left join proctoring.verdict_read r on r.company_id = v.company_id and r.attempt_id = v.attempt_id and r.number = v.number
    where v.company_id = ${db.companyId}
      and v.attempt_id = ${attemptId}
    order by v.number`
}

/** The last row counts. */
export function standingOf(steps: readonly StepRow[]): CaseStanding {
  const last = steps.at(-1)
  if (!last) return untouched
  const { state, verdict, proposedBy, confirmedBy, appealUntil } = last
  return { state, verdict, proposedBy, confirmedBy, appealUntil }
}

export interface NewStep {
  readonly number: number
  readonly step: StepTaken
  readonly standing: CaseStanding
  readonly reasonCode: string | null
  readonly evidence: readonly string[]
  readonly note: string
  readonly toldText: string
  readonly effect: 'voided' | 'capped' | null
  readonly byId: string
  readonly now: Date
}

/** The caller holds the attempt's lock, so that a number is given once. */
export async function insertStep(db: Db, { attemptId, examId, staffId }: AttemptOfExam, step: NewStep): Promise<void> {
  const { number, standing, reasonCode, evidence, note, toldText, effect, byId, now } = step
  const { state, verdict, proposedBy, confirmedBy, appealUntil } = standing
  await sql`
    insert into proctoring.verdict (company_id, attempt_id, number, exam_id, staff_id, step, state, verdict, reason_code, evidence, note, told_text,
      proposed_by, confirmed_by, appeal_until, effect, by_id, at)
    values (${db.companyId}, ${attemptId}, ${number}, ${examId}, ${staffId}, ${step.step}, ${state}, ${verdict}, ${reasonCode},
      ${evidence}::text[], ${note}, ${toldText}, ${proposedBy}, ${confirmedBy}, ${appealUntil}, ${effect}, ${byId}, ${now})`.execute(
    db,
  )
}

export async function insertRead(db: Db, attemptId: string, number: number, now: Date): Promise<void> {
  await sql`
    insert into proctoring.verdict_read (company_id, attempt_id, number, read_at)
    values (${db.companyId}, ${attemptId}, ${number}, ${now})
    on conflict do nothing`.execute(db)
}

const ownRow = z.object({ attemptId: id })

/** Attempts of this person that somebody has judged, the latest first. */
export async function judgedAttempts(db: Db, staffId: string, attemptId: string | undefined): Promise<string[]> {
  const rows = await rowsOf(db, ownRow)`
    select attempt_id as "attemptId"
    from proctoring.verdict
    where company_id = ${db.companyId}
      and staff_id = ${staffId}
      and ${attemptId === undefined ? sql`true` : sql`attempt_id = ${attemptId}`}
    group by attempt_id
    order by max(at) desc`
  return rows.map(({ attemptId: judged }) => judged)
}
