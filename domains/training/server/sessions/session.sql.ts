import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { projectStatus } from '../../contract/codes.ts'
import type { SessionFacts } from '../../contract/session-facts.ts'

const sessionRow = z.object({
  taskId: id,
  projectId: id,
  projectName: z.string(),
  projectStatus: projectStatus.schema,
  title: z.string(),
  /** Not for everybody of the project. */
  isForChosen: z.boolean(),
  place: z.string(),
  beginTime: z.date(),
  endTime: z.date(),
  places: z.int().nullable(),
  instructorId: id.nullable(),
  lecturer: z.string(),
  isLecturerGone: z.boolean(),
  opensBeforeMinutes: z.int(),
  lateAfterMinutes: z.int(),
  heldTime: z.date().nullable(),
  version: z.int(),
})
export type SessionRow = z.input<typeof sessionRow>

const columns = sql`
    s.task_id as "taskId", s.project_id as "projectId", p.name as "projectName", p.status as "projectStatus", t.title,
      t.is_for_chosen as "isForChosen", s.place, s.begin_at as "beginTime", s.end_at as "endTime", s.places,
      s.instructor_id as "instructorId", s.lecturer,
      s.held_at is null and exists (
        select from instructor.card c where c.company_id = s.company_id and c.id = s.instructor_id and c.is_removed
      ) as "isLecturerGone", s.opens_before_minutes as "opensBeforeMinutes", s.late_after_minutes as "lateAfterMinutes", s.held_at as "heldTime", s.version
    from training.session s
    join training.task t on t.company_id = s.company_id and t.id = s.task_id
    join training.project p on p.company_id = s.company_id and p.id = s.project_id`

const there = (db: Db) => sql`s.company_id = ${db.companyId} and t.removed_at is null and p.removed_at is null`

export function findSession(db: Db, taskId: string): Promise<SessionRow | undefined> {
  return findOne(db, sessionRow)`select ${columns} where ${there(db)} and s.task_id = ${taskId}`
}

/**
 * The same, held until the transaction ends: `update` by whoever gives places away or closes the list, `share` by whoever signs in, so that many do at
 * once and none after the list was closed.
 */
export function lockSession(db: Db, taskId: string, mode: 'update' | 'share'): Promise<SessionRow | undefined> {
  const lock = mode === 'update' ? sql`for update of s` : sql`for share of s`
  return findOne(db, sessionRow)`select ${columns} where ${there(db)} and s.task_id = ${taskId} ${lock}`
}

/** Of a project in the order in which they are held. */
export function selectSessions(db: Db, projectId: string, { offset, limit }: { offset: number; limit: number }) {
  return rowsOf(db, sessionRow)`
    select ${columns}
    where ${there(db)} and s.project_id = ${projectId}
    order by s.begin_at, s.task_id
    offset ${offset}
    limit ${limit}`
}

export function countSessions(db: Db, projectId: string): Promise<number> {
  return countOf(db)`
    select count(*)::integer as count
    from training.session s
    join training.task t on t.company_id = s.company_id and t.id = s.task_id
    join training.project p on p.company_id = s.company_id and p.id = s.project_id
    where ${there(db)} and s.project_id = ${projectId}`
}

/** Of these tasks, of whatever project. */
export function sessionsOf(db: Db, taskIds: readonly string[]): Promise<SessionRow[]> {
  return rowsOf(db, sessionRow)`select ${columns} where ${there(db)} and s.task_id = any (${taskIds}::uuid[])`
}

export async function upsertSession(db: Db, { taskId, projectId }: { taskId: string; projectId: string }, facts: SessionFacts) {
  const { place, beginTime, endTime, places, instructorId, lecturer, opensBeforeMinutes, lateAfterMinutes } = facts
  await sql`
    insert into training.session (company_id, task_id, project_id, place, begin_at, end_at, places, instructor_id, lecturer,
      opens_before_minutes, late_after_minutes)
    values (${db.companyId}, ${taskId}, ${projectId}, ${place}, ${beginTime}, ${endTime}, ${places},
      ${instructorId}::uuid, ${lecturer},
      ${opensBeforeMinutes}, ${lateAfterMinutes})
    on conflict (company_id, task_id) do update
    set place = excluded.place, begin_at = excluded.begin_at, end_at = excluded.end_at, places = excluded.places,
      instructor_id = excluded.instructor_id, lecturer = excluded.lecturer, opens_before_minutes = excluded.opens_before_minutes,
      late_after_minutes = excluded.late_after_minutes, version = session.version + 1`.execute(db)
}

export async function markHeld(db: Db, taskId: string, { by, at }: { by: string; at: Date }): Promise<void> {
  await sql`
    update training.session s
    set held_at = ${at}, held_by = ${by}, version = s.version + 1
    where s.company_id = ${db.companyId} and s.task_id = ${taskId}`.execute(db)
}

const instructedRow = z.object({ taskId: id })

/** Those of these tasks, or of a project, that are not over and have an instructor of the company. */
export async function instructedSessions(
  db: Db,
  of: { readonly projectId: string } | { readonly taskIds: readonly string[] },
): Promise<string[]> {
  const which = 'projectId' in of ? sql`s.project_id = ${of.projectId}` : sql`s.task_id = any (${of.taskIds}::uuid[])`
  const rows = await rowsOf(db, instructedRow)`
    select s.task_id as "taskId"
    from training.session s
    where s.company_id = ${db.companyId} and ${which} and s.instructor_id is not null and s.held_at is null
    order by s.task_id`
  return rows.map(({ taskId }) => taskId)
}

/** Whether somebody is among those whom the session is for; `c` is their enrolment. */
export const isTheirs = ({ taskId, isForChosen }: Pick<SessionRow, 'taskId' | 'isForChosen'>): RawBuilder<unknown> =>
  isForChosen
    ? sql`exists (
        select from training.task_person x
        where x.company_id = c.company_id and x.task_id = ${taskId} and x.staff_id = c.staff_id
      )`
    : sql`true`
