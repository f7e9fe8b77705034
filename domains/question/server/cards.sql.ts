import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { questionStatus, questionTypeSchema } from '../contract/codes.ts'

const cardRow = z.object({
  id,
  type: questionTypeSchema,
  stemText: z.string(),
  bankName: z.string(),
  /** Who made the bank. */
  keeperId: id.nullable(),
  /** What its newest ready version is; null: it is not offered (any more). */
  readyVersionId: id.nullable(),
  readyRuleVersionId: id.nullable(),
  latestVersionId: id.nullable(),
  defaultScoreHundredths: z.int(),
  /** The same of questions that say the same. */
  fingerprint: z.string(),
  points: z.array(z.object({ id, name: z.string() })),
})
export type QuestionCard = z.output<typeof cardRow>

/** What other rooms show of questions, removed ones too; ids of none in the company are left out. */
export async function questionCards(db: Db, ids: readonly string[]): Promise<QuestionCard[]> {
  if (ids.length === 0) return []
  return rowsOf(db, cardRow)`
    select q.id, q.type, q.stem_text as "stemText", b.name as "bankName", b.created_by as "keeperId",
      case when q.status = ${lit(questionStatus.ready)} and q.removed_at is null then q.ready_version_id end as "readyVersionId",
      case when q.status = ${lit(questionStatus.ready)} and q.removed_at is null then q.ready_rule_version_id end as "readyRuleVersionId",
      q.latest_version_id as "latestVersionId", q.default_score_hundredths as "defaultScoreHundredths", q.fingerprint,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name)
          from question.question_knowledge_point l
          join question.knowledge_point k on k.company_id = l.company_id and k.id = l.knowledge_point_id
          where l.company_id = q.company_id and l.question_id = q.id
        ),
        '[]'
      ) as points
    from question.question q
    join question.bank b on b.company_id = q.company_id and b.id = q.bank_id
    where q.company_id = ${db.companyId} and q.id = any(${ids}::uuid[])`
}

/** `question_id` and `point_id` of every question of the company that carries a knowledge point, for a join. */
export function pointsOfQuestions(db: Db): RawBuilder<unknown> {
  return sql`
    select l.question_id, l.knowledge_point_id as point_id
    from question.question_knowledge_point l
    where l.company_id = ${db.companyId}`
}

/** `question_id` and `type` of every question of the company, removed ones too, for a join. */
export function typesOfQuestions(db: Db): RawBuilder<unknown> {
  return sql`select q.id as question_id, q.type from question.question q where q.company_id = ${db.companyId}`
}

/** The ids of the questions in banks that somebody made. */
export function questionsKeptBy(db: Db, staffId: string): RawBuilder<unknown> {
  return sql`
    select q.id
    from question.question q
    join question.bank b on b.company_id = q.company_id and b.id = q.bank_id
    where q.company_id = ${db.companyId} and b.created_by = ${staffId}`
}

/** The ids of the questions that are offered now, for `question_id in (…)` or a join. */
export function offeredQuestions(db: Db): RawBuilder<unknown> {
  return sql`
    select q.id
    from question.question q
    where q.company_id = ${db.companyId} and q.status = ${lit(questionStatus.ready)} and q.removed_at is null`
}

/** The ids of the questions of a type, removed ones too. */
export function questionsOfType(db: Db, type: number): RawBuilder<unknown> {
  return sql`select q.id from question.question q where q.company_id = ${db.companyId} and q.type = ${type}`
}

/** The id and `difficulty` of every question of the company, removed ones too, for a join. */
export function difficultiesOfQuestions(db: Db): RawBuilder<unknown> {
  return sql`select q.id, q.difficulty from question.question q where q.company_id = ${db.companyId}`
}
