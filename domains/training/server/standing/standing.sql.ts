/** What happened to people in a project, and what is derived of it; a batch of people in one statement each. */
import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { participation, projectStatus } from '../../contract/codes.ts'
import { eventKinds } from '../../contract/participant.ts'

const takesPart = lit(participation.takesPart)

const participantRow = z.object({
  staffId: id,
  state: z.int(),
  enrolledAt: z.date(),
  outlineVersion: z.int().nullable(),
  states: z.array(z.int()),
  percent: z.int(),
  begunAt: z.date().nullable(),
  lastAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  nextTaskId: id.nullable(),
  nextSince: z.date().nullable(),
  nextDueAt: z.date().nullable(),
  owedDueAt: z.date().nullable(),
})
export type ParticipantRow = z.input<typeof participantRow>

const columns = sql`e.staff_id as "staffId", e.state, e.enrolled_at as "enrolledAt", e.outline_version as "outlineVersion", e.states,
      e.percent::int as percent, e.begun_at as "begunAt", e.last_at as "lastAt", e.completed_at as "completedAt",
      e.next_task_id as "nextTaskId", e.next_since as "nextSince", e.next_due_at as "nextDueAt", e.owed_due_at as "owedDueAt"`

/** Whatever changes how somebody stands in a project waits here; in one order for everybody, so that nobody waits in a circle. */
export function lockParticipants(db: Db, projectId: string, staffIds: readonly string[]): Promise<ParticipantRow[]> {
  return rowsOf(db, participantRow)`
    select ${columns}
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.staff_id = any(${staffIds}::uuid[])
    order by e.staff_id
    for no key update`
}

/** As they are, for whoever only reads. */
export function selectParticipantsOf(db: Db, projectId: string, staffIds: readonly string[]): Promise<ParticipantRow[]> {
  return rowsOf(db, participantRow)`
    select ${columns}
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.staff_id = any(${staffIds}::uuid[])`
}

const eventRow = z.object({
  id,
  staffId: id,
  taskId: id,
  kind: z.enum(eventKinds),
  scoreHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
  cause: z.unknown(),
  at: z.date(),
})
export type EventRow = z.input<typeof eventRow>

/** Oldest first. */
export function selectEvents(db: Db, projectId: string, staffIds: readonly string[]): Promise<EventRow[]> {
  return rowsOf(db, eventRow)`
    select v.id, v.staff_id as "staffId", v.task_id as "taskId", v.kind, v.score_hundredths as "scoreHundredths", v.is_passed as "isPassed",
      v.cause, v.at
    from training.task_event v
    where v.company_id = ${db.companyId} and v.project_id = ${projectId} and v.staff_id = any(${staffIds}::uuid[])
    order by v.at, v.id`
}

export interface NewEvent {
  readonly staffId: string
  /** A task, or a stage that is opened by hand. */
  readonly taskId: string
  readonly kind: EventRow['kind']
  readonly scoreHundredths?: number | null
  readonly isPassed?: boolean | null
  readonly cause: object
  readonly at: Date
}

export async function insertEvents(db: Db, projectId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ scoreHundredths: null, isPassed: null, ...event }))
  await sql`
    insert into training.task_event (company_id, project_id, staff_id, task_id, kind, score_hundredths, is_passed, cause, at)
    select ${db.companyId}, ${projectId}, e."staffId", e."taskId", e.kind, e."scoreHundredths", e."isPassed", e.cause, e.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e ("staffId" uuid, "taskId" uuid, kind text,
      "scoreHundredths" integer, "isPassed" boolean, cause jsonb, at timestamptz)`.execute(db)
}

const chosenRow = z.object({ taskId: id, staffId: id })

/** Who of these people was chosen for which of these tasks. */
export async function selectChosen(db: Db, taskIds: readonly string[], staffIds: readonly string[]) {
  if (taskIds.length === 0) return []
  return rowsOf(db, chosenRow)`
    select t.task_id as "taskId", t.staff_id as "staffId"
    from training.task_person t
    where t.company_id = ${db.companyId} and t.task_id = any(${taskIds}::uuid[]) and t.staff_id = any(${staffIds}::uuid[])`
}

