import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { questionTypeSchema } from '@kaopei/question/contract/codes'
import { type DataScope, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const scoredAttemptRow = z.object({ id, candidateId: id, attemptNo: z.int(), totalHundredths: z.int(), isPassed: z.boolean() })
export type ScoredAttempt = z.output<typeof scoredAttemptRow>

/** Attempts whose result is complete; voided ones never count. */
export async function selectScoredAttempts(
  db: Db,
  { examId, scope }: { examId: string; scope: DataScope },
): Promise<ScoredAttempt[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`a.staff_id in (${scopedStaff(db, scope)})`
  return rowsOf(db, scoredAttemptRow)`
    select a.id,
      a.staff_id as "candidateId",
      a.number as "attemptNo",
      a.score_hundredths as "totalHundredths",
      coalesce(a.is_passed, false) as "isPassed"
    from sitting.standing a
    where a.company_id = ${db.companyId}
      and a.owner_id = ${examId}
      and a.score_hundredths is not null
      and a.state <> 'voided'
      and ${inScope}
    order by a.id
  `
}

const typeSumRow = z.object({ type: questionTypeSchema, maxHundredths: z.int(), scoreHundredths: z.int() })
export type TypeSum = z.output<typeof typeSumRow>

export async function selectTypeSums(db: Db, attemptIds: readonly string[]): Promise<TypeSum[]> {
  return rowsOf(db, typeSumRow)`
    select i.type,
      sum(i.max_score_hundredths)::bigint as "maxHundredths",
      coalesce(sum(i.score_hundredths), 0)::bigint as "scoreHundredths"
    from unnest(${attemptIds}::uuid[]) as n (id)
    join sitting.response i on i.company_id = ${db.companyId} and i.attempt_id = n.id
    group by i.type
  `
}

/** One answer: what it earned, and what was chosen (an option id, or JSON of ids). */
const answerMarkRow = z.object({
  attemptId: id,
  versionId: id,
  max: z.int(),
  score: z.int(),
  isSeen: z.boolean(),
  choice: z.string().nullable(),
})
export type AnswerMark = z.output<typeof answerMarkRow>

export async function selectMarks(db: Db, attemptIds: readonly string[]): Promise<AnswerMark[]> {
  return rowsOf(db, answerMarkRow)`
    select i.attempt_id as "attemptId",
      i.question_version_id as "versionId",
      i.max_score_hundredths as max,
      coalesce(i.score_hundredths, 0) as score,
      i.answer_state <> 'not_seen' as "isSeen",
      coalesce(i.answer ->> 'optionId', i.answer ->> 'optionIds') as choice
    from sitting.response i
    where i.company_id = ${db.companyId} and i.attempt_id = any(${attemptIds}::uuid[])
  `
}

const analysedItemRow = z.object({
  versionId: id,
  questionId: id,
  slot: z.int().nullable(),
  ruleNumber: z.int().nullable(),
  content: z.unknown(),
})
export type AnalysedItem = z.output<typeof analysedItemRow>

/** What these versions are in the exam: at a slot of the fixed paper, or drawn by a rule. */
export async function selectAnalysedItems(db: Db, examId: string, versionIds: readonly string[]): Promise<AnalysedItem[]> {
  return rowsOf(db, analysedItemRow)`
    select v.id as "versionId",
      v.question_id as "questionId",
      p.slot,
      p.rule_number as "ruleNumber",
      v.content
    from question.version_content v
    join exam.exam_card e on e.company_id = v.company_id and e.id = ${examId}
    left join paper.listed_question p
      on p.company_id = v.company_id and p.paper_id = e.paper_id and p.question_id = v.question_id
    where v.company_id = ${db.companyId} and v.id = any(${versionIds}::uuid[])
  `
}
