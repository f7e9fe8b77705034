import { scopedStaff } from '@kaopei/org/server'
import type { DataScope, Db } from '@kaopei/server'
import { type QueryResult, sql } from 'kysely'

export type ScoredAttempt = { id: string; candidateId: string; attemptNo: number; totalHundredths: number; isPassed: boolean }

/** Attempts whose result is complete; voided ones never count. */
export async function selectScoredAttempts(
  db: Db,
  companyId: string,
  { examId, scope }: { examId: string; scope: DataScope },
): Promise<ScoredAttempt[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`a.staff_id in (${scopedStaff(db, companyId, scope)})`
  const { rows } = await sql<ScoredAttempt>`
    select a.id,
      a.staff_id as "candidateId",
      a.number as "attemptNo",
      a.score_hundredths as "totalHundredths",
      coalesce(a.is_passed, false) as "isPassed"
    from exam.attempt a
    where a.company_id = ${companyId}
      and a.exam_id = ${examId}
      and a.score_hundredths is not null
      and a.state <> 'voided'
      and ${inScope}
    order by a.id
  `.execute(db)
  return rows
}

export type TypeSum = { type: number; maxHundredths: number; scoreHundredths: number }

export async function selectTypeSums(db: Db, companyId: string, attemptIds: readonly string[]): Promise<TypeSum[]> {
  const { rows } = await sql<TypeSum>`
    select i.type,
      sum(i.max_score_hundredths)::bigint as "maxHundredths",
      sum(i.score_hundredths)::bigint as "scoreHundredths"
    from unnest(${attemptIds}::uuid[]) as n (id)
    join exam.attempt_item i on i.company_id = ${companyId} and i.attempt_id = n.id
    group by i.type
  `.execute(db)
  return rows
}

export type AnalysedItem = {
  versionId: string
  questionId: string
  type: number
  maxHundredths: number
  slot: number | null
  ruleNumber: number | null
  content: unknown
}

/** Which items these attempts had, fixed ones in the paper's order, then what was drawn. */
export async function selectAnalysedItems(
  db: Db,
  companyId: string,
  examId: string,
  attemptIds: readonly string[],
): Promise<AnalysedItem[]> {
  const { rows } = await sql<AnalysedItem>`
    select had.version_id as "versionId",
      had.question_id as "questionId",
      had.type,
      had.max as "maxHundredths",
      p.slot,
      g.rule_numbers[1] as "ruleNumber",
      v.content
    from (
      select i.question_version_id as version_id, i.question_id, i.type, i.max_score_hundredths as max
      from unnest(${attemptIds}::uuid[]) as n (id)
      join exam.attempt_item i on i.company_id = ${companyId} and i.attempt_id = n.id
      group by i.question_version_id, i.question_id, i.type, i.max_score_hundredths
    ) had
    join question.question_version v on v.company_id = ${companyId} and v.id = had.version_id
    left join exam.exam_question p
      on p.company_id = ${companyId} and p.exam_id = ${examId} and p.question_id = had.question_id
    left join exam.pool_question g
      on g.company_id = ${companyId} and g.exam_id = ${examId} and g.question_id = had.question_id
    order by p.slot nulls last, g.rule_numbers, had.version_id, had.max
  `.execute(db)
  return rows
}

/** One answer: place of its attempt and of its item in the lists asked for, what it earned, what was chosen (option id, or JSON of ids). */
export type AnswerMark = { attempt: number; item: number; score: number | null; choice: string | null }

export function streamMarks(
  db: Db,
  companyId: string,
  { attemptIds, items }: { attemptIds: readonly string[]; items: readonly Pick<AnalysedItem, 'versionId' | 'maxHundredths'>[] },
): AsyncIterableIterator<QueryResult<AnswerMark>> {
  const versionIds = items.map(({ versionId }) => versionId)
  const maximums = items.map(({ maxHundredths }) => maxHundredths)
  const query = sql<AnswerMark>`
    select n.place::int as attempt,
      w.place::int as item,
      case when i.answer_state <> 'not_seen' then i.score_hundredths end as score,
      coalesce(i.answer ->> 'optionId', i.answer ->> 'optionIds') as choice
    from unnest(${attemptIds}::uuid[]) with ordinality as n (id, place)
    join exam.attempt_item i on i.company_id = ${companyId} and i.attempt_id = n.id
    join unnest(${versionIds}::uuid[], ${maximums}::int[]) with ordinality as w (version_id, max, place)
      on w.version_id = i.question_version_id and w.max = i.max_score_hundredths
  `
  return db.getExecutor().stream(query.compile(db), 10_000)
}
