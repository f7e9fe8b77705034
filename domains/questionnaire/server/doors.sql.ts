/** What rooms above ask of questionnaires. */
import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const cardRow = z.object({
  id,
  name: z.string(),
  status: z.int(),
  isAnonymous: z.boolean(),
  audienceMode: z.int(),
  admissionStartAt: z.date().nullable(),
  admissionEndAt: z.date().nullable(),
  questionCount: z.int(),
})
export type QuestionnaireCard = z.input<typeof cardRow>

/** These questionnaires; ids of none in the company, and removed ones, are left out. `statusAt` says how one stands. */
export function questionnaireCards(db: Db, ids: readonly string[]): Promise<QuestionnaireCard[]> {
  return rowsOf(db, cardRow)`
    select q.id, q.name, q.status, q.is_anonymous as "isAnonymous", q.audience_mode as "audienceMode",
      q.admission_start_at as "admissionStartAt", q.admission_end_at as "admissionEndAt", q.question_count as "questionCount"
    from questionnaire.questionnaire q
    where q.company_id = ${db.companyId} and q.id = any (${ids}::uuid[]) and q.removed_at is null`
}

const answeredRow = z.object({
  questionnaireId: id,
  staffId: id,
  /** A day of the company's clocks, `yyyy-MM-dd`: nothing finer is kept. */
  answeredOn: z.string(),
})

/** Who of these people has answered which of these questionnaires; what they answered is not asked. */
export function answeredBy(
  db: Db,
  questionnaireIds: readonly string[],
  staffIds: readonly string[],
): Promise<z.input<typeof answeredRow>[]> {
  return rowsOf(db, answeredRow)`
    select p.questionnaire_id as "questionnaireId", p.staff_id as "staffId", p.answered_on::text as "answeredOn"
    from questionnaire.participation p
    where p.company_id = ${db.companyId} and p.questionnaire_id = any (${questionnaireIds}::uuid[]) and p.staff_id = any (${staffIds}::uuid[])`
}
