import { id } from '@kaopei/contract'
import { type Db, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type AttemptState, attemptStates } from '../rules/attempt-transition.ts'
import type { Clock } from '../rules/stopped-clock.ts'
import { pausesOf, storedPauseRow } from '../terms.sql.ts'
import type { Owner } from '../terms.ts'
import { stepsAlong } from '../transition.sql.ts'

const clockRow = z.object({
  attemptId: id,
  staffId: id,
  state: z.enum(attemptStates),
  startedAt: z.date(),
  due: z.date().nullable(),
  closeAt: z.date().nullable(),
  limitMinutes: z.int(),
  pauses: z.array(storedPauseRow),
  submittedAt: z.date().nullable(),
  submitCause: z.string().nullable(),
  isMarked: z.boolean(),
  hasOtherOpen: z.boolean(),
  hasSubjective: z.boolean(),
})

/** The newest attempt of a person, with its clock. */
export interface AttemptClock extends Clock {
  readonly attemptId: string
  readonly staffId: string
  readonly hasSubjective: boolean
}

/** Of each of these people their newest attempt; who has none is absent. `without`: pauses of this incident are left out. */
export async function selectClocks(
  db: Db,
  { owner, staffIds, without }: { owner: Owner; staffIds: readonly string[]; without?: string | undefined },
): Promise<AttemptClock[]> {
  const rows = await rowsOf(db, clockRow)`
    with newest as (
      select distinct on (a.staff_id) a.*
      from sitting.attempt a
      where a.company_id = ${db.companyId} and a.owner_id = ${owner.id} and a.staff_id = any(${staffIds}::uuid[])
      order by a.staff_id, a.number desc
    ), stopped as (
      select p.attempt_id, json_agg(json_build_object('from', p.from_at, 'until', p.until_at, 'restartMinutes', p.restart_minutes)) as pauses
      from newest n
      join sitting.attempt_pause p on p.company_id = ${db.companyId} and p.attempt_id = n.id
      where (p.source = 'incident' and p.source_id = ${without ?? null}::uuid) is not true
      group by p.attempt_id
    )
    select n.id as "attemptId", n.staff_id as "staffId", n.state, n.started_at as "startedAt", n.due_at as due, n.close_at as "closeAt",
      n.limit_minutes as "limitMinutes", coalesce(s.pauses, '[]') as pauses, n.submitted_at as "submittedAt", n.submit_cause as "submitCause",
      n.state in ('in_marking', 'marked', 'published') and n.has_subjective as "isMarked", n.has_subjective as "hasSubjective", false as "hasOtherOpen"
    from newest n
    left join stopped s on s.attempt_id = n.id
    order by n.id`
  return rows.map(({ pauses, ...row }) => ({ ...row, pauses: pausesOf(pauses) }))
}

/** Holds everybody's newest attempt until the transaction ends: closed ones by their lock too, for they may be being scored. */
export async function holdClocks(db: Db, { owner, staffIds }: { owner: Owner; staffIds: readonly string[] }): Promise<void> {
  const closed = await idsOf(db)`
    select a.id
    from sitting.attempt a
    where a.company_id = ${db.companyId} and a.owner_id = ${owner.id} and a.staff_id = any(${staffIds}::uuid[])
      and a.submit_cause in ('timeout', 'timeUp', 'limit')
    order by a.id`
  await sql`select sitting.lock_attempt(g.id) from unnest(${closed}::uuid[]) as g (id)`.execute(db)
  await sql`
    select a.id
    from sitting.attempt a
    where a.company_id = ${db.companyId} and a.owner_id = ${owner.id} and a.staff_id = any(${staffIds}::uuid[])
    order by a.id
    for no key update
  `.execute(db)
}

export interface NewStop {
  readonly attemptId: string
  readonly from: Date
  readonly until: Date | null
}

export interface StopFacts {
  readonly incidentId: string
  readonly restartMinutes: number
  readonly reason: string
  readonly actorId: string | null
  readonly now: Date
}

/** A row for each: a stay in the incident. Who is still in one has it. */
export async function insertStops(db: Db, stops: readonly NewStop[], facts: StopFacts): Promise<void> {
  const { incidentId, restartMinutes, reason, actorId } = facts
  await sql`
    insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason, by_id, source, source_id, restart_minutes)
    select ${db.companyId}, g."attemptId", least(g."from", coalesce(g.until, 'infinity')), g.until, ${reason}, ${actorId}, 'incident', ${incidentId}, ${restartMinutes}
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as g ("attemptId" uuid, "from" timestamptz, until timestamptz)
    order by 2
    on conflict (company_id, attempt_id, source_id) where source = 'incident' and until_at is null do nothing
  `.execute(db)
}

/** The clock of open ones stands still from now on, with an event; those that stand still already stay so. */
export async function moveToPaused(db: Db, attemptIds: readonly string[], { reason, actorId, now }: StopFacts): Promise<void> {
  const { to, told } = stepsAlong({ from: 'in_progress', steps: ['pause'], now, due: null, cause: 'incident', reason })
  await sql`
    with moved as (
      update sitting.attempt a
      set state = ${to}, away_limit_at = null, updated_at = ${now}
      where a.company_id = ${db.companyId} and a.id = any(${attemptIds}::uuid[]) and a.state = 'in_progress'
      returning a.id
    )
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${db.companyId}, id, 'pause', ${actorId}, ${now}, ${JSON.stringify(told[0]?.data)}::jsonb
    from moved
  `.execute(db)
}

