import { id } from '@kaopei/contract'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { isReviewer, reviewersOf } from '@kaopei/exam/server'
import { questionTypeSchema } from '@kaopei/question/contract/codes'
import { questionTypeOrder } from '@kaopei/question/contract/question-type'
/** How far the marking of exams is. */
import { countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { taskState } from '../contract/shapes.ts'
import { isReached, type Reach } from './reach.sql.ts'

/** `scope`: of the exam that is looked at, or, for a list of exams, of all that one is no reviewer of. */
export interface Viewer extends Reach {
  readonly mayMarkAll: boolean
  readonly now: Date
}

const progressRow = z.object({
  taskCount: z.int(),
  doneCount: z.int(),
  draftCount: z.int(),
  mineCount: z.int(),
  lockedCount: z.int(),
  unansweredCount: z.int(),
})
export type Progress = z.output<typeof progressRow>

const examRow = progressRow.extend({
  isReviewer: z.boolean(),
  examId: id,
  examName: z.string(),
  admissionStartTime: z.date().nullable(),
  admissionEndTime: z.date().nullable(),
  settings: z.unknown(),
  paperCount: z.int(),
  paperDoneCount: z.int(),
  reviewerNames: z.array(z.string()),
  lastMarkedAt: z.date().nullable(),
})
export type ExamRow = z.output<typeof examRow>

export interface ExamFilter {
  readonly examId?: string | undefined
  readonly examName?: string | undefined
  readonly status?: number | undefined
  readonly reviewQuestionType?: number | undefined
}

const counts = ({ markerId, now }: Pick<Viewer, 'markerId' | 'now'>) => sql`
  count(*)::integer as "taskCount",
  count(*) filter (where t.state = ${lit(taskState.done)})::integer as "doneCount",
  count(*) filter (where t.state = ${lit(taskState.draft)})::integer as "draftCount",
  count(*) filter (where t.state = ${lit(taskState.done)} and t.marker_id = ${markerId})::integer as "mineCount",
  count(*) filter (where t.state < ${lit(taskState.done)} and t.locked_by <> ${markerId} and t.locked_until > ${now})::integer as "lockedCount",
  count(*) filter (
    where t.state < ${lit(taskState.done)} and not t.is_answered and (t.locked_by is null or t.locked_by = ${markerId} or t.locked_until <= ${now})
  )::integer as "unansweredCount"`

/** A voided attempt is nobody's work and counts nowhere; one beyond the viewer's reach does not count for them. */
const counted = (db: Db, viewer: Viewer) => sql`
  join sitting.standing a on a.company_id = t.company_id and a.id = t.attempt_id and a.state <> 'voided'
    and ${isReached(db, viewer, sql`a.staff_id`)}`

/** The same where several exams are looked at: as a reviewer one meets everybody. */
const countedOf = (db: Db, viewer: Viewer, isReviewer: RawBuilder<unknown>) => sql`
  join sitting.standing a on a.company_id = t.company_id and a.id = t.attempt_id and a.state <> 'voided'
    and a.staff_id <> ${viewer.markerId}
    and (${isReviewer} or ${isReached(db, viewer, sql`a.staff_id`)})`

const exam = { companyId: sql`e.company_id`, examId: sql`e.id` }
const isReviewerOf = ({ markerId }: Viewer) => isReviewer(exam, markerId)

const anyTask = (db: Db, viewer: Viewer) => sql`exists (
  select from marking.task t ${countedOf(db, viewer, isReviewerOf(viewer))} where t.company_id = e.company_id and t.exam_id = e.id
)`
const openTask = (db: Db, viewer: Viewer) => sql`exists (
  select from marking.task t ${countedOf(db, viewer, isReviewerOf(viewer))}
  where t.company_id = e.company_id and t.exam_id = e.id and t.state < ${lit(taskState.done)}
)`

function hasStatus(db: Db, viewer: Viewer, status: number): RawBuilder<unknown> {
  if (status === 0) return sql`not ${anyTask(db, viewer)}`
  if (status === 1) return openTask(db, viewer)
  return status === 2 ? sql`(${anyTask(db, viewer)} and not ${openTask(db, viewer)})` : sql`false`
}

/**
 * Published exams that this person was chosen for; with the right to mark all, every one that has reviewers or answers to mark. Whose reach ends
 * somewhere is shown those with answers of people within it.
 */
const visible = (db: Db, viewer: Viewer, filter: ExamFilter) => sql`
  from exam.exam_card e
  where e.company_id = ${viewer.companyId}
    and e.removed_at is null
    and e.status <> ${lit(examStatus.draft)}
    and (
      ${isReviewerOf(viewer)}
      ${viewer.mayMarkAll ? sql`or ${anyTask(db, viewer)}` : sql``}
      ${viewer.mayMarkAll && viewer.scope.kind === 'all' ? sql`or exists (${reviewersOf(exam)})` : sql``}
    )
    ${filter.examId === undefined ? sql`` : sql`and e.id = ${filter.examId}`}
    ${filter.examName ? sql`and position(lower(${filter.examName}) in lower(e.name)) > 0` : sql``}
    ${filter.status === undefined ? sql`` : sql`and ${hasStatus(db, viewer, filter.status)}`}
    ${filter.reviewQuestionType === undefined ? sql`` : sql`and coalesce((e.settings ->> 'reviewQuestionType')::integer, 1) = ${filter.reviewQuestionType}`}`

export async function pageOfExams(
  db: Db,
  viewer: Viewer,
  filter: ExamFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ExamRow[]> {
  return rowsOf(db, examRow)`
    select p.*, c.*,
      array(
        select s.name
        from (${reviewersOf({ companyId: viewer.companyId, examId: sql`p."examId"` })}) r
        join org.person s on s.company_id = ${viewer.companyId} and s.id = r.staff_id
        order by s.name
      ) as "reviewerNames"
    from (
      select e.id as "examId", e.name as "examName", e.admission_start_at as "admissionStartTime",
        e.admission_end_at as "admissionEndTime", e.settings, ${isReviewerOf(viewer)} as "isReviewer"
      ${visible(db, viewer, filter)}
      order by e.id desc
      limit ${limit} offset ${offset}
    ) p
    cross join lateral (
      select count(*)::integer as "paperCount",
        count(*) filter (where q."doneCount" = q."taskCount")::integer as "paperDoneCount",
        coalesce(sum(q."taskCount"), 0)::integer as "taskCount",
        coalesce(sum(q."doneCount"), 0)::integer as "doneCount",
        coalesce(sum(q."draftCount"), 0)::integer as "draftCount",
        coalesce(sum(q."mineCount"), 0)::integer as "mineCount",
        coalesce(sum(q."lockedCount"), 0)::integer as "lockedCount",
        coalesce(sum(q."unansweredCount"), 0)::integer as "unansweredCount",
        max(q."lastMarkedAt") as "lastMarkedAt"
      from (
        select ${counts(viewer)}, max(t.marked_at) as "lastMarkedAt"
        from marking.task t
        ${countedOf(db, viewer, sql`p."isReviewer"`)}
        where t.company_id = ${viewer.companyId} and t.exam_id = p."examId"
        group by t.attempt_id
      ) q
    ) c
    order by p."examId" desc
  `
}

export async function countExams(db: Db, viewer: Viewer, filter: ExamFilter): Promise<number> {
  return countOf(db)`select count(*)::integer as count ${visible(db, viewer, filter)}`
}

const waitingRow = z.object({ examCount: z.int(), paperCount: z.int() })

/** Papers with an open answer, and the exams they are of: the same exams and papers as the list counts. */
export async function countWaiting(db: Db, viewer: Viewer): Promise<{ examCount: number; paperCount: number }> {
  const row = await findOne(db, waitingRow)`
    select count(*)::integer as "examCount", coalesce(sum(c.papers), 0)::integer as "paperCount"
    from (
      select e.id, e.company_id, ${isReviewerOf(viewer)} as "isReviewer"
      ${visible(db, viewer, { status: 1 })}
    ) p
    cross join lateral (
      select count(distinct t.attempt_id) as papers
      from marking.task t
      ${countedOf(db, viewer, sql`p."isReviewer"`)}
      where t.company_id = p.company_id and t.exam_id = p.id and t.state < ${lit(taskState.done)}
    ) c
  `
  if (!row) throw new Error('a count always has a row')
  return row
}

export async function selectProgress(
  db: Db,
  viewer: Viewer,
  { examId, questionId }: { examId: string; questionId?: string | undefined },
): Promise<Progress> {
  const row = await findOne(db, progressRow)`
    select ${counts(viewer)}
    from marking.task t
    ${counted(db, viewer)}
    where t.company_id = ${viewer.companyId}
      and t.exam_id = ${examId}
      ${questionId === undefined ? sql`` : sql`and t.question_id = ${questionId}`}
  `
  if (!row) throw new Error('a count always has a row')
  return row
}

const questionProgressRow = progressRow.extend({
  questionId: id,
  type: questionTypeSchema,
  title: z.string(),
  maxHundredths: z.int(),
  averageHundredths: z.number().nullable(),
})
export type QuestionProgress = z.output<typeof questionProgressRow>

export async function selectQuestions(db: Db, viewer: Viewer, examId: string): Promise<QuestionProgress[]> {
  return rowsOf(db, questionProgressRow)`
    select c.*, q.type, left(q.stem_text, 200) as title
    from (
      select t.question_id as "questionId", ${counts(viewer)},
        round(avg(t.score_hundredths) filter (where t.state = ${lit(taskState.done)}))::integer as "averageHundredths",
        max(i.max_score_hundredths) as "maxHundredths"
      from marking.task t
      ${counted(db, viewer)}
      join sitting.response i on i.company_id = t.company_id and i.attempt_id = t.attempt_id and i.slot = t.slot
      where t.company_id = ${viewer.companyId} and t.exam_id = ${examId}
      group by t.question_id
    ) c
    join question.card q on q.company_id = ${viewer.companyId} and q.id = c."questionId"
    order by array_position(${[...questionTypeOrder]}::int[], q.type::int), c."questionId"
  `
}

const markerProgressRow = z.object({
  staffId: id,
  name: z.string(),
  doneCount: z.int(),
  averageHundredths: z.number().nullable(),
  lockedCount: z.int(),
})
export type MarkerProgress = z.output<typeof markerProgressRow>

/** Everybody who was chosen, has marked, or has something on the desk. */
export async function selectMarkers(db: Db, viewer: Viewer, examId: string): Promise<MarkerProgress[]> {
  const { companyId, now } = viewer
  return rowsOf(db, markerProgressRow)`
    select p.staff_id as "staffId", coalesce(s.name, '-') as name, coalesce(d.done, 0)::integer as "doneCount",
      d.average as "averageHundredths", coalesce(l.locked, 0)::integer as "lockedCount"
    from (
      ${reviewersOf({ companyId, examId })}
      union
      select t.marker_id from marking.task t ${counted(db, viewer)}
      where t.company_id = ${companyId} and t.exam_id = ${examId} and t.state = ${lit(taskState.done)}
      union
      select t.locked_by from marking.task t ${counted(db, viewer)}
      where t.company_id = ${companyId} and t.exam_id = ${examId} and t.state < ${lit(taskState.done)} and t.locked_until > ${now}
    ) p
    left join (
      select t.marker_id, count(*) as done, round(avg(t.score_hundredths))::integer as average
      from marking.task t
      ${counted(db, viewer)}
      where t.company_id = ${companyId} and t.exam_id = ${examId} and t.state = ${lit(taskState.done)}
      group by t.marker_id
    ) d on d.marker_id = p.staff_id
    left join (
      select t.locked_by, count(*) as locked
      from marking.task t
      ${counted(db, viewer)}
      where t.company_id = ${companyId} and t.exam_id = ${examId} and t.state < ${lit(taskState.done)} and t.locked_until > ${now}
      group by t.locked_by
    ) l on l.locked_by = p.staff_id
    left join org.person s on s.company_id = ${companyId} and s.id = p.staff_id
    order by s.name, p.staff_id
  `
}
