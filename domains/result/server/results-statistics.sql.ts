import { scopedStaff } from '@kaopei/org/server'
import type { DataScope, Db } from '@kaopei/server'
import { sql } from 'kysely'

export type ScoredAttempt = { id: string; candidateId: string; attemptNo: number; totalHundredths: number; isPassed: boolean }

/** Attempts whose result is complete; voided ones never count. */
export async function selectScoredAttempts(
  db: Db,
  { examId, scope }: { examId: string; scope: DataScope },
): Promise<ScoredAttempt[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`a.staff_id in (${scopedStaff(db, scope)})`
  const { rows } = await sql<ScoredAttempt>`
    select a.id,
      a.staff_id as "candidateId",
      a.number as "attemptNo",
      a.score_hundredths as "totalHundredths",
      coalesce(a.is_passed, false) as "isPassed"
    from sitting.attempt a
    where a.company_id = ${db.companyId}
      and a.exam_id = ${examId}
      and a.score_hundredths is not null
      and a.state <> 'voided'
      and ${inScope}
    order by a.id
  `.execute(db)
  return rows
}

export type TypeSum = { type: number; maxHundredths: number; scoreHundredths: number }

export async function selectTypeSums(db: Db, attemptIds: readonly string[]): Promise<TypeSum[]> {
  const { rows } = await sql<TypeSum>`
    select i.type,
      sum(i.max_score_hundredths)::bigint as "maxHundredths",
      sum(i.score_hundredths)::bigint as "scoreHundredths"
    from unnest(${attemptIds}::uuid[]) as n (id)
    join sitting.attempt_item i on i.company_id = ${db.companyId} and i.attempt_id = n.id
    group by i.type
  `.execute(db)
  return rows
}

/** One answer: what it earned, and what was chosen (an option id, or JSON of ids). */
export type AnswerMark = {
  attemptId: string
  versionId: string
  max: number
  score: number
  isSeen: boolean
  choice: string | null
}

export async function selectMarks(db: Db, attemptIds: readonly string[]): Promise<AnswerMark[]> {
  const { rows } = await sql<AnswerMark>`
    select i.attempt_id as "attemptId",
      i.question_version_id as "versionId",
      i.max_score_hundredths as max,
      coalesce(i.score_hundredths, 0) as score,
      i.answer_state <> 'not_seen' as "isSeen",
      coalesce(i.answer ->> 'optionId', i.answer ->> 'optionIds') as choice
    from sitting.attempt_item i
    where i.company_id = ${db.companyId} and i.attempt_id = any(${attemptIds}::uuid[])
  `.execute(db)
  return rows
}

export type AnalysedItem = {
  versionId: string
  questionId: string
  slot: number | null
  ruleNumber: number | null
  content: unknown
}

/** What these versions are in the exam: at a slot of the fixed paper, or drawn by a rule. */
export async function selectAnalysedItems(db: Db, examId: string, versionIds: readonly string[]): Promise<AnalysedItem[]> {
  const { rows } = await sql<AnalysedItem>`
    select v.id as "versionId",
      v.question_id as "questionId",
      p.number as slot,
      g.rule_numbers[1] as "ruleNumber",
      v.content
    from question.question_version v
    join exam.exam e on e.company_id = v.company_id and e.id = ${examId}
    left join paper.slot p
      on p.company_id = v.company_id and p.paper_id = e.paper_id and p.question_id = v.question_id
    left join paper.pool_question g
      on g.company_id = v.company_id and g.paper_id = e.paper_id and g.question_id = v.question_id
    where v.company_id = ${db.companyId} and v.id = any(${versionIds}::uuid[])
  `.execute(db)
  return rows
}
