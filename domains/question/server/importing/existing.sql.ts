import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { difficulty, questionTypeSchema } from '../../contract/codes.ts'

const existingQuestionRow = z.object({
  id,
  type: questionTypeSchema,
  idNumber: z.string().nullable(),
  fingerprint: z.string(),
  difficulty: difficulty.schema,
  defaultScoreHundredths: z.int(),
  content: z.unknown(),
  rule: z.unknown(),
})
export type ExistingQuestion = z.output<typeof existingQuestionRow>

type BankKey = { id: string; idNumber: string | null; fingerprint: string }

/** What the bank's questions are found again by, all at once: a look for each portion of a file would go through them again and again. */
export async function selectBankKeys(db: Db, bankId: string): Promise<BankKey[]> {
  return db
    .selectFrom('question.question')
    .select(['id', 'id_number as idNumber', 'fingerprint'])
    .where('company_id', '=', db.companyId)
    .where('bank_id', '=', bankId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function selectExisting(db: Db, ids: readonly string[]): Promise<ExistingQuestion[]> {
  if (ids.length === 0) return []
  return rowsOf(db, existingQuestionRow)`
    select q.id, q.type, q.id_number as "idNumber", q.fingerprint, q.difficulty,
      q.default_score_hundredths as "defaultScoreHundredths", v.content, r.rule
    from question.question q
    join question.question_version v on v.company_id = q.company_id and v.id = q.latest_version_id
    join question.scoring_rule_version r on r.company_id = q.company_id and r.id = q.latest_rule_version_id
    where q.company_id = ${db.companyId} and q.id = any(${ids}::uuid[])
    order by q.id
  `
}
