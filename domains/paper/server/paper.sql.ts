import { id } from '@kaopei/contract'
import { difficulty, questionStatus, questionTypeSchema } from '@kaopei/question/contract/codes'
import type { DrawFilter } from '@kaopei/question/contract/draw-filter'
import { drawFilter } from '@kaopei/question/contract/draw-filter'
import type { IsPinned } from '@kaopei/question/server'
import { type Db, idRow, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const fixedRow = z.object({
  slot: z.int(),
  questionId: id,
  type: questionTypeSchema,
  stemText: z.string(),
  difficulty: difficulty.schema,
  bankName: z.string(),
  scoreHundredths: z.int(),
  isReady: z.boolean(),
})
export type FixedRow = z.output<typeof fixedRow>

export async function selectFixed(db: Db, paperId: string): Promise<FixedRow[]> {
  return rowsOf(db, fixedRow)`
    select p.number as slot,
      p.question_id as "questionId",
      q.type,
      q.stem_text as "stemText",
      q.difficulty,
      coalesce(q.bank_name, '') as "bankName",
      p.score_hundredths as "scoreHundredths",
      p.question_version_id is not null or (q.status = ${lit(questionStatus.ready)} and q.removed_at is null) as "isReady"
    from paper.slot p
    join question.card q on q.company_id = p.company_id and q.id = p.question_id
    where p.company_id = ${db.companyId} and p.paper_id = ${paperId}
    order by p.number
  `
}

export type RuleRow = { number: number; filter: DrawFilter; count: number; scoreHundredths: number }

export async function selectRules(db: Db, paperId: string): Promise<RuleRow[]> {
  const rows = await db
    .selectFrom('paper.draw_rule')
    .select(['number', 'filter', 'count', 'score_hundredths as scoreHundredths'])
    .where('company_id', '=', db.companyId)
    .where('paper_id', '=', paperId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, filter: drawFilter.parse(row.filter) }))
}

const knownQuestionsRow = z.object({ id, defaultScoreHundredths: z.int() })

/** Which of these questions exist and are not removed. */
export async function selectKnownQuestions(
  db: Db,
  questionIds: readonly string[],
): Promise<{ id: string; defaultScoreHundredths: number }[]> {
  return rowsOf(db, knownQuestionsRow)`
    select q.id, q.default_score_hundredths as "defaultScoreHundredths"
    from question.card q
    where q.company_id = ${db.companyId} and q.id = any(${questionIds}::uuid[]) and q.removed_at is null
  `
}

export type WrittenParts = {
  fixed: readonly { questionId: string; scoreHundredths: number }[]
  rules: readonly { filter: DrawFilter; count: number; scoreHundredths: number }[]
}

/** Slots and numbers are 1, 2, 3 … in the order given. */
export async function replacePaper(db: Db, paperId: string, { fixed, rules }: WrittenParts): Promise<void> {
  await db.deleteFrom('paper.slot').where('company_id', '=', db.companyId).where('paper_id', '=', paperId).execute()
  await db.deleteFrom('paper.draw_rule').where('company_id', '=', db.companyId).where('paper_id', '=', paperId).execute()
  const key = { company_id: db.companyId, paper_id: paperId }
  if (fixed.length > 0) {
    const rows = fixed.map(({ questionId, scoreHundredths }, index) => ({
      ...key,
      number: index + 1,
      question_id: questionId,
      score_hundredths: scoreHundredths,
    }))
    await db.insertInto('paper.slot').values(rows).execute()
  }
  if (rules.length > 0) {
    const rows = rules.map(({ filter, count, scoreHundredths }, index) => ({
      ...key,
      number: index + 1,
      filter: JSON.stringify(filter),
      count,
      score_hundredths: scoreHundredths,
    }))
    await db.insertInto('paper.draw_rule').values(rows).execute()
  }
}

const contentsRow = z.object({ versionId: id, content: z.unknown() })

export async function selectContents(db: Db, versionIds: readonly string[]): Promise<{ versionId: string; content: unknown }[]> {
  return rowsOf(db, contentsRow)`
    select v.id as "versionId", v.content
    from question.version_content v
    where v.company_id = ${db.companyId} and v.id = any(${versionIds}::uuid[])
  `
}