/** Those of them that nothing stops any more go on. Answers which. */
export async function moveOn(
  db: Db,
  attemptIds: readonly string[],
  { reason, actorId, now }: Omit<StopFacts, 'incidentId' | 'restartMinutes'>,
): Promise<string[]> {
  const { to, told } = stepsAlong({ from: 'paused', steps: ['resume'], now, due: null, cause: 'incident', reason })
  return await idsOf(db)`
    with moved as (
      update sitting.attempt a
      set state = ${to}, updated_at = ${now}
      where a.company_id = ${db.companyId}
        and a.id = any(${attemptIds}::uuid[])
        and a.state = 'paused'
        and not exists (
          select from sitting.attempt_pause p
          where p.company_id = a.company_id and p.attempt_id = a.id and (p.until_at is null or p.until_at > ${now})
        )
      returning a.id
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
      select ${db.companyId}, id, 'resume', ${actorId}, ${now}, ${JSON.stringify(told[0]?.data)}::jsonb
      from moved
    )
    select id from moved`
}

const waysBack = (state: AttemptState) => {
  if (state === 'published') return ['withdraw', 'reopenMarking', 'giveBack'] as const
  if (state === 'marked') return ['reopenMarking', 'giveBack'] as const
  return ['giveBack'] as const
}

export interface GivenBack {
  readonly attemptId: string
  readonly state: AttemptState
  readonly due: Date | null
  readonly leftMs: number
}

/** Closed attempts are open again: no result, no hand-in, absences until now count no more; the time since is a pause. */
export async function updateGivenBack(
  db: Db,
  given: readonly GivenBack[],
  { incidentId, reason, actorId, now }: StopFacts,
): Promise<void> {
  const rows = given.map(({ attemptId, state, leftMs }) => {
    const { told } = stepsAlong({
      from: state,
      steps: waysBack(state),
      now,
      due: null,
      cause: 'incident',
      reason,
      facts: { incidentId, leftMs },
    })
    return { attemptId, state, steps: told }
  })
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("attemptId" uuid, state text, steps jsonb)
    ), before as (
      select a.id, a.submitted_at, g.steps
      from given g
      join sitting.attempt a on a.company_id = ${db.companyId} and a.id = g."attemptId" and a.state = g.state
    ), opened as (
      update sitting.attempt a
      set state = 'in_progress', submitted_at = null, submit_cause = null, submission_key = null, over_limit_at = null, away_limit_at = null,
        absences = 0, away_ms = 0, longest_away_ms = 0, pardoned_at = ${now}, objective_score_hundredths = null, subjective_score_hundredths = null,
        score_hundredths = null, is_passed = null, scored_at = null, marked_at = null, published_at = null, updated_at = ${now}
      from before b
      where a.company_id = ${db.companyId} and a.id = b.id
      returning a.id, b.submitted_at, b.steps
    ), unscored as (
      update sitting.attempt_item i
      set score_hundredths = null, score_source = null, is_correct = null
      from opened o
      where i.company_id = ${db.companyId} and i.attempt_id = o.id and i.score_source = 'auto'
    ), stopped as (
      insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason, by_id, source, source_id)
      select ${db.companyId}, id, least(submitted_at, ${now}), ${now}, ${reason}, ${actorId}, 'reopen', ${incidentId}
      from opened
    )
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, server_time, data)
    select ${db.companyId}, o.id, s.type, ${actorId}, ${now}, s.data
    from opened o
    cross join jsonb_to_recordset(o.steps) as s (type text, data jsonb)
  `.execute(db)
}

const endedRow = z.object({ id, wasOpen: z.boolean() })

/** The incident's stop ends for these attempts, or for all of its: at `until`, or all stays as if they had never been (null). Answers whose rows changed. */
export async function updateStopsEnd(
  db: Db,
  { incidentId, attemptIds, until }: { incidentId: string; attemptIds: readonly string[] | undefined; until: Date | null },
): Promise<z.output<typeof endedRow>[]> {
  const those = attemptIds === undefined ? sql`true` : sql`p.attempt_id = any(${attemptIds}::uuid[])`
  if (until === null)
    return rowsOf(db, endedRow)`
      update sitting.attempt_pause p
      set until_at = p.from_at, restart_minutes = 0
      from (
        select b.id, b.until_at is null as "wasOpen"
        from sitting.attempt_pause b
        where b.company_id = ${db.companyId} and b.source_id = ${incidentId} and b.source = 'incident'
      ) b
      where p.company_id = ${db.companyId} and p.id = b.id and ${those}
      returning p.attempt_id as id, b."wasOpen"`
  return rowsOf(db, endedRow)`
    update sitting.attempt_pause p
    set until_at = greatest(p.from_at, ${until}::timestamptz)
    where p.company_id = ${db.companyId} and p.source_id = ${incidentId} and p.source = 'incident' and p.until_at is null and ${those}
    returning p.attempt_id as id, true as "wasOpen"`
}

const stoppedRow = z.object({ attemptId: id, isOpen: z.boolean() })

/** Attempts of an incident. */
export function selectStopped(db: Db, incidentId: string): Promise<z.output<typeof stoppedRow>[]> {
  return rowsOf(db, stoppedRow)`
    select p.attempt_id as "attemptId", p.until_at is null as "isOpen"
    from sitting.attempt_pause p
    where p.company_id = ${db.companyId} and p.source_id = ${incidentId} and p.source = 'incident'`
}

/** For joins of rooms above: each stop of an incident that has any length; what was taken back has none. */
export const staysOf = (db: Db, incidentId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.attempt_id as "attemptId", t.from_at as "from", t.until_at as until
  from sitting.attempt_pause t
  where t.company_id = ${db.companyId} and t.source = 'incident' and t.source_id = ${incidentId} and t.until_at is distinct from t.from_at`
