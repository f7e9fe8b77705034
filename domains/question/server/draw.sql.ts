/** What exams ask of this room: which questions a rule admits, and what to pin. */
import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { DrawFilter } from '../contract/draw-filter.ts'
import type { QuestionType } from '../contract/question-type.ts'
import { withinCategories } from './category.sql.ts'

/** A question that an exam may use, with the versions to pin. Everything that a drawing rule may ask about comes along. */
export type DrawCandidate = {
  questionId: string
  versionId: string
  ruleVersionId: string
  type: QuestionType
  difficulty: 1 | 2 | 3
  bankId: string
  categoryId: string | null
  knowledgePointIds: string[]
  tags: string[]
}

export type ReadyVersion = {
  questionId: string
  versionId: string
  ruleVersionId: string
  type: QuestionType
  difficulty: 1 | 2 | 3
  defaultScoreHundredths: number
}

/** Ready questions that the filter admits, by id; what is absent or empty in the filter admits all. */
export async function candidatesForDraw(db: Db, companyId: string, filter: DrawFilter = {}): Promise<DrawCandidate[]> {
  const { rows } = await sql<DrawCandidate>`
    select q.id as "questionId",
      q.ready_version_id as "versionId",
      q.ready_rule_version_id as "ruleVersionId",
      q.type,
      q.difficulty,
      q.bank_id as "bankId",
      b.category_id as "categoryId",
      coalesce(k.ids, '{}') as "knowledgePointIds",
      q.tags
    from question.question q
    join question.bank b on b.company_id = q.company_id and b.id = q.bank_id
    left join (
      select question_id, array_agg(knowledge_point_id) as ids
      from question.question_knowledge_point
      where company_id = ${companyId}
      group by question_id
    ) k on k.question_id = q.id
    where q.company_id = ${companyId}
      and q.removed_at is null
      and q.status = 1
      and ${some(filter.bankIds) ? sql`q.bank_id = any(${filter.bankIds}::uuid[])` : sql`true`}
      and ${some(filter.categoryIds) ? sql`b.category_id in (${withinCategories(companyId, filter.categoryIds)})` : sql`true`}
      and ${some(filter.types) ? sql`q.type = any(${filter.types}::smallint[])` : sql`true`}
      and ${some(filter.difficulties) ? sql`q.difficulty = any(${filter.difficulties}::smallint[])` : sql`true`}
      and ${some(filter.tags) ? sql`q.tags && ${filter.tags}::text[]` : sql`true`}
      and ${some(filter.knowledgePointIds) ? sql`k.ids && ${filter.knowledgePointIds}::uuid[]` : sql`true`}
    order by q.id
  `.execute(db)
  return rows
}

/** What to pin for fixed questions; questions that are removed, hidden or never were ready are missing from the answer. */
export async function latestReadyVersions(db: Db, companyId: string, questionIds: readonly string[]): Promise<ReadyVersion[]> {
  if (questionIds.length === 0) return []
  const { rows } = await sql<ReadyVersion>`
    select q.id as "questionId",
      q.ready_version_id as "versionId",
      q.ready_rule_version_id as "ruleVersionId",
      q.type,
      q.difficulty,
      q.default_score_hundredths as "defaultScoreHundredths"
    from question.question q
    where q.company_id = ${companyId}
      and q.id = any(${questionIds}::uuid[])
      and q.removed_at is null
      and q.status = 1
  `.execute(db)
  return rows
}

function some<T>(values: readonly T[] | undefined): values is readonly T[] {
  return values !== undefined && values.length > 0
}