export async function insertPaper(db: Db): Promise<string> {
  const { id } = await db.insertInto('paper.paper').values({ company_id: db.companyId }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The parts of one paper for another one. Versions are pinned later, so none are copied. */
export async function copyParts(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into paper.slot (company_id, paper_id, number, question_id, score_hundredths)
    select company_id, ${to}, number, question_id, score_hundredths
    from paper.slot
    where company_id = ${db.companyId} and paper_id = ${from}
  `.execute(db)
  await sql`
    insert into paper.draw_rule (company_id, paper_id, number, filter, count, score_hundredths)
    select company_id, ${to}, number, filter, count, score_hundredths
    from paper.draw_rule
    where company_id = ${db.companyId} and paper_id = ${from}
  `.execute(db)
}

export async function selectSecret(db: Db, paperId: string): Promise<string> {
  const { secret } = await db
    .selectFrom('paper.paper')
    .select('secret')
    .where('company_id', '=', db.companyId)
    .where('id', '=', paperId)
    .executeTakeFirstOrThrow()
  return secret
}

export async function updatePinned(db: Db, paperId: string, now: Date): Promise<void> {
  await db
    .updateTable('paper.paper')
    .set({ pinned_at: now })
    .where('company_id', '=', db.companyId)
    .where('id', '=', paperId)
    .execute()
}

const pinnedQuestionRow = z.object({ questionId: id, versionId: id, ruleVersionId: id })
export type PinnedQuestion = z.output<typeof pinnedQuestionRow>

/** Fixed questions that are pinned already: of a pinned paper all, of one still written none. */
export async function selectPinned(db: Db, paperId: string): Promise<PinnedQuestion[]> {
  return rowsOf(db, pinnedQuestionRow)`
    select question_id as "questionId", question_version_id as "versionId", rule_version_id as "ruleVersionId"
    from paper.slot
    where company_id = ${db.companyId} and paper_id = ${paperId} and question_version_id is not null
    order by number
  `
}

export async function pinFixed(db: Db, paperId: string, versions: readonly PinnedQuestion[]): Promise<void> {
  await sql`
    update paper.slot p
    set question_version_id = v."versionId", rule_version_id = v."ruleVersionId"
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v ("questionId" uuid, "versionId" uuid, "ruleVersionId" uuid)
    where p.company_id = ${db.companyId} and p.paper_id = ${paperId} and p.question_id = v."questionId"
  `.execute(db)
}

/** Which of these versions a person has to mark (content.ts, `needsMarker`). */
export async function selectMarkedByHand(db: Db, versionIds: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf(db, idRow)`
    select v.id
    from question.version_content v
    where v.company_id = ${db.companyId}
      and v.id = any(${versionIds}::uuid[])
      and (v.content @> '{"type": 6}' or v.content @> '{"type": 4, "blanks": [{"match": "manual"}]}')
  `
  return new Set(rows.map((row) => row.id))
}

export interface PaperQuestion {
  readonly questionId: string
  readonly versionId: string
  readonly ruleVersionId: string
}

/** The fixed questions of a pinned paper, in their order. */
export async function selectPlaced(db: Db, paperId: string) {
  return await db
    .selectFrom('paper.slot')
    .select(['number as slot', 'question_id as questionId', 'score_hundredths as scoreHundredths'])
    .select(['question_version_id as versionId', 'rule_version_id as ruleVersionId'])
    .where('company_id', '=', db.companyId)
    .where('paper_id', '=', paperId)
    .orderBy('number')
    .execute()
}

export async function selectDrawRules(db: Db, paperId: string) {
  return await db
    .selectFrom('paper.draw_rule')
    .select(['number', 'count', 'score_hundredths as scoreHundredths'])
    .where('company_id', '=', db.companyId)
    .where('paper_id', '=', paperId)
    .orderBy('number')
    .execute()
}

/** How many questions a paper gives: the fixed ones and those that its rules draw. */
export const questionCount = ({
  companyId,
  paperId,
}: {
  companyId: RawBuilder<unknown>
  paperId: RawBuilder<unknown>
}) => sql<number>`(
  (select count(*) from paper.slot p where p.company_id = ${companyId} and p.paper_id = ${paperId})
  + (select coalesce(sum(r.count), 0) from paper.draw_rule r where r.company_id = ${companyId} and r.paper_id = ${paperId}))::int`

/** Told to the room of questions: a version that a paper has pinned never changes. */
export const isPinned: IsPinned = (db, { of, questionId, versionId }) => sql`exists (
  select from paper.listed_question listed
  where listed.company_id = ${db.companyId} and listed.question_id = ${questionId}
    and ${of === 'content' ? sql`listed.question_version_id` : sql`listed.rule_version_id`} = ${versionId}
)`
