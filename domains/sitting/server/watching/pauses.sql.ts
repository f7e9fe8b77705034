import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { stepsAlong } from '../transition.sql.ts'

export interface ActOnMany {
  readonly attemptIds: readonly string[]
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

/** Stops the clock of those that are being answered: state, pause and event in one statement. Answers which they were. */
export async function insertPauses(db: Db, { attemptIds, reason, actorId, now }: ActOnMany): Promise<string[]> {
  const { to, told } = stepsAlong({ from: 'in_progress', steps: ['pause'], now, due: null, cause: 'pause', reason })
  return await idsOf(db)`
    with held as (
      select id
      from sitting.attempt
      where company_id = ${db.companyId} and id = any(${attemptIds}::uuid[]) and state = 'in_progress'
      order by id
      for no key update
    ), moved as (
      update sitting.attempt a
      set state = ${to}, away_limit_at = null, updated_at = ${now}
      from held
      where a.company_id = ${db.companyId} and a.id = held.id
      returning a.id
    ), stopped as (
      insert into sitting.attempt_pause (company_id, attempt_id, from_at, reason, by_id)
      select ${db.companyId}, id, ${now}, ${reason}, ${actorId}
      from moved
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      select ${db.companyId}, id, 'pause', ${actorId}, ${now}, ${JSON.stringify(told[0]?.data)}::jsonb
      from moved
    )
    select id from moved`
}

const finishedRow = z.object({ id: z.string(), goesOn: z.boolean() })

/** Ends the pauses of invigilators; where no incident or break stops the clock too it goes on. The deadline is set by the caller. Answers whose they were. */
export async function finishPauses(
  db: Db,
  { attemptIds, reason, actorId, now }: ActOnMany,
): Promise<z.output<typeof finishedRow>[]> {
  const { to, told } = stepsAlong({ from: 'paused', steps: ['resume'], now, due: null, cause: 'resume', reason })
  return await rowsOf(db, finishedRow)`
    with held as (
      select id
      from sitting.attempt
      where company_id = ${db.companyId} and id = any(${attemptIds}::uuid[]) and state = 'paused'
      order by id
      for no key update
    ), gone_on as (
      update sitting.attempt_pause p
      set until_at = ${now}
      from held
      where p.company_id = ${db.companyId} and p.attempt_id = held.id and p.until_at is null and p.source = 'act'
      returning p.attempt_id
    ), moved as (
      update sitting.attempt a
      set state = ${to}, updated_at = ${now}
      from (select distinct attempt_id from gone_on) g
      where a.company_id = ${db.companyId}
        and a.id = g.attempt_id
        and not exists (
          select from sitting.attempt_pause o
          where o.company_id = a.company_id and o.attempt_id = a.id and (o.until_at is null or o.until_at > ${now}) and o.source <> 'act'
        )
      returning a.id
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      select ${db.companyId}, id, 'resume', ${actorId}, ${now}, ${JSON.stringify(told[0]?.data)}::jsonb
      from moved
    )
    select distinct g.attempt_id as id, g.attempt_id in (select id from moved) as "goesOn" from gone_on g`
}

export async function endPauses(db: Db, attemptId: string, now: Date): Promise<void> {
  await sql`
    update sitting.attempt_pause
    set until_at = ${now}
    where company_id = ${db.companyId} and attempt_id = ${attemptId} and from_at <= ${now} and (until_at is null or until_at > ${now})
  `.execute(db)
}

/**
 * When the clocks of these attempts stood still, as their rows say by now, is an event of each: stops are said afterwards, end each for itself and are
 * taken back, so the changes of state alone do not tell it to whoever rebuilds an attempt from its events.
 */
export async function noteStops(
  db: Db,
  { attemptIds, actorId, now }: { attemptIds: readonly string[]; actorId: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${db.companyId}, a.id, 'clockStops', ${actorId}, ${now}, jsonb_build_object('pauses', p.pauses)
    from unnest(${attemptIds}::uuid[]) as a (id)
    cross join lateral (
      select ${pausesAsJson} as pauses
      from sitting.attempt_pause p
      where p.company_id = ${db.companyId} and p.attempt_id = a.id
    ) p
    order by a.id
  `.execute(db)
}

/** What stops the clock of a paused attempt at this moment, each kind once. */
export const stoppedBy = (db: Db, attemptId: RawBuilder<unknown>): RawBuilder<unknown> => sql`array(
  select distinct o.source
  from sitting.attempt_pause o
  where o.company_id = ${db.companyId} and o.attempt_id = ${attemptId} and (o.until_at is null or o.until_at > now())
)`

/** Of pauses `p`: milliseconds; without an end one goes on. */
export const pausesAsJson = sql`coalesce(jsonb_agg(jsonb_build_object(
  'from', round(extract(epoch from p.from_at) * 1000),
  'until', round(extract(epoch from p.until_at) * 1000)
) order by p.from_at, p.id), '[]')`

const openedRow = z.object({ closedAt: z.date() })

/**
 * An attempt that was taken in by force is open again, as if its clock had stood still since. Absences until now count no more, or the next sign
 * of life would close it.
 */
export async function updateReopened(
  db: Db,
  { attemptId, reason, actorId, now }: Omit<ActOnMany, 'attemptIds'> & { readonly attemptId: string },
): Promise<void> {
  const { to, told } = stepsAlong({ from: 'forced_submitted', steps: ['reopen'], now, due: null, cause: 'reopen', reason })
  await rowsOf(db, openedRow)`
    with before as (
      select id, submitted_at
      from sitting.attempt
      where company_id = ${db.companyId} and id = ${attemptId} and state = 'forced_submitted'
    ), opened as (
      update sitting.attempt a
      set state = ${to}, submitted_at = null, submit_cause = null, submission_key = null, over_limit_at = null, away_limit_at = null,
        absences = 0, away_ms = 0, longest_away_ms = 0, pardoned_at = ${now}, updated_at = ${now}
      from before b
      where a.company_id = ${db.companyId} and a.id = b.id
      returning a.id, b.submitted_at
    ), stopped as (
      insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason, by_id, source)
      select ${db.companyId}, id, submitted_at, greatest(${now}, submitted_at), ${reason}, ${actorId}, 'reopen'
      from opened
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      select ${db.companyId}, id, 'reopen', ${actorId}, ${now}, ${JSON.stringify(told[0]?.data)}::jsonb
      from opened
    )
    select submitted_at as "closedAt" from opened`
}
