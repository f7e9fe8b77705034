import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const sessionRow = z.object({
  taskId: id,
  place: z.string(),
  beginTime: z.date(),
  endTime: z.date(),
  places: z.int().nullable(),
  instructorId: id.nullable(),
  lecturer: z.string(),
  opensBeforeMinutes: z.int(),
  lateAfterMinutes: z.int(),
  heldTime: z.date().nullable(),
})

/** The offline sessions of a project. */
export function selectSessions(db: Db, projectId: string) {
  return rowsOf(db, sessionRow)`
    select e.task_id as "taskId", e.place, e.begin_at as "beginTime", e.end_at as "endTime", e.places,
      e.instructor_id as "instructorId", e.lecturer, e.opens_before_minutes::int as "opensBeforeMinutes", e.late_after_minutes::int as "lateAfterMinutes", e.held_at as "heldTime"
    from training.session e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId}`
}

/** The sessions of other tasks under these ids, so many days later; nobody has a place in them, and whoever taught them is not booked. */
export async function copySessions(
  db: Db,
  { projectId, from, to, days }: { projectId: string; from: readonly string[]; to: readonly string[]; days: number },
): Promise<void> {
  await sql`
    insert into training.session (company_id, task_id, project_id, place, begin_at, end_at, places, lecturer, opens_before_minutes,
      late_after_minutes)
    select e.company_id, n.id, ${projectId}, e.place, e.begin_at + make_interval(days => ${days}), e.end_at + make_interval(days => ${days}),
      e.places, e.lecturer, e.opens_before_minutes, e.late_after_minutes
    from unnest(${from}::uuid[], ${to}::uuid[]) as n (old, id)
    join training.session e on e.company_id = ${db.companyId} and e.task_id = n.old`.execute(db)
}
