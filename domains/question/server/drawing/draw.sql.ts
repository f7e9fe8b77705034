import { id } from '@kaopei/contract'
/** What exams ask of this room: which questions drawing rules admit, and what to pin. */
import { type Db, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { questionStatus, questionTypeSchema } from '../../contract/codes.ts'
import type { DrawFilter } from '../../contract/draw-filter.ts'
import type { QuestionType } from '../../contract/question-type.ts'
import { rulesByValue } from '../rules/scoring/rules-by-value.ts'

export type AdmittedQuestion = {
  questionId: string
  versionId: string
  ruleVersionId: string
  type: QuestionType
  /** The rules that admit it: bit n stands for rule n, from 1. */
  rules: string
}

const readyVersionRow = z.object({
  questionId: id,
  versionId: id,
  ruleVersionId: id,
  type: questionTypeSchema,
  difficulty: z.literal([1, 2, 3]),
  defaultScoreHundredths: z.int(),
})
export type ReadyVersion = z.output<typeof readyVersionRow>

/**
 * Ready questions that some of the filters admit, each once, with the rules (the places of the filters from 1, at most 62) as bits. What is
 * absent or empty in a filter admits all. Each value of a filter stands for the rules that name it, so that the database looks at a question
 * once, however many rules there are.
 */
export function admittedQuestions(
  companyId: string,
  filters: readonly DrawFilter[],
  excludedIds: readonly string[],
): RawBuilder<AdmittedQuestion> {
  const { types, difficulties, banks, categories, tags, points } = rulesByValue(filters)
  return sql<AdmittedQuestion>`
    with recursive category_rules as (
      select c.id, g.rules
      from jsonb_to_recordset(${categories.named}::jsonb) as g (value uuid, rules bigint)
      join question.category c on c.company_id = ${companyId} and c.id = g.value
      union
      select c.id, above.rules
      from question.category c
      join category_rules above on c.parent_id = above.id
      where c.company_id = ${companyId}
    ), bank_rules as (
      select b.id,
        (coalesce(g.rules, 0) | ${banks.others}::bigint) & (coalesce(c.rules, 0) | ${categories.others}::bigint) as rules
      from question.bank b
      left join jsonb_to_recordset(${banks.named}::jsonb) as g (value uuid, rules bigint) on g.value = b.id
      left join (select id, bit_or(rules) as rules from category_rules group by id) c on c.id = b.category_id
      where b.company_id = ${companyId}
    ), tag_rules as (
      select q.id, bit_or(g.rules) as rules
      from question.question q
      cross join unnest(q.tags) as given (tag)
      join jsonb_to_recordset(${tags.named}::jsonb) as g (value text, rules bigint) on g.value = given.tag
      where q.company_id = ${companyId} and q.removed_at is null and q.status = ${lit(questionStatus.ready)}
      group by q.id
    ), point_rules as (
      select k.question_id as id, bit_or(g.rules) as rules
      from question.question_knowledge_point k
      join jsonb_to_recordset(${points.named}::jsonb) as g (value uuid, rules bigint) on g.value = k.knowledge_point_id
      where k.company_id = ${companyId}
      group by k.question_id
    ), admitted as (
      select q.id, q.ready_version_id, q.ready_rule_version_id, q.type,
        b.rules
          & (${types}::bigint[])[q.type]
          & (${difficulties}::bigint[])[q.difficulty]
          & (coalesce(t.rules, 0) | ${tags.others}::bigint)
          & (coalesce(p.rules, 0) | ${points.others}::bigint) as rules
      from question.question q
      join bank_rules b on b.id = q.bank_id
      left join tag_rules t on t.id = q.id
      left join point_rules p on p.id = q.id
      where q.company_id = ${companyId}
        and q.removed_at is null
        and q.status = ${lit(questionStatus.ready)}
        and q.id <> all(${excludedIds}::uuid[])
    )
    select a.id as "questionId",
      a.ready_version_id as "versionId",
      a.ready_rule_version_id as "ruleVersionId",
      a.type,
      a.rules
    from admitted a
    where a.rules <> 0`
}

/** What to pin for fixed questions; questions that are removed, hidden or never were ready are missing from the answer. */
export async function latestReadyVersions(db: Db, questionIds: readonly string[]): Promise<ReadyVersion[]> {
  if (questionIds.length === 0) return []
  return rowsOf(db, readyVersionRow)`
    select q.id as "questionId",
      q.ready_version_id as "versionId",
      q.ready_rule_version_id as "ruleVersionId",
      q.type,
      q.difficulty,
      q.default_score_hundredths as "defaultScoreHundredths"
    from question.question q
    where q.company_id = ${db.companyId}
      and q.id = any(${questionIds}::uuid[])
      and q.removed_at is null
      and q.status = ${lit(questionStatus.ready)}
  `
}
