import { type Db, idsOf } from '@kaopei/server'
import { sql } from 'kysely'

export interface Derived {
  readonly versionId: string
  readonly taskStates: readonly number[]
  readonly percent: number
  readonly completedAt: Date | null
  readonly counting: number
  readonly wholeWeight: number
  readonly doneWeight: number
  readonly spared: readonly string[]
  readonly isBegun: boolean
}

export async function updateEnrolment(db: Db, courseId: string, staffId: string, derived: Derived): Promise<void> {
  await sql`
    update course.enrolment e
    set task_states = ${derived.taskStates}::smallint[],
      states_of = ${derived.versionId},
      percent = ${derived.percent},
      completed_at = ${derived.completedAt},
      counting = ${derived.counting},
      whole_weight = ${derived.wholeWeight},
      done_weight = ${derived.doneWeight},
      spared_tasks = ${derived.spared}::uuid[],
      begun_at = case when ${derived.isBegun} then coalesce(e.begun_at, now()) end
    where e.company_id = ${db.companyId} and e.course_id = ${courseId} and e.staff_id = ${staffId}`.execute(db)
}

export interface CountedMedia {
  readonly taskId: string
  readonly percent: number
  readonly isComplete: boolean
}

export async function updateCounted(db: Db, courseId: string, staffId: string, media: readonly CountedMedia[]): Promise<void> {
  if (media.length === 0) return
  await sql`
    update course.media_progress m
    set counted_percent = g.percent, is_complete = g.complete
    from unnest(${media.map(({ taskId }) => taskId)}::uuid[], ${media.map(({ percent }) => percent)}::smallint[],
      ${media.map(({ isComplete }) => isComplete)}::boolean[]) as g (task_id, percent, complete)
    where m.company_id = ${db.companyId}
      and m.staff_id = ${staffId}
      and m.course_id = ${courseId}
      and m.task_id = g.task_id`.execute(db)
}

/** Tasks of a version in the order in which states are kept. */
export function taskIdsOf(db: Db, versionId: string): Promise<string[]> {
  return idsOf(db)`
    select t.id
    from course.task t
    join course.chapter c on c.company_id = t.company_id and c.version_id = t.version_id and c.id = t.chapter_id
    where t.company_id = ${db.companyId} and t.version_id = ${versionId}
    order by c.sort, c.id, t.sort, t.id`
}
