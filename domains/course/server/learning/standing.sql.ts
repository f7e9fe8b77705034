import { id } from '@kaopei/contract'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { type Db, lit, rowsOfNamed } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { courseSource } from '../../contract/codes.ts'
import { learnerEventKinds } from '../../contract/learner.ts'

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

/** What happened, oldest first: [task, kind, score, isPassed]; of a task, or of a chapter that was opened by hand. */
const event = z.tuple([id, z.enum(learnerEventKinds), z.int().nullable(), z.boolean().nullable()])

const media = z.object({
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
  /** Of a package, the parts that were completed or passed. */
  partsDone: z.array(z.int()),
})
export type MediaRow = z.output<typeof media>

const standingRow = z.object({
  /** The version that learners see now. */
  versionId: id,
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
  /** Tasks that came when they had completed the course, and were not asked of them. */
  spared: z.array(id),
  lastTaskId: id.nullable(),
  learnedSeconds: z.int(),
  wallSeconds: z.int(),
  lastAt: z.date().nullable(),
  events: z.array(event),
  media: z.array(media),
})
export type StandingRow = z.output<typeof standingRow>
export type EnrolmentRow = Omit<StandingRow, 'versionId' | 'events' | 'media'>

const standingColumns = sql`
    c.published_id as "versionId", e.state, e.enrolled_at as "enrolledAt", e.due_at as "dueAt", e.task_states as "taskStates",
      e.states_of as "statesOf", e.percent, e.completed_at as "completedAt", e.counting, e.whole_weight as "wholeWeight",
      e.done_weight::integer as "doneWeight", e.spared_tasks as spared, e.last_task_id as "lastTaskId", e.learned_seconds as "learnedSeconds",
      e.wall_seconds as "wallSeconds", e.last_at as "lastAt",
      (
        select coalesce(json_agg(json_build_array(v.task_id, v.kind, v.score_hundredths, v.is_passed) order by v.at, v.id), '[]')
        from course.task_event v
        where v.company_id = e.company_id and v.course_id = e.course_id and v.staff_id = e.staff_id
      ) as events,
      (
        select coalesce(json_agg(json_build_object(
          'taskId', m.task_id, 'versionId', m.courseware_version_id, 'coursewareType', m.courseware_type, 'lengthSeconds', m.length_seconds,
          'pageCount', m.page_count, 'pageSeconds', m.page_seconds, 'isComplete', m.is_complete, 'countedPercent', m.counted_percent,
          'lastPosition', m.last_position,
          'watched', (select coalesce(json_agg(json_build_array(lower(r), upper(r)) order by r), '[]') from unnest(m.watched) r),
          'partsDone', case
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
          end
        )), '[]')
        from course.media_progress m
        where m.company_id = e.company_id and m.staff_id = e.staff_id and m.course_id = e.course_id
      ) as media`

const whoLearns = (db: Db, courseId: string, staffId: string) => sql`
    join course.enrolment e on e.company_id = c.company_id and e.course_id = c.id and e.staff_id = ${staffId}
    where c.company_id = ${db.companyId} and c.id = ${courseId} and c.published_id is not null and c.removed_at is null`

/** Everything that somebody has done in a course, in one question. Undefined: nothing is published, or the person was never in it. */
export async function findStanding(db: Db, courseId: string, staffId: string): Promise<StandingRow | undefined> {
  const [row] = await rowsOfNamed(db, 'course_standing', standingRow)`
    select ${standingColumns}
    from course.course c
    ${whoLearns(db, courseId, staffId)}`
  return row
}

const pageRow = standingRow.extend({
  name: z.string(),
  descript: z.string(),
  coverFileId: id.nullable(),
  hasWatermark: z.boolean(),
  source: courseSource.schema,
  personName: z.string(),
  account: z.string(),
})
export type PageRow = z.output<typeof pageRow>

/** The same, with what a learner's page says of the course, and whose page it is. */
export async function findPage(db: Db, courseId: string, staffId: string): Promise<PageRow | undefined> {
  const [row] = await rowsOfNamed(db, 'course_page', pageRow)`
    select ${standingColumns},
      c.name, c.descript, c.cover_file_id as "coverFileId", c.has_watermark as "hasWatermark", c.source,
      p.name as "personName", p.login_account as account
    from course.course c
    join org.person p on p.company_id = c.company_id and p.id = ${staffId}
    ${whoLearns(db, courseId, staffId)}`
  return row
}
