import { id } from '@kaopei/contract'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Pause } from './rules/deadline.ts'
import type { Owner, Rules } from './terms.ts'

/** As JSON has it. */
export const storedPauseRow = z.object({ from: z.string(), until: z.string().nullable(), restartMinutes: z.int() })
type StoredPause = z.output<typeof storedPauseRow>

const openAttemptRow = z.object({
  id,
  staffId: id,
  startedAt: z.date(),
  dueAt: z.date().nullable(),
  closeAt: z.date().nullable(),
  limitMinutes: z.int(),
  pauses: z.array(storedPauseRow),
})
export type OpenAttempt = z.output<typeof openAttemptRow>

export function pausesOf(stored: readonly StoredPause[]): Pause[] {
  return stored.map(({ from, until, ...more }) => ({
    from: new Date(from),
    until: until === null ? null : new Date(until),
    ...more,
  }))
}

/** When the clock of this attempt stood still. */
export async function selectPauses(db: Db, attemptId: string): Promise<Pause[]> {
  return await db
    .selectFrom('sitting.attempt_pause')
    .select(['from_at as from', 'until_at as until'])
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** Attempts under way, locked. */
export async function lockOpenAttempts(db: Db, owner: Owner, staffIds: readonly string[] | undefined): Promise<OpenAttempt[]> {
  const held = await idsOf(db)`
    select a.id
    from sitting.attempt a
    where a.company_id = ${db.companyId}
      and a.owner_id = ${owner.id}
      and a.state in ('in_progress', 'paused', 'submitting')
      and ${staffIds === undefined ? sql`true` : sql`a.staff_id = any(${staffIds}::uuid[])`}
    order by a.id
    for no key update`
  return selectOpen(db, held)
}

/** These attempts under way, locked. */
export async function lockAttempts(db: Db, attemptIds: readonly string[]): Promise<OpenAttempt[]> {
  const held = await idsOf(db)`
    select a.id
    from sitting.attempt a
    where a.company_id = ${db.companyId} and a.id = any(${attemptIds}::uuid[]) and a.state in ('in_progress', 'paused', 'submitting')
    order by a.id
    for no key update`
  return selectOpen(db, held)
}

/** Asked once they are held: a statement that had to wait would see the pauses of before it. */
function selectOpen(db: Db, attemptIds: readonly string[]): Promise<OpenAttempt[]> {
  return rowsOf(db, openAttemptRow)`
    ${openAttempts(db)}
      and a.id = any(${attemptIds}::uuid[])
    order by a.id`
}

function openAttempts(db: Db) {
  return sql`
    select a.id,
      a.staff_id as "staffId",
      a.started_at as "startedAt",
      a.due_at as "dueAt",
      a.close_at as "closeAt",
      a.limit_minutes as "limitMinutes",
      coalesce((
        select json_agg(json_build_object('from', p.from_at, 'until', p.until_at, 'restartMinutes', p.restart_minutes))
        from sitting.attempt_pause p
        where p.company_id = a.company_id and p.attempt_id = a.id
      ), '[]') as pauses
    from sitting.attempt a
    where a.company_id = ${db.companyId}
      and a.state in ('in_progress', 'paused', 'submitting')`
}

export interface DueChange {
  readonly attemptId: string
  readonly closeAt: Date | null
  readonly limitMinutes: number
  readonly before: Date | null
  readonly after: Date | null
  readonly warning: string | null
  /** The deadline is another; otherwise only what it is made of. */
  readonly isMoved: boolean
}

/** New times, and an event for each deadline that moved. */
export async function updateTimes(
  db: Db,
  { changes, actorId, now }: { changes: readonly DueChange[]; actorId: string | null; now: Date },
): Promise<void> {
  await sql`
    with given as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n ("attemptId" uuid, "closeAt" timestamptz, "limitMinutes" integer,
        before text, after text, warning text, "isMoved" boolean)
    ), changed as (
      update sitting.attempt a
      set close_at = n."closeAt", limit_minutes = n."limitMinutes", due_at = n.after::timestamptz, updated_at = ${now}
      from given n
      where a.company_id = ${db.companyId} and a.id = n."attemptId"
    )
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${db.companyId}, n."attemptId", 'dueChanged', ${actorId}, ${now},
      jsonb_build_object('before', n.before, 'after', n.after, 'warning', n.warning)
    from given n
    where n."isMoved"
  `.execute(db)
}

/** What is given of the rules, of open and closed attempts alike; rows that have it already are left alone. */
export async function updateRules(
  db: Db,
  change: { owner: Owner; staffIds: readonly string[] | undefined; rules: Partial<Rules>; now: Date },
): Promise<void> {
  const { owner, staffIds, rules, now } = change
  await sql`
    with given as (
      select *
      from jsonb_to_record(${JSON.stringify(rules)}::jsonb) as g (title text, "graceSeconds" integer, "isLinear" boolean,
        "absenceLimit" integer, "absenceSeconds" integer, "addsAbsences" boolean, "handInAfterMinutes" integer, "mayLeaveUnanswered" boolean, "maySkip" boolean, "isFullScreen" boolean,
        "mayCopy" boolean, "passScoreHundredths" integer, tells text[], "safeKeys" jsonb, comfort jsonb)
    ), fresh as (
      select a.id, coalesce(g.title, a.title) as title, coalesce(g."graceSeconds", a.grace_seconds) as grace_seconds,
        coalesce(g."isLinear", a.is_linear) as is_linear, coalesce(g."absenceLimit", a.absence_limit) as absence_limit,
        coalesce(g."absenceSeconds", a.absence_seconds) as absence_seconds, coalesce(g."addsAbsences", a.adds_absences) as adds_absences,
        coalesce(g."handInAfterMinutes", a.hand_in_after_minutes) as hand_in_after_minutes,
        coalesce(g."mayLeaveUnanswered", a.may_leave_unanswered) as may_leave_unanswered, coalesce(g."maySkip", a.may_skip) as may_skip,
        coalesce(g."isFullScreen", a.is_full_screen) as is_full_screen, coalesce(g."mayCopy", a.may_copy) as may_copy,
        coalesce(g."passScoreHundredths", a.pass_score_hundredths) as pass_score_hundredths, coalesce(g.tells, a.tells) as tells,
        coalesce(g."safeKeys", a.safe_keys) as safe_keys, coalesce(g.comfort, a.comfort) as comfort
      from sitting.attempt a
      cross join given g
      where a.company_id = ${db.companyId}
        and a.owner_id = ${owner.id}
        and ${staffIds === undefined ? sql`true` : sql`a.staff_id = any(${staffIds}::uuid[])`}
    )
    update sitting.attempt a
    set title = f.title, grace_seconds = f.grace_seconds, is_linear = f.is_linear, absence_limit = f.absence_limit,
      absence_seconds = f.absence_seconds, adds_absences = f.adds_absences,
      over_limit_at = case
        when f.absence_limit > 0 and a.absences > f.absence_limit
          or f.absence_seconds > 0 and case when f.adds_absences then a.away_ms else a.longest_away_ms end > f.absence_seconds * 1000
        then coalesce(a.over_limit_at, ${now})
      end,
      away_limit_at = case when f.absence_seconds >= a.absence_seconds and f.absence_seconds > 0
        then a.away_limit_at + make_interval(secs => f.absence_seconds - a.absence_seconds) end,
      hand_in_after_minutes = f.hand_in_after_minutes, may_leave_unanswered = f.may_leave_unanswered, may_skip = f.may_skip,
      is_full_screen = f.is_full_screen, may_copy = f.may_copy, pass_score_hundredths = f.pass_score_hundredths, tells = f.tells,
      safe_keys = f.safe_keys, comfort = f.comfort
    from fresh f
    where a.company_id = ${db.companyId}
      and a.id = f.id
      and (a.title, a.grace_seconds, a.is_linear, a.absence_limit, a.absence_seconds, a.adds_absences, a.hand_in_after_minutes, a.may_leave_unanswered, a.may_skip,
        a.is_full_screen, a.may_copy, a.pass_score_hundredths, a.tells, a.safe_keys, a.comfort)
        is distinct from (f.title, f.grace_seconds, f.is_linear, f.absence_limit, f.absence_seconds, f.adds_absences, f.hand_in_after_minutes, f.may_leave_unanswered,
        f.may_skip, f.is_full_screen, f.may_copy, f.pass_score_hundredths, f.tells, f.safe_keys, f.comfort)
  `.execute(db)
}
