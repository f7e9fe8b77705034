import { id } from '@kaopei/contract'
import { questionTypeSchema } from '@kaopei/question/contract/codes'
import { type Db, rowsOf } from '@kaopei/server'
import { happenedIn } from '@kaopei/sitting/server'
import { z } from 'zod'

const attemptFactsRow = z.object({
  id,
  number: z.int(),
  state: z.string(),
  startedAt: z.date(),
  submittedAt: z.date().nullable(),
  submitCause: z.string().nullable(),
  dueAt: z.date().nullable(),
  maxScoreHundredths: z.int(),
  scoreHundredths: z.int().nullable(),
  objectiveHundredths: z.int().nullable(),
  subjectiveHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  publishedAt: z.date().nullable(),
})
export type AttemptFacts = z.output<typeof attemptFactsRow>

/** All of one candidate, the one that counts first (as in results.sql.ts). */
export async function selectAttemptsOf(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<AttemptFacts[]> {
  return rowsOf(db, attemptFactsRow)`
    select a.id,
      a.number,
      a.state,
      a.started_at as "startedAt",
      a.submitted_at as "submittedAt",
      a.submit_cause as "submitCause",
      a.due_at as "dueAt",
      a.max_score_hundredths as "maxScoreHundredths",
      a.score_hundredths as "scoreHundredths",
      a.objective_score_hundredths as "objectiveHundredths",
      a.subjective_score_hundredths as "subjectiveHundredths",
      a.is_passed as "isPassed",
      a.ip,
      a.user_agent as "userAgent",
      a.published_at as "publishedAt"
    from sitting.standing a
    where a.company_id = ${db.companyId} and a.owner_id = ${examId} and a.staff_id = ${staffId}
    order by (a.state = 'voided'), a.score_hundredths desc nulls last, a.number desc
  `
}

const itemFactsRow = z.object({
  slot: z.int(),
  orderIndex: z.int(),
  questionId: id,
  type: questionTypeSchema,
  content: z.unknown(),
  optionOrder: z.array(z.string()),
  answer: z.unknown(),
  answerState: z.string(),
  maxScoreHundredths: z.int(),
  scoreHundredths: z.int().nullable(),
  isCorrect: z.boolean().nullable(),
  scoreSource: z.string().nullable(),
  comment: z.string().nullable(),
  markerName: z.string().nullable(),
  answeredAt: z.date().nullable(),
})
export type ItemFacts = z.output<typeof itemFactsRow>

export async function selectItemsOf(db: Db, attemptId: string): Promise<ItemFacts[]> {
  return rowsOf(db, itemFactsRow)`
    select i.slot,
      i.order_index as "orderIndex",
      i.question_id as "questionId",
      i.type,
      v.content,
      i.option_order as "optionOrder",
      i.answer,
      i.answer_state as "answerState",
      i.max_score_hundredths as "maxScoreHundredths",
      i.score_hundredths as "scoreHundredths",
      i.is_correct as "isCorrect",
      i.score_source as "scoreSource",
      m.comment,
      m.name as "markerName",
      i.answered_at as "answeredAt"
    from sitting.response i
    join question.version_content v on v.company_id = i.company_id and v.id = i.question_version_id
    left join lateral (
      select w.comment, s.name
      from sitting.judgement w
      left join org.person s on s.company_id = w.company_id and s.id = w.marker_id
      where w.company_id = i.company_id and w.attempt_id = i.attempt_id and w.slot = i.slot and w.source = 'manual'
      order by w.number desc
      limit 1
    ) m on true
    where i.company_id = ${db.companyId} and i.attempt_id = ${attemptId}
    order by i.order_index
  `
}

const eventFactsRow = z.object({
  id,
  type: z.string(),
  source: z.string(),
  actorName: z.string().nullable(),
  serverTime: z.date(),
  clientTime: z.date().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type EventFacts = z.output<typeof eventFactsRow>

/** In the order in which it happened; what one transaction did in several steps has one time. */
export async function selectEventsOf(
  db: Db,
  attemptId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<EventFacts[]> {
  return rowsOf(db, eventFactsRow)`
    select v.id, v.type, v.source, s.name as "actorName", v."serverTime", v."clientTime", v.data
    from (${happenedIn(db, attemptId)}) v
    left join org.person s on s.company_id = ${db.companyId} and s.id = v.actor_id
    order by v."serverTime", array_position(array['score', 'beginMarking', 'finishMarking', 'publish'], v.type) nulls first,
      (v.type = 'leave' and v.source = 'client'), v.id
    limit ${limit} offset ${offset}
  `
}

const typeCountRow = z.object({ type: z.string(), count: z.int() })

export function countEventsOf(db: Db, attemptId: string): Promise<z.output<typeof typeCountRow>[]> {
  return rowsOf(db, typeCountRow)`
    select v.type, count(*)::int as count from (${happenedIn(db, attemptId)}) v group by v.type`
}
