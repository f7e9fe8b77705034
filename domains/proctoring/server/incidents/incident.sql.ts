import { id } from '@kaopei/contract'
import { inReach, type Reach, reachShape } from '@kaopei/exam/server'
import { changesOf, type Db, findOne, hasRows, idOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { staysOf } from '@kaopei/sitting/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { incidentOutcome, incidentScope, incidentState } from '../../contract/incidents/incident.ts'

const incidentRow = z.object({
  id,
  examId: id,
  title: z.string(),
  reason: z.string(),
  scopeKind: incidentScope.schema,
  scopeValues: z.array(z.string()),
  scopeText: z.string(),
  seenBy: reachShape.nullable(),
  fromTime: z.date(),
  untilTime: z.date().nullable(),
  restartMinutes: z.int(),
  reopens: z.boolean(),
  state: incidentState.schema,
  report: z.string(),
  createdBy: id,
  createdByName: z.string().nullable(),
  createdTime: z.date(),
  followedTime: z.date().nullable(),
  endedTime: z.date().nullable(),
  takenBackTime: z.date().nullable(),
  takenBackReason: z.string(),
  version: z.int(),
})
export type IncidentRow = z.output<typeof incidentRow>

const columns = sql`i.id, i.exam_id as "examId", i.title, i.reason, i.scope_kind as "scopeKind", i.scope_values as "scopeValues",
  i.scope_text as "scopeText", i.seen_by as "seenBy", i.from_at as "fromTime", i.until_at as "untilTime", i.restart_minutes as "restartMinutes",
  i.reopens, i.state, i.report, i.created_by as "createdBy", by.name as "createdByName", i.created_at as "createdTime", i.followed_at as "followedTime", i.ended_at as "endedTime",
  i.taken_back_at as "takenBackTime", i.taken_back_reason as "takenBackReason", i.version`

export function findIncident(db: Db, incidentId: string): Promise<IncidentRow | undefined> {
  return findOne(db, incidentRow)`
    select ${columns}
    from proctoring.incident i
    left join org.person by on by.company_id = i.company_id and by.id = i.created_by
    where i.company_id = ${db.companyId} and i.id = ${incidentId}`
}

/** Held until the transaction ends. */
export async function lockIncident(db: Db, incidentId: string): Promise<IncidentRow | undefined> {
  await sql`select from proctoring.incident where company_id = ${db.companyId} and id = ${incidentId} for update`.execute(db)
  return findIncident(db, incidentId)
}

/** Incidents of one exam come one after the other. */
export async function lockIncidents(db: Db, examId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('proctoring.incident:' || ${examId}::text, 0))`.execute(db)
}

const listedRow = incidentRow.extend({ personCount: z.int(), reopenedCount: z.int(), mayChange: z.boolean() })
export type ListedIncident = z.output<typeof listedRow>

export function selectIncidents(
  db: Db,
  { examId, who, limit, offset }: { examId: string; who: Asking; limit: number; offset: number },
): Promise<ListedIncident[]> {
  return rowsOf(db, listedRow)`
    select ${columns}, n.*
    from proctoring.incident i
    left join org.person by on by.company_id = i.company_id and by.id = i.created_by
    cross join lateral (
      select count(*) filter (where t.is_seen)::int as "personCount",
        count(*) filter (where t.is_seen and t.outcome = ${incidentOutcome.reopened})::int as "reopenedCount",
        ${mayChange(who)} as "mayChange"
      from (${reachedPeople(db, who)}) t
    ) n
    where i.company_id = ${db.companyId} and i.exam_id = ${examId} and ${isKnown(db, who)}
    order by i.id desc
    limit ${limit} offset ${offset}`
}

/** Whom an incident `i` has reached. */
const reachedPeople = (db: Db, who: Asking): RawBuilder<unknown> => sql`
  select p.staff_id, p.outcome, ${seen(db, who.reach)} as is_seen
  from proctoring.incident_person p
  where p.company_id = i.company_id and p.incident_id = i.id`

/** Everybody in it is within reach, and it is not one's own. */
const mayChange = ({ staffId }: Asking): RawBuilder<unknown> =>
  sql`coalesce(bool_and(t.is_seen and t.staff_id <> ${staffId}), true)`

const numbersRow = z.object({ totalCount: z.int(), openCount: z.int(), endableCount: z.int() })

export function countIncidents(db: Db, examId: string, who: Asking): Promise<z.output<typeof numbersRow>> {
  return oneOf(db, numbersRow)`
    select count(*)::int as "totalCount", count(*) filter (where i.state = ${incidentState.open})::int as "openCount",
      count(*) filter (
        where i.state = ${incidentState.open} and (select ${mayChange(who)} from (${reachedPeople(db, who)}) t)
      )::int as "endableCount"
    from proctoring.incident i
    where i.company_id = ${db.companyId} and i.exam_id = ${examId} and ${isKnown(db, who)}`
}

export function knowsIncident(db: Db, incidentId: string, who: Asking): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.incident i
    where i.company_id = ${db.companyId} and i.id = ${incidentId} and ${isKnown(db, who)}`
}

