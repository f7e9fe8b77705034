import { id } from '@kaopei/contract'
import { questionTypeSchema } from '@kaopei/question/contract/codes'
/** Papers of an exam as markers see them. */
import { type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { taskState } from '../contract/shapes.ts'
import { eventKindRow } from './marks.sql.ts'
import { isReached } from './reach.sql.ts'
import type { Viewer } from './review-exam.sql.ts'

const done = lit(taskState.done)

const paperRow = z.object({
  attemptId: id,
  candidateName: z.string(),
  departmentName: z.string().nullable(),
  taskCount: z.int(),
  doneCount: z.int(),
  draftCount: z.int(),
  unansweredCount: z.int(),
  subjectiveHundredths: z.int(),
  subjectiveMaxHundredths: z.int(),
  markerNames: z.array(z.string()),
  lockedById: id.nullable(),
  lockedByName: z.string().nullable(),
  lastMarkedAt: z.date().nullable(),
  totalCount: z.int(),
})
export type PaperRow = z.output<typeof paperRow>

const byState: Record<number, ReturnType<typeof sql>> = {
  0: sql`having bool_and(t.state = ${lit(taskState.open)})`,
  1: sql`having bool_or(t.state < ${done}) and bool_or(t.state > ${lit(taskState.open)})`,
  2: sql`having bool_and(t.state = ${done})`,
}

/** In the queue's order, which says nothing of who they are. */
export async function pageOfPapers(
  db: Db,
  viewer: Viewer,
  { examId, state }: { examId: string; state?: number | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<PaperRow[]> {
  const { companyId, now } = viewer
  return rowsOf(db, paperRow)`
    select p.*, coalesce(s.name, '-') as "candidateName", d.name as "departmentName", h.name as "lockedByName",
      array(
        select distinct m.name
        from marking.task t
        join org.person m on m.company_id = t.company_id and m.id = t.marker_id
        where t.company_id = ${companyId} and t.attempt_id = p."attemptId" and t.state = ${done}
        order by m.name
      ) as "markerNames",
      (
        select sum(i.max_score_hundredths)::integer
        from marking.task t
        join sitting.response i on i.company_id = t.company_id and i.attempt_id = t.attempt_id and i.slot = t.slot
        where t.company_id = ${companyId} and t.attempt_id = p."attemptId"
      ) as "subjectiveMaxHundredths"
    from (
      select t.attempt_id as "attemptId", count(*)::integer as "taskCount",
        count(*) filter (where t.state = ${done})::integer as "doneCount",
        count(*) filter (where t.state = ${lit(taskState.draft)})::integer as "draftCount",
        count(*) filter (where t.state < ${done} and not t.is_answered)::integer as "unansweredCount",
        coalesce(sum(t.score_hundredths) filter (where t.state = ${done}), 0)::integer as "subjectiveHundredths",
        min(t.locked_by::text) filter (where t.state < ${done} and t.locked_until > ${now})::uuid as "lockedById",
        max(t.marked_at) as "lastMarkedAt",
        count(*) over ()::integer as "totalCount",
        min(t.paper_shuffle) as "paperShuffle"
      from marking.task t
      join sitting.standing a on a.company_id = t.company_id and a.id = t.attempt_id and a.state <> 'voided'
      where t.company_id = ${companyId} and t.exam_id = ${examId} and ${isReached(db, viewer, sql`a.staff_id`)}
      group by t.attempt_id
      ${state === undefined ? sql`` : (byState[state] ?? sql`having false`)}
      order by "paperShuffle", t.attempt_id
      limit ${limit} offset ${offset}
    ) p
    join sitting.standing a on a.company_id = ${companyId} and a.id = p."attemptId"
    left join org.person s on s.company_id = a.company_id and s.id = a.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    left join org.person h on h.company_id = a.company_id and h.id = p."lockedById"
    order by p."paperShuffle", p."attemptId"
  `
}

const paperHeadRow = z.object({
  attemptId: id,
  examId: id,
  state: z.string(),
  candidateName: z.string(),
  departmentName: z.string().nullable(),
  maxHundredths: z.int(),
  passHundredths: z.int(),
  objectiveHundredths: z.int().nullable(),
  subjectiveHundredths: z.int().nullable(),
  scoreHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
})
export type PaperHead = z.output<typeof paperHeadRow>

export async function findPaperHead(db: Db, attemptId: string): Promise<PaperHead | undefined> {
  return findOne(db, paperHeadRow)`
    select a.id as "attemptId", a.owner_id as "examId", a.state, coalesce(s.name, '-') as "candidateName", d.name as "departmentName",
      a.max_score_hundredths as "maxHundredths", e.pass_score_hundredths as "passHundredths",
      a.objective_score_hundredths as "objectiveHundredths", a.subjective_score_hundredths as "subjectiveHundredths",
      a.score_hundredths as "scoreHundredths", a.is_passed as "isPassed"
    from sitting.standing a
    join exam.exam_card e on e.company_id = a.company_id and e.id = a.owner_id
    left join org.person s on s.company_id = a.company_id and s.id = a.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where a.company_id = ${db.companyId} and a.id = ${attemptId}
  `
}

const paperItemRow = z.object({
  slot: z.int(),
  orderIndex: z.int(),
  type: questionTypeSchema,
  maxHundredths: z.int(),
  scoreHundredths: z.int().nullable(),
  content: z.unknown(),
  optionOrder: z.array(z.string()),
  answer: z.unknown(),
  answerState: z.string(),
  isCorrect: z.boolean().nullable(),
})
export type PaperItem = z.output<typeof paperItemRow>

export async function selectPaperItems(db: Db, attemptId: string): Promise<PaperItem[]> {
  return rowsOf(db, paperItemRow)`
    select i.slot, i.order_index as "orderIndex", i.type, i.max_score_hundredths as "maxHundredths",
      i.score_hundredths as "scoreHundredths", v.content, i.option_order as "optionOrder", i.answer,
      i.answer_state as "answerState", i.is_correct as "isCorrect"
    from sitting.response i
    join question.version_content v on v.company_id = i.company_id and v.id = i.question_version_id
    where i.company_id = ${db.companyId} and i.attempt_id = ${attemptId}
    order by i.order_index, i.slot
  `
}

const historyRow = z.object({
  id,
  slot: z.int(),
  orderIndex: z.int(),
  kind: eventKindRow,
  at: z.date(),
  actorName: z.string(),
  scoreHundredths: z.int().nullable(),
  comment: z.string(),
  reason: z.string().nullable(),
})
export type HistoryRow = z.output<typeof historyRow>

export async function selectHistory(db: Db, attemptId: string): Promise<HistoryRow[]> {
  return rowsOf(db, historyRow)`
    select h.id, h.slot, i.order_index as "orderIndex", h.kind, h.at, coalesce(s.name, '-') as "actorName",
      h.score_hundredths as "scoreHundredths", h.comment, h.reason
    from marking.task_event h
    join sitting.response i on i.company_id = h.company_id and i.attempt_id = h.attempt_id and i.slot = h.slot
    left join org.person s on s.company_id = h.company_id and s.id = h.actor_id
    where h.company_id = ${db.companyId} and h.attempt_id = ${attemptId}
    order by h.at, h.id
  `
}
