import type { DrawFilter } from '@kaopei/question/contract/draw-filter'
import { drawFilter } from '@kaopei/question/contract/draw-filter'
import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export type FixedRow = {
  slot: number
  questionId: string
  type: number
  stemText: string
  difficulty: number
  bankName: string
  scoreHundredths: number
  isReady: boolean
}

export async function selectFixed(db: Db, companyId: string, examId: string): Promise<FixedRow[]> {
  const { rows } = await sql<FixedRow>`
    select p.slot,
      p.question_id as "questionId",
      q.type,
      q.stem_text as "stemText",
      q.difficulty,
      b.name as "bankName",
      p.score_hundredths as "scoreHundredths",
      p.question_version_id is not null or (q.status = 1 and q.removed_at is null) as "isReady"
    from exam.exam_question p
    join question.question q on q.company_id = p.company_id and q.id = p.question_id
    join question.bank b on b.company_id = q.company_id and b.id = q.bank_id
    where p.company_id = ${companyId} and p.exam_id = ${examId}
    order by p.slot
  `.execute(db)
  return rows
}

export type RuleRow = { number: number; filter: DrawFilter; count: number; scoreHundredths: number }

export async function selectRules(db: Db, companyId: string, examId: string): Promise<RuleRow[]> {
  const rows = await db
    .selectFrom('exam.draw_rule')
    .select(['number', 'filter', 'count', 'score_hundredths as scoreHundredths'])
    .where('company_id', '=', companyId)
    .where('exam_id', '=', examId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, filter: drawFilter.parse(row.filter) }))
}

/** Which of these questions exist and are not removed. */
export async function selectKnownQuestions(
  db: Db,
  companyId: string,
  questionIds: readonly string[],
): Promise<{ id: string; defaultScoreHundredths: number }[]> {
  const { rows } = await sql<{ id: string; defaultScoreHundredths: number }>`
    select q.id, q.default_score_hundredths as "defaultScoreHundredths"
    from question.question q
    where q.company_id = ${companyId} and q.id = any(${questionIds}::uuid[]) and q.removed_at is null
  `.execute(db)
  return rows
}

export type PaperParts = {
  fixed: readonly { questionId: string; scoreHundredths: number }[]
  rules: readonly { filter: DrawFilter; count: number; scoreHundredths: number }[]
}

/** Slots and numbers are 1, 2, 3 … in the order given. */
export async function replacePaper(db: Db, companyId: string, examId: string, { fixed, rules }: PaperParts): Promise<void> {
  await db.deleteFrom('exam.exam_question').where('company_id', '=', companyId).where('exam_id', '=', examId).execute()
  await db.deleteFrom('exam.draw_rule').where('company_id', '=', companyId).where('exam_id', '=', examId).execute()
  const key = { company_id: companyId, exam_id: examId }
  if (fixed.length > 0) {
    const rows = fixed.map(({ questionId, scoreHundredths }, index) => ({
      ...key,
      slot: index + 1,
      question_id: questionId,
      score_hundredths: scoreHundredths,
    }))
    await db.insertInto('exam.exam_question').values(rows).execute()
  }
  if (rules.length > 0) {
    const rows = rules.map(({ filter, count, scoreHundredths }, index) => ({
      ...key,
      number: index + 1,
      filter: JSON.stringify(filter),
      count,
      score_hundredths: scoreHundredths,
    }))
    await db.insertInto('exam.draw_rule').values(rows).execute()
  }
}

export async function selectContents(
  db: Db,
  companyId: string,
  versionIds: readonly string[],
): Promise<{ versionId: string; content: unknown }[]> {
  const { rows } = await sql<{ versionId: string; content: unknown }>`
    select v.id as "versionId", v.content
    from question.question_version v
    where v.company_id = ${companyId} and v.id = any(${versionIds}::uuid[])
  `.execute(db)
  return rows
}
