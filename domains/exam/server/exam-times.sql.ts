import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { Pause } from './rules/deadline.ts'
import type { StoredTimes } from './rules/override.ts'

export type OpenAttempt = {
  id: string
  staffId: string
  startedAt: Date
  dueAt: Date | null
  /** What the candidate has instead of the exam's times. */
  own: StoredTimes | null
  pauses: StoredPause[]
}

/** As JSON has it. */
export type StoredPause = { from: string; until: string | null }

export function pausesOf(stored: readonly StoredPause[]): Pause[] {
  return stored.map(({ from, until }) => ({ from: new Date(from), until: until === null ? null : new Date(until) }))
}

/** When the clock of this attempt stood still. */
export async function selectPauses(db: Db, attemptId: string): Promise<Pause[]> {
  return await db
    .selectFrom('exam.attempt_pause')
    .select(['from_at as from', 'until_at as until'])
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** Waits for everybody who is just starting, and lets nobody start until the transaction ends (migration exam__start_guard). */
export async function lockTimes(db: Db, examId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(exam.times_lock(${examId}))`.execute(db)
}

/** When somebody may begin no more, 'infinity' when never: of the exam `e` and of their own times `o`. */
export const closeFor = sql`exam.close_for(e.admission_end_at, e.duration_minutes, o.closes_at, o.limit_minutes, o.extra_percent, o.extra_minutes)`

/** When nobody may sit any more, whatever time anybody has (`exam.last_close`); null: there is no such moment. */
export async function selectLastEnd(db: Db, examId: string): Promise<Date | null> {
  const { rows } = await sql<{ end: Date | null }>`
    select nullif(exam.last_close(${db.companyId}, ${examId}), 'infinity') as end
  `.execute(db)
  return rows[0]?.end ?? null
}

/** Attempts under way, locked, with what their candidates have for themselves. */
export async function lockOpenAttempts(db: Db, examId: string, staffIds: readonly string[] | undefined): Promise<OpenAttempt[]> {
  const { rows } = await sql<OpenAttempt>`
    select a.id,
      a.staff_id as "staffId",
      a.started_at as "startedAt",
      a.due_at as "dueAt",
      own.stored as own,
      coalesce((
        select json_agg(json_build_object('from', p.from_at, 'until', p.until_at))
        from exam.attempt_pause p
        where p.company_id = a.company_id and p.attempt_id = a.id
      ), '[]') as pauses
    from exam.attempt a
    left join exam.own_times(${db.companyId}, ${examId}) own on own.staff_id = a.staff_id
    where a.company_id = ${db.companyId}
      and a.exam_id = ${examId}
      and a.state in ('in_progress', 'paused', 'submitting')
      and ${staffIds === undefined ? sql`true` : sql`a.staff_id = any(${staffIds}::uuid[])`}
    order by a.id
    for no key update of a
  `.execute(db)
  return rows
}

export type DueChange = { attemptId: string; before: Date | null; after: Date | null; warning: string | null }

/** New deadlines with their events, in one statement each. */
export async function updateDues(
  db: Db,
  { changes, actorId, now }: { changes: readonly DueChange[]; actorId: string | null; now: Date },
): Promise<void> {
  const rows = JSON.stringify(changes)
  await sql`
    update exam.attempt a
    set due_at = n.after, updated_at = ${now}
    from jsonb_to_recordset(${rows}::jsonb) as n ("attemptId" uuid, after timestamptz)
    where a.company_id = ${db.companyId} and a.id = n."attemptId"
  `.execute(db)
  await sql`
    insert into exam.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${db.companyId}, n."attemptId", 'dueChanged', ${actorId}, ${now},
      jsonb_build_object('before', n.before, 'after', n.after, 'warning', n.warning)
    from jsonb_to_recordset(${rows}::jsonb) as n ("attemptId" uuid, before text, after text, warning text)
  `.execute(db)
}
