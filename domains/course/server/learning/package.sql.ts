import { id } from '@kaopei/contract'
import { type PackageState, packageState } from '@kaopei/courseware/contract/package-messages'
import { type Db, findOne, storable } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export interface PartPlace {
  readonly staffId: string
  readonly courseId: string
  readonly taskId: string
  readonly part: number
}

const stateRow = packageState.extend({
  totalSeconds: z.int(),
  doneAt: z.date().nullable(),
  sessionId: id.nullable(),
  /** Null: its player was opened so long ago that it is forgotten. */
  sessionBegunAt: z.date().nullable(),
})
export type PartState = z.output<typeof stateRow>

/** What is kept of a part, of this version of the package. */
export function findPartState(db: Db, { staffId, courseId, taskId, part }: PartPlace, versionId: string) {
  return findOne(db, stateRow)`
    select s.status, s.success, s.score_hundredths as "scoreHundredths", s.progress_percent as "progressPercent", s.location,
      s.suspend_data as "suspendData", s.exit, s.data, s.total_seconds as "totalSeconds", s.done_at as "doneAt", s.session_id as "sessionId",
      l.begun_at as "sessionBegunAt"
    from course.scorm_state s
    left join course.learn_session l on l.company_id = s.company_id and l.staff_id = s.staff_id and l.id = s.session_id
    where s.company_id = ${db.companyId}
      and s.staff_id = ${staffId}
      and s.course_id = ${courseId}
      and s.task_id = ${taskId}
      and s.part = ${part}
      and s.courseware_version_id = ${versionId}`
}

export interface KeptState {
  readonly versionId: string
  readonly sessionId: string
  readonly state: PackageState
  readonly totalSeconds: number
  readonly doneAt: Date | null
  readonly now: Date
}

export async function writePartState(db: Db, { staffId, courseId, taskId, part }: PartPlace, kept: KeptState): Promise<void> {
  const { versionId, sessionId, totalSeconds, doneAt, now } = kept
  const state = storable(kept.state)
  await sql`
    insert into course.scorm_state (company_id, staff_id, course_id, task_id, part, courseware_version_id, session_id, status, success,
      score_hundredths, progress_percent, location, suspend_data, exit, data, total_seconds, done_at, updated_at)
    values (${db.companyId}, ${staffId}, ${courseId}, ${taskId}, ${part}, ${versionId}, ${sessionId}, ${state.status}, ${state.success},
      ${state.scoreHundredths}, ${state.progressPercent}, ${state.location}, ${state.suspendData}, ${state.exit},
      ${JSON.stringify(state.data)}::jsonb, ${totalSeconds}, ${doneAt}, ${now})
    on conflict (company_id, staff_id, course_id, task_id, part) do update
    set courseware_version_id = excluded.courseware_version_id,
      session_id = excluded.session_id,
      status = excluded.status,
      success = excluded.success,
      score_hundredths = excluded.score_hundredths,
      progress_percent = excluded.progress_percent,
      location = excluded.location,
      suspend_data = excluded.suspend_data,
      exit = excluded.exit,
      data = excluded.data,
      total_seconds = excluded.total_seconds,
      done_at = excluded.done_at,
      updated_at = excluded.updated_at`.execute(db)
}

const visitRow = z.object({ begunAt: z.date(), lastSeq: z.int(), seconds: z.int() })
export type Visit = z.output<typeof visitRow>

/** The part's player, and what it has told; undefined: it is not one of this person and part. */
export function findVisit(db: Db, { staffId, courseId, taskId, part }: PartPlace, sessionId: string) {
  return findOne(db, visitRow)`
    select l.begun_at as "begunAt", v.last_seq as "lastSeq", v.seconds
    from course.learn_session l
    join course.scorm_session v on v.company_id = l.company_id and v.staff_id = l.staff_id and v.session_id = l.id
    where l.company_id = ${db.companyId}
      and l.staff_id = ${staffId}
      and l.id = ${sessionId}
      and l.course_id = ${courseId}
      and l.task_id = ${taskId}
      and v.part = ${part}`
}

export async function insertVisit(db: Db, { staffId, part }: PartPlace, sessionId: string): Promise<void> {
  await sql`
    insert into course.scorm_session (company_id, staff_id, session_id, part)
    values (${db.companyId}, ${staffId}, ${sessionId}, ${part})`.execute(db)
}

/** The player is in use: it is not forgotten while it is. */
export async function updateVisit(
  db: Db,
  { staffId, part }: PartPlace,
  { sessionId, seq, seconds, now }: { sessionId: string; seq: number; seconds: number; now: Date },
): Promise<void> {
  await sql`
    update course.scorm_session v
    set last_seq = ${seq}, seconds = ${seconds}
    where v.company_id = ${db.companyId} and v.staff_id = ${staffId} and v.session_id = ${sessionId} and v.part = ${part}`.execute(
    db,
  )
  await sql`
    update course.learn_session l
    set last_at = greatest(l.last_at, ${now})
    where l.company_id = ${db.companyId} and l.staff_id = ${staffId} and l.id = ${sessionId}`.execute(db)
}
