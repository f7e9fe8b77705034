/** Pools of questions counted by the database, and gathered row by row: nobody waits for the thousands that rules may admit. */
import { questionTypeSchema } from '@kaopei/question/contract/codes'
import type { DrawFilter } from '@kaopei/question/contract/draw-filter'
import { type AdmittedQuestion, admittedQuestions } from '@kaopei/question/server'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { PooledQuestion } from './draw.ts'

/** What a pool may hold: every start draws from it, and servers keep it in memory while people write it. */
export const mostOfPool = { questions: 100_000, kinds: 20_000 } as const

export interface DrawWish {
  readonly companyId: string
  readonly filters: readonly DrawFilter[]
  /** Fixed questions of the paper: never drawn again. */
  readonly excludedIds: readonly string[]
}

/** Rows of a pool with their rules as bits: what drafts may draw now, or what is pinned. */
export type PoolRows = RawBuilder<AdmittedQuestion>

export function admittedBy({ companyId, filters, excludedIds }: DrawWish): PoolRows {
  return admittedQuestions(companyId, filters, excludedIds)
}

/** Of a paper with at most 62 rules. */
export function pinnedPool(companyId: string, paperId: string): PoolRows {
  return sql`
    select p.question_id as "questionId",
      p.question_version_id as "versionId",
      p.rule_version_id as "ruleVersionId",
      p.type,
      (select bit_or(1::bigint << number) from unnest(p.rule_numbers) as r (number)) as rules
    from paper.pool_question p
    where p.company_id = ${companyId} and p.paper_id = ${paperId}`
}

const poolFactsRow = z.object({
  /** Questions, and classes of them that the same rules admit. */
  questions: z.int(),
  kinds: z.int(),
  /** Questions that each rule alone could draw. */
  available: z.array(z.int()),
  /** One class after the other, as `rules:questions`; nothing when there are more than a pool may hold. */
  classes: z.string(),
})
export type PoolFacts = z.output<typeof poolFactsRow>

export async function countPool(db: Db, pool: PoolRows, rules: number): Promise<PoolFacts> {
  const available = Array.from(
    { length: rules },
    (_, index) => sql`coalesce(sum(c.questions) filter (where c.rules & ${String(1n << BigInt(index + 1))}::bigint <> 0), 0)`,
  )
  const row = await findOne(db, poolFactsRow)`
    select coalesce(sum(c.questions), 0)::int as questions,
      count(*)::int as kinds,
      array[${sql.join(available)}]::int[] as available,
      case
        when sum(c.questions) <= ${mostOfPool.questions} and count(*) <= ${mostOfPool.kinds}
        then string_agg(c.rules || ':' || c.questions, ' ' order by c.rules)
        else ''
      end as classes
    from (select p.rules, count(*) as questions from (${pool}) p group by p.rules) c
  `
  return row ?? { questions: 0, kinds: 0, available: [], classes: '' }
}

const kindOfQuestionRow = z.object({
  type: questionTypeSchema,
  /** A person has to mark it (content.ts, `needsMarker`). */
  needsMarker: z.boolean(),
  /** Rules that may draw some of it, as bits. */
  rules: z.string(),
})
export type KindOfQuestion = z.output<typeof kindOfQuestionRow>

export async function selectKinds(db: Db, pool: PoolRows): Promise<KindOfQuestion[]> {
  return rowsOf(db, kindOfQuestionRow)`
    select p.type,
      v.content @> '{"type": 6}' or v.content @> '{"type": 4, "blanks": [{"match": "manual"}]}' as "needsMarker",
      bit_or(p.rules)::text as rules
    from (${pool}) p
    join question.version_content v on v.company_id = ${db.companyId} and v.id = p."versionId"
    group by 1, 2
  `
}

/** Pins what the rules admit now, and never more than a little beyond what a pool may hold. */
export async function insertPool(db: Db, paperId: string, wish: DrawWish): Promise<void> {
  await sql`
    insert into paper.pool_question (company_id, paper_id, question_id, question_version_id, rule_version_id, type, rule_numbers)
    select ${wish.companyId}, ${paperId}, p."questionId", p."versionId", p."ruleVersionId", p.type,
      array(select n from generate_series(1, ${wish.filters.length}::int) as n where p.rules & (1::bigint << n) <> 0)
    from (${admittedBy(wish)}) p
    limit ${mostOfPool.questions + 1}
  `.execute(db)
}

/** In the order of their rules, as `gatherPool` wants it. */
export function streamPool(db: Db, pool: PoolRows): AsyncIterable<PooledQuestion> {
  return db
    .selectFrom(sql<AdmittedQuestion>`(${pool})`.as('pool'))
    .select(['questionId', 'versionId', 'ruleVersionId', 'type'])
    .select(sql<string>`pool.rules::text`.as('rules'))
    .orderBy('pool.rules')
    .orderBy('questionId')
    .stream(1000)
}

/** The pool of a pinned paper, whatever the number of its rules: their numbers with commas between. */
export function streamPinned(db: Db, paperId: string): AsyncIterable<PooledQuestion> {
  return db
    .selectFrom('paper.pool_question')
    .select(['question_id as questionId', 'question_version_id as versionId', 'rule_version_id as ruleVersionId', 'type'])
    .select(sql<string>`array_to_string(rule_numbers, ',')`.as('rules'))
    .where('company_id', '=', db.companyId)
    .where('paper_id', '=', paperId)
    .orderBy('rule_numbers')
    .orderBy('question_id')
    .stream(1000)
}
