import { id } from '@kaopei/contract'
/** An answer with everything a marker needs to judge it. */
import { type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { taskState } from '../contract/shapes.ts'

const deskRow = z.object({
  examId: id,
  attemptId: id,
  attemptState: z.string(),
  slot: z.int(),
  orderIndex: z.int(),
  questionId: id,
  maxHundredths: z.int(),
  content: z.unknown(),
  rule: z.unknown(),
  optionOrder: z.array(z.string()),
  answer: z.unknown(),
  answerState: z.string(),
  scoreSource: z.string().nullable(),
  isAnswered: z.boolean(),
  state: z.int(),
  version: z.int(),
  scoreHundredths: z.int().nullable(),
  comment: z.string(),
  keyPoints: z.unknown(),
  markerId: id.nullable(),
  markerName: z.string().nullable(),
  markedAt: z.date().nullable(),
  lockedBy: z.string().nullable(),
  lockedUntil: z.date().nullable(),
  holderName: z.string().nullable(),
  candidateName: z.string(),
  departmentName: z.string().nullable(),
  draftScoreHundredths: z.int().nullable(),
  draftComment: z.string().nullable(),
  draftKeyPoints: z.unknown(),
  draftSavedAt: z.date().nullable(),
  draftIsFromConflict: z.boolean().nullable(),
})
export type DeskRow = z.output<typeof deskRow>

/** The tasks of an attempt, or one of them, in the order of the paper; the draft is this marker's own. */
export async function selectDesk(
  db: Db,
  markerId: string,
  { attemptId, slot }: { attemptId: string; slot?: number },
): Promise<DeskRow[]> {
  return rowsOf(db, deskRow)`
    select t.exam_id as "examId", t.attempt_id as "attemptId", a.state as "attemptState", t.slot, i.order_index as "orderIndex",
      t.question_id as "questionId", i.max_score_hundredths as "maxHundredths", v.content, r.rule, i.option_order as "optionOrder",
      i.answer, i.answer_state as "answerState", i.score_source as "scoreSource", t.is_answered as "isAnswered", t.state, t.version, t.score_hundredths as "scoreHundredths", t.comment,
      t.key_points as "keyPoints", t.marker_id as "markerId", m.name as "markerName", t.marked_at as "markedAt",
      t.locked_by as "lockedBy", t.locked_until as "lockedUntil", h.name as "holderName",
      coalesce(c.name, '-') as "candidateName", d.name as "departmentName",
      n.score_hundredths as "draftScoreHundredths", n.comment as "draftComment", n.key_points as "draftKeyPoints",
      n.saved_at as "draftSavedAt", n.is_from_conflict as "draftIsFromConflict"
    from marking.task t
    join sitting.standing a on a.company_id = t.company_id and a.id = t.attempt_id
    join sitting.response i on i.company_id = t.company_id and i.attempt_id = t.attempt_id and i.slot = t.slot
    join question.version_content v on v.company_id = i.company_id and v.id = i.question_version_id
    join question.version_rule r on r.company_id = i.company_id and r.id = i.rule_version_id
    left join org.person c on c.company_id = a.company_id and c.id = a.staff_id
    left join org.department_tree d on d.company_id = c.company_id and d.id = c.department_id
    left join org.person m on m.company_id = t.company_id and m.id = t.marker_id
    left join org.person h on h.company_id = t.company_id and h.id = t.locked_by
    left join marking.draft n on n.company_id = t.company_id and n.attempt_id = t.attempt_id and n.slot = t.slot and n.marker_id = ${markerId}
    where t.company_id = ${db.companyId}
      and t.attempt_id = ${attemptId}
      ${slot === undefined ? sql`` : sql`and t.slot = ${slot}`}
    order by i.order_index, t.slot
  `
}

const phrasesRow = z.object({ questionId: id, comment: z.string() })

/** Remarks this marker has written on these questions, the most used first, at most eight for each. */
export async function selectPhrases(
  db: Db,
  markerId: string,
  questionIds: readonly string[],
): Promise<{ questionId: string; comment: string }[]> {
  if (questionIds.length === 0) return []
  return rowsOf(db, phrasesRow)`
    select "questionId", comment
    from (
      select t.question_id as "questionId", t.comment,
        row_number() over (partition by t.question_id order by count(*) desc, max(t.marked_at) desc) as place
      from marking.task t
      where t.company_id = ${db.companyId}
        and t.question_id = any(${questionIds}::uuid[])
        and t.marker_id = ${markerId}
        and t.state = ${lit(taskState.done)}
        and t.comment <> ''
        and length(t.comment) <= 100
      group by t.question_id, t.comment
    ) used
    where place <= 8
    order by "questionId", place
  `
}
