import { id } from '@kaopei/contract'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

/** Everything that changes what somebody has learnt waits here, in this order: the clock, then everything else. */
export async function lockLearner(db: Db, staffId: string): Promise<void> {
  await sql`
    insert into course.learner_clock (company_id, staff_id)
    values (${db.companyId}, ${staffId})
    on conflict do nothing`.execute(db)
  await sql`
    select from course.learner_clock k
    where k.company_id = ${db.companyId} and k.staff_id = ${staffId}
    for update`.execute(db)
}

const enrolmentRow = z.object({
  /** `enrolmentState` */
  state: z.int(),
  enrolledAt: z.date(),
  dueAt: z.date().nullable(),
  taskStates: z.array(z.int()),
  statesOf: id.nullable(),
  percent: z.int(),
  completedAt: z.date().nullable(),
  counting: z.int(),
  wholeWeight: z.int(),
  doneWeight: z.int(),
  lastTaskId: id.nullable(),
  learnedSeconds: z.int(),
  wallSeconds: z.int(),
  lastAt: z.date().nullable(),
})
export type EnrolmentRow = z.output<typeof enrolmentRow>

export function findEnrolment(db: Db, courseId: string, staffId: string): Promise<EnrolmentRow | undefined> {
  return findOne(db, enrolmentRow)`
    select e.state, e.enrolled_at as "enrolledAt", e.due_at as "dueAt", e.task_states as "taskStates", e.states_of as "statesOf", e.percent,
      e.completed_at as "completedAt", e.counting, e.whole_weight as "wholeWeight", e.done_weight::integer as "doneWeight",
      e.last_task_id as "lastTaskId", e.learned_seconds as "learnedSeconds", e.wall_seconds as "wallSeconds", e.last_at as "lastAt"
    from course.enrolment e
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = ${staffId}`
}

const eventRow = z.object({
  /** Of a task, or of a chapter that was opened by hand. */
  taskId: id,
  kind: z.enum(['begun', 'done', 'undone', 'exempted', 'opened', 'closed', 'reset']),
  scoreHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
})
export type EventRow = z.output<typeof eventRow>

/** Oldest first. */
export function selectEvents(db: Db, courseId: string, staffId: string): Promise<EventRow[]> {
  return rowsOf(db, eventRow)`
    select v.task_id as "taskId", v.kind, v.score_hundredths as "scoreHundredths", v.is_passed as "isPassed"
    from course.task_event v
    where v.company_id = ${db.companyId} and v.course_id = ${courseId} and v.staff_id = ${staffId}
    order by v.at, v.id`
}

const mediaRow = z.object({
  taskId: id,
  versionId: id,
  coursewareType: coursewareType.schema,
  lengthSeconds: z.int(),
  pageCount: z.int(),
  watched: z.array(z.tuple([z.int(), z.int()])),
  pageSeconds: z.array(z.int().nullable()),
  isComplete: z.boolean(),
  countedPercent: z.int(),
  lastPosition: z.int(),
  partsDone: z.array(z.int()),
})
export type MediaRow = z.output<typeof mediaRow>

/** What of the course's coursewares was seen, each with the parts of a package that were completed or passed. */
export function selectMedia(db: Db, courseId: string, staffId: string): Promise<MediaRow[]> {
  return rowsOf(db, mediaRow)`
    select m.task_id as "taskId", m.courseware_version_id as "versionId", m.courseware_type as "coursewareType", m.length_seconds as "lengthSeconds", m.page_count as "pageCount",
      (select coalesce(jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r), '[]') from unnest(m.watched) r) as watched,
      m.page_seconds as "pageSeconds", m.is_complete as "isComplete", m.counted_percent as "countedPercent", m.last_position as "lastPosition",
      case
        when m.courseware_type = ${lit(coursewareType.package)} then array(
          select s.part
          from course.scorm_state s
          where s.company_id = m.company_id
            and s.staff_id = m.staff_id
            and s.course_id = m.course_id
            and s.task_id = m.task_id
            and s.courseware_version_id = m.courseware_version_id
            and s.done_at is not null
          order by s.part)
        else '{}'
      end as "partsDone"
    from course.media_progress m
    where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and m.course_id = ${courseId}`
}