export interface NewStanding extends Omit<ParticipantRow, 'state' | 'enrolledAt' | 'states'> {
  readonly states: readonly number[]
}

export async function updateStandings(db: Db, projectId: string, rows: readonly NewStanding[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update training.enrolment e
    set outline_version = r."outlineVersion", states = r.states, percent = r.percent, begun_at = r."begunAt", last_at = r."lastAt",
      completed_at = r."completedAt", next_task_id = r."nextTaskId", next_since = r."nextSince", next_due_at = r."nextDueAt",
      owed_due_at = r."owedDueAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("staffId" uuid, "outlineVersion" integer, states smallint[],
      percent smallint, "begunAt" timestamptz, "lastAt" timestamptz, "completedAt" timestamptz, "nextTaskId" uuid,
      "nextSince" timestamptz, "nextDueAt" timestamptz, "owedDueAt" timestamptz)
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.staff_id = r."staffId"`.execute(db)
}

const linkedRow = z.object({ projectId: id, staffId: id })
type Linked = z.input<typeof linkedRow>

/** Running projects with tasks that lead to these targets, with those of the people who take part there. */
export function selectLinked(
  db: Db,
  { kind, isItsOwnTarget }: { readonly kind: string; readonly isItsOwnTarget: boolean },
  whose: readonly Whose[],
): Promise<Linked[]> {
  const target = isItsOwnTarget ? sql`t.id` : sql`t.target_id`
  return rowsOf(db, linkedRow)`
    select distinct t.project_id as "projectId", w.staff_id as "staffId"
    from unnest(${whose.map(({ targetId }) => targetId)}::uuid[], ${whose.map(({ staffId }) => staffId)}::uuid[]) as w (target_id, staff_id)
    join training.task t
      on t.company_id = ${db.companyId} and t.kind = ${kind} and ${target} = w.target_id and t.removed_at is null
    join training.project p
      on p.company_id = t.company_id and p.id = t.project_id and p.status in ${lit(projectStatus.shelved, projectStatus.unshelved)}
      and p.removed_at is null
    join training.enrolment e
      on e.company_id = p.company_id and e.project_id = p.id and e.staff_id = w.staff_id and e.state = ${takesPart}
    order by 1, 2`
}

export interface Whose {
  readonly targetId: string
  readonly staffId: string
}

const idRow = z.object({ id })

/** Who takes part and whose state is not of this outline, in the order of their ids. */
export async function selectToDerive(
  db: Db,
  { projectId, outlineVersion, after, most }: { projectId: string; outlineVersion: number; after: string | null; most: number },
): Promise<string[]> {
  const rows = await rowsOf(db, idRow)`
    select e.staff_id as id
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${takesPart}
      and e.outline_version is distinct from ${outlineVersion} and (${after}::uuid is null or e.staff_id > ${after}::uuid)
    order by e.staff_id
    limit ${most}`
  return rows.map((row) => row.id)
}

/** Everybody who takes part, in the order of their ids. */
export async function selectAfter(db: Db, projectId: string, after: string | null, most: number): Promise<string[]> {
  const rows = await rowsOf(db, idRow)`
    select e.staff_id as id
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${takesPart}
      and (${after}::uuid is null or e.staff_id > ${after}::uuid)
    order by e.staff_id
    limit ${most}`
  return rows.map((row) => row.id)
}

/** Running projects of the company. */
export async function selectRunning(db: Db): Promise<string[]> {
  const rows = await rowsOf(db, idRow)`
    select p.id
    from training.project p
    where p.company_id = ${db.companyId} and p.status in ${lit(projectStatus.shelved, projectStatus.unshelved)} and p.removed_at is null
    order by p.id`
  return rows.map((row) => row.id)
}

/** `db` is in no company. */
export async function companiesInTraining(db: Db, since: Date): Promise<string[]> {
  const rows = await rowsOf(db, idRow)`select c.id from training.companies_in_training(${since}) as c (id)`
  return rows.map((row) => row.id)
}
