import { type Db, findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { contestState } from '../../contract/codes.ts'

const stateRow = z.object({ contestState: contestState.schema })

export interface WhoseContest {
  readonly assessmentId: string
  readonly staffId: string
}

/** Held until the transaction ends: of two who contest or answer at once the second is told. */
export async function lockContest(db: Db, { assessmentId, staffId }: WhoseContest): Promise<number | undefined> {
  const found = await findOne(db, stateRow)`
    select p.contest_state as "contestState" from evaluation.post_person p
    where p.company_id = ${db.companyId} and p.assessment_id = ${assessmentId} and p.staff_id = ${staffId}
    for update`
  return found?.contestState
}

export async function markContested(
  db: Db,
  { assessmentId, staffId }: WhoseContest,
  { number, text, now }: { number: number; text: string; now: Date },
): Promise<void> {
  await sql`
    update evaluation.post_person
    set contest_state = ${contestState.open}, contest_number = ${number}, contest_text = ${text}, contested_at = ${now}, contest_answer = null,
      contest_answered_by = null, contest_answered_at = null
    where company_id = ${db.companyId} and assessment_id = ${assessmentId} and staff_id = ${staffId}`.execute(db)
}

export async function answerContest(
  db: Db,
  { assessmentId, staffId }: WhoseContest,
  { text, actorId, now }: { text: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    update evaluation.post_person
    set contest_state = ${contestState.answered}, contest_answer = ${text}, contest_answered_by = ${actorId}, contest_answered_at = ${now}
    where company_id = ${db.companyId} and assessment_id = ${assessmentId} and staff_id = ${staffId}`.execute(db)
}