export interface Asking {
  readonly staffId: string
  readonly reach: Reach
}

/** Whoever declared it hears of it, and whoever reaches somebody in it; of one for everybody all hear. */
function isKnown(db: Db, { staffId, reach }: Asking): RawBuilder<unknown> {
  if (reach.kind === 'all') return sql`true`
  return sql`(
    i.created_by = ${staffId}
    or i.scope_kind = ${lit(incidentScope.everybody)}
    or exists (
      select from proctoring.incident_person p
      where p.company_id = i.company_id and p.incident_id = i.id and ${seen(db, reach)}
    )
  )`
}

const seen = (db: Db, scope: Reach): RawBuilder<unknown> =>
  inReach(db, scope, {
    examId: sql`(select e.exam_id from proctoring.incident e where e.company_id = p.company_id and e.id = p.incident_id)`,
    staffId: sql`p.staff_id`,
  })

export interface NewIncident {
  readonly examId: string
  readonly title: string
  readonly reason: string
  readonly scopeKind: number
  readonly scopeValues: readonly string[]
  readonly scopeText: string
  readonly scope: Reach
  readonly from: Date
  readonly until: Date | null
  readonly restartMinutes: number
  readonly reopens: boolean
  readonly isOpen: boolean
  readonly actorId: string
  readonly now: Date
}

export function insertIncident(db: Db, one: NewIncident): Promise<string> {
  const seenBy = one.scope.kind === 'all' ? null : JSON.stringify(one.scope)
  return idOf(db)`
    insert into proctoring.incident (company_id, exam_id, title, reason, scope_kind, scope_values, scope_text, seen_by, from_at, until_at, restart_minutes,
      reopens, state, created_by, created_at, ended_at)
    values (${db.companyId}, ${one.examId}, ${one.title}, ${one.reason}, ${one.scopeKind}, ${[...one.scopeValues]}::text[], ${one.scopeText},
      ${seenBy}::jsonb, ${one.from}, ${one.until}, ${one.restartMinutes}, ${one.reopens}, ${one.isOpen ? incidentState.open : incidentState.over},
      ${one.actorId}, ${one.now}, ${one.isOpen ? null : one.now})
    returning id`
}

export interface NewPerson {
  readonly attemptId: string
  readonly staffId: string
  readonly outcome: number
  readonly dueBefore: Date | null
  readonly dueAfter: Date | null
  readonly leftMs: number | null
  readonly closedCause: string | null
}

export async function insertPeople(db: Db, incidentId: string, people: readonly NewPerson[], now: Date): Promise<void> {
  await sql`
    insert into proctoring.incident_person (company_id, incident_id, attempt_id, staff_id, outcome, due_before, due_after, left_ms, closed_cause, at)
    select ${db.companyId}, ${incidentId}, g."attemptId", g."staffId", g.outcome, g."dueBefore", g."dueAfter", g."leftMs", g."closedCause", ${now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as g ("attemptId" uuid, "staffId" uuid, outcome smallint, "dueBefore" timestamptz,
      "dueAfter" timestamptz, "leftMs" bigint, "closedCause" text)
    on conflict (company_id, incident_id, attempt_id) do update set left_at = null, due_after = excluded.due_after
  `.execute(db)
}

/** The deadlines as they are now, of these attempts or of all; those who left it are marked. */
export async function updateDues(
  db: Db,
  {
    incidentId,
    dues,
    leftAt,
  }: { incidentId: string; dues: readonly { attemptId: string; due: Date | null }[]; leftAt: Date | null },
): Promise<void> {
  await sql`
    update proctoring.incident_person p
    set due_after = g.due, left_at = coalesce(${leftAt}, p.left_at)
    from jsonb_to_recordset(${JSON.stringify(dues)}::jsonb) as g ("attemptId" uuid, due timestamptz)
    where p.company_id = ${db.companyId} and p.incident_id = ${incidentId} and p.attempt_id = g."attemptId"
  `.execute(db)
}

const keptPersonRow = z.object({
  attemptId: id,
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  outcome: incidentOutcome.schema,
  dueBefore: z.date().nullable(),
  dueAfter: z.date().nullable(),
  leftMs: z.int().nullable(),
  closedCause: z.string().nullable(),
  stays: z.array(z.object({ from: z.string(), until: z.string().nullable() })),
})
export type KeptPerson = z.output<typeof keptPersonRow>

