import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export async function selectContents(db: Db, companyId: string, versionIds: readonly string[]) {
  return await db
    .selectFrom('question.question_version')
    .select(['id', 'content'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .execute()
}

export async function selectRules(db: Db, companyId: string, ruleVersionIds: readonly string[]) {
  return await db
    .selectFrom('question.scoring_rule_version')
    .select(['id', 'rule'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${ruleVersionIds}::uuid[])`)
    .execute()
}

export interface PaperQuestion {
  readonly questionId: string
  readonly versionId: string
  readonly ruleVersionId: string
}

/** The fixed questions of a published exam, in their order. */
export async function selectFixedQuestions(db: Db, companyId: string, examId: string) {
  return await db
    .selectFrom('exam.exam_question')
    .select(['slot', 'question_id as questionId', 'score_hundredths as scoreHundredths'])
    .select(['question_version_id as versionId', 'rule_version_id as ruleVersionId'])
    .where('company_id', '=', companyId)
    .where('exam_id', '=', examId)
    .orderBy('slot')
    .execute()
}

export async function selectDrawRules(db: Db, companyId: string, examId: string) {
  return await db
    .selectFrom('exam.draw_rule')
    .select(['number', 'count', 'score_hundredths as scoreHundredths'])
    .where('company_id', '=', companyId)
    .where('exam_id', '=', examId)
    .orderBy('number')
    .execute()
}
