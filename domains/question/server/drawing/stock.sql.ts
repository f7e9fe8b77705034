import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export async function selectContents(db: Db, versionIds: readonly string[]) {
  return await db
    .selectFrom('question.question_version')
    .select(['id', 'content'])
    .where('company_id', '=', db.companyId)
    .where('id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .execute()
}

export async function selectRules(db: Db, ruleVersionIds: readonly string[]) {
  return await db
    .selectFrom('question.scoring_rule_version')
    .select(['id', 'rule'])
    .where('company_id', '=', db.companyId)
    .where('id', '=', sql<string>`any(${ruleVersionIds}::uuid[])`)
    .execute()
}