export function selectPeople(
  db: Db,
  { incidentId, scope, limit, offset }: { incidentId: string; scope: Reach; limit: number; offset: number },
): Promise<KeptPerson[]> {
  return rowsOf(db, keptPersonRow)`
    select p.attempt_id as "attemptId", p.staff_id as "staffId", s.name, d.name as department, p.outcome, p.due_before as "dueBefore",
      p.due_after as "dueAfter", p.left_ms::float8 as "leftMs", p.closed_cause as "closedCause", w.stays
    from proctoring.incident_person p
    join org.person s on s.company_id = p.company_id and s.id = p.staff_id
    left join org.department_tree d on d.company_id = p.company_id and d.id = s.department_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('from', t."from", 'until', t.until) order by t."from"), '[]') as stays
      from (${staysOf(db, sql`p.incident_id`)}) t
      where t."attemptId" = p.attempt_id
    ) w
    where p.company_id = ${db.companyId} and p.incident_id = ${incidentId} and ${seen(db, scope)}
    order by p.outcome desc, s.name, p.attempt_id
    limit ${limit} offset ${offset}`
}

const countsRow = z.object({ all: z.int(), moved: z.int(), stopped: z.int(), reopened: z.int(), returned: z.int() })

export async function countPeople(db: Db, incidentId: string, scope: Reach): Promise<z.output<typeof countsRow>> {
  const row = await findOne(db, countsRow)`
    select count(*)::int as all, count(*) filter (where p.outcome = ${incidentOutcome.moved})::int as moved,
      count(*) filter (where p.outcome = ${incidentOutcome.stopped})::int as stopped,
      count(*) filter (where p.outcome = ${incidentOutcome.reopened})::int as reopened,
      count(*) filter (where 1 < (select count(*) from (${staysOf(db, sql`p.incident_id`)}) t where t."attemptId" = p.attempt_id))::int as returned
    from proctoring.incident_person p
    where p.company_id = ${db.companyId} and p.incident_id = ${incidentId} and ${seen(db, scope)}`
  return row ?? { all: 0, moved: 0, stopped: 0, reopened: 0, returned: 0 }
}

const touchedRow = z.object({ attemptId: id, staffId: id, leftAt: z.date().nullable() })

/** Attempts that an incident has reached, with their people, also those that have left its scope. */
export function selectTouched(db: Db, incidentId: string): Promise<z.output<typeof touchedRow>[]> {
  return rowsOf(db, touchedRow)`
    select p.attempt_id as "attemptId", p.staff_id as "staffId", p.left_at as "leftAt"
    from proctoring.incident_person p
    where p.company_id = ${db.companyId} and p.incident_id = ${incidentId}`
}

export async function updateEnded(
  db: Db,
  { incidentId, until, actorId, now }: { incidentId: string; until: Date; actorId: string | null; now: Date },
): Promise<void> {
  await sql`
    update proctoring.incident
    set state = ${incidentState.over}, until_at = greatest(${until}, from_at + interval '1 second'), ended_by = ${actorId}, ended_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${incidentId}
  `.execute(db)
}

/** Who is in its scope was looked at. */
export async function updateFollowed(db: Db, incidentId: string, now: Date): Promise<void> {
  await sql`
    update proctoring.incident
    set followed_at = ${now}
    where company_id = ${db.companyId} and id = ${incidentId}
  `.execute(db)
}

export async function updateTakenBack(
  db: Db,
  { incidentId, reason, actorId, now }: { incidentId: string; reason: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    update proctoring.incident
    set state = ${incidentState.takenBack}, taken_back_by = ${actorId}, taken_back_at = ${now}, taken_back_reason = ${reason}, version = version + 1
    where company_id = ${db.companyId} and id = ${incidentId}
  `.execute(db)
}

export function updateReport(db: Db, { incidentId, report }: { incidentId: string; report: string }): Promise<number> {
  return changesOf(db)`
    update proctoring.incident
    set report = ${report}, version = version + 1
    where company_id = ${db.companyId} and id = ${incidentId}`
}

/** What was written for them, as long as nobody has changed it: no new version. */
export async function updateDraft(
  db: Db,
  incidentId: string,
  { before, report }: { before: string; report: string },
): Promise<void> {
  await sql`
    update proctoring.incident set report = ${report}
    where company_id = ${db.companyId} and id = ${incidentId} and report = ${before}
  `.execute(db)
}

/** Of every company, those behind `after` in the order of their ids. */
export function findOpenIncidents(
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<{ companyId: string; id: string }[]> {
  return rowsOf(db, z.object({ companyId: id, id }))`
    select company_id as "companyId", id from proctoring.open_incidents_after(${after}::uuid, ${most})`
}
