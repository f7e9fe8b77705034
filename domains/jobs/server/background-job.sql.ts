import { defaultTimeZone, id } from '@kaopei/contract'
import { type Db, findOne, hasRows, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { jobState } from '../contract/download.ts'

export interface NewBackgroundJob {
  readonly companyId: string
  readonly kind: string
  readonly title: string
  readonly conditions: Readonly<Record<string, unknown>>
  readonly payload: unknown
  readonly output?: Readonly<Record<string, unknown>>
  readonly requestedBy: string
  /** `grantsOf` whoever asks. */
  readonly grants: string
}

export async function insertBackgroundJob(db: Db, job: NewBackgroundJob): Promise<string> {
  const row = await db
    .insertInto('jobs.background_job')
    .values({
      company_id: job.companyId,
      kind: job.kind,
      title: job.title,
      conditions: JSON.stringify(job.conditions),
      payload: JSON.stringify(job.payload),
      output: JSON.stringify(job.output ?? {}),
      requested_by: job.requestedBy,
      grants: job.grants,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Jobs of one person that are not over yet. */
export async function countOpen(db: Db, requestedBy: string): Promise<number> {
  const { count } = await db
    .selectFrom('jobs.background_job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', db.companyId)
    .where('requested_by', '=', requestedBy)
    .where('state', 'in', [jobState.waiting, jobState.running])
    .executeTakeFirstOrThrow()
  return count
}

export function hasOpen(db: Db, kind: string, about: object): Promise<boolean> {
  return hasRows(db)`
    select from jobs.background_job
    where company_id = ${db.companyId}
      and kind = ${kind}
      and state in ${lit(jobState.waiting, jobState.running)}
      and payload @> ${JSON.stringify(about)}::jsonb
    limit 1`
}

export interface BegunRun {
  readonly requested_by: string
  readonly attempts: number
  readonly output: unknown
  /** What an earlier run has written down of how far it came. */
  readonly checkpoint: unknown
}

/** Makes `runId` the one run that may report and finish. Undefined when the job is over or gone. */
export async function beginRun(db: Db, id: string, runId: string): Promise<BegunRun | undefined> {
  return db
    .updateTable('jobs.background_job')
    .set((eb) => ({
      state: jobState.running,
      run_id: runId,
      attempts: eb('attempts', '+', 1),
      started_at: sql<Date>`coalesce(started_at, now())`,
      touched_at: sql<Date>`now()`,
      done_count: 0,
      message: '',
    }))
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('state', 'in', [jobState.waiting, jobState.running])
    .returning(['requested_by', 'attempts', 'output', 'checkpoint'])
    .executeTakeFirst()
}

const closedRow = z.object({ closed: z.boolean() })

/** Suspended, not begun, or over. */
export async function isCompanyClosed(db: Db): Promise<boolean> {
  const row = await findOne(db, closedRow)`
    select is_closed as closed from identity.company_card where id = ${db.companyId}`
  return row?.closed ?? false
}

export interface RunKey {
  readonly companyId: string
  readonly id: string
  readonly runId: string
}

/** Writes the progress down; false when this run is no longer the one (cancelled, or another took over). */
export async function reportProgress(db: Db, run: RunKey, done: number, total: number | null): Promise<boolean> {
  const result = await runRow(db, run)
    .set({ done_count: done, total_count: total, touched_at: sql<Date>`now()` })
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Writes down how far the run has come, with its changes; false when it is no longer the one. */
export async function keepCheckpoint(db: Db, run: RunKey, checkpoint: unknown): Promise<boolean> {
  const result = await runRow(db, run)
    .set({ checkpoint: JSON.stringify(checkpoint), touched_at: sql<Date>`now()` })
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export interface Ending {
  readonly fields?: readonly string[] | undefined
  readonly state: number
  readonly message: string
  readonly fileId?: string | null
  readonly fileName?: string | null
  readonly result?: unknown
  readonly done?: number
  readonly total?: number | null
  readonly expiresAt: Date
}

/** Ends the job, once: false when this run is no longer the one. */
export async function endRun(db: Db, run: RunKey, ending: Ending): Promise<boolean> {
  const result = await runRow(db, run)
    .set({
      state: ending.state,
      message: ending.message,
      finished_at: sql<Date>`clock_timestamp()`,
      expires_at: ending.expiresAt,
      ...(ending.fileId !== undefined && { file_id: ending.fileId }),
      ...(ending.fileName !== undefined && { file_name: ending.fileName }),
      ...(ending.result !== undefined && { result: JSON.stringify(ending.result) }),
      ...(ending.done !== undefined && { done_count: ending.done }),
      ...(ending.total !== undefined && { total_count: ending.total }),
      ...(ending.fields !== undefined && { fields: [...ending.fields] }),
    })
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gives the job back to the queue, to be run again. */
export async function releaseRun(db: Db, run: RunKey, message: string): Promise<void> {
  await runRow(db, run).set({ state: jobState.waiting, run_id: null, message }).execute()
}

function runRow(db: Db, { companyId, id, runId }: RunKey) {
  return db
    .updateTable('jobs.background_job')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .where('state', '=', jobState.running)
}

/** Cancels a waiting or running job; a run under way notices at its next report. */
export async function cancelJob(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const result = await db
    .updateTable('jobs.background_job')
    .set({ state: jobState.cancelled, finished_at: sql<Date>`clock_timestamp()`, expires_at: expiresAt })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('state', 'in', [jobState.waiting, jobState.running])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Puts a failed, cancelled or lost job back to the start; its kind and payload say how to enqueue it. */
export async function resetJob(db: Db, id: string): Promise<{ kind: string; payload: unknown } | undefined> {
  return db
    .updateTable('jobs.background_job')
    .set({
      state: jobState.waiting,
      run_id: null,
      message: '',
      done_count: 0,
      total_count: null,
      started_at: null,
      finished_at: null,
      expires_at: null,
      result: null,
      attempts: 0,
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', 'in', [jobState.failed, jobState.cancelled]), isLost]))
    .returning(['kind', 'payload'])
    .executeTakeFirst()
}

/** How long ago, by the database's clock: it is the one that wrote the times these are compared with. */
function ago(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds})`
}

export async function jobsDueForRemoval(db: Db, expiredSeconds: number, howMany: number): Promise<JobKey[]> {
  return rowsOf(db, jobKeyRow)`
    select company_id, id
    from jobs.due_for_removal(${ago(expiredSeconds)}, ${howMany})`
}

export async function unheardJobs(db: Db, silentSeconds: number, howMany: number): Promise<JobKey[]> {
  return rowsOf(db, jobKeyRow)`
    select company_id, id
    from jobs.unheard(${ago(silentSeconds)}, ${howMany})`
}

const jobKeyRow = z.object({ company_id: id, id })
export type JobKey = z.output<typeof jobKeyRow>

export async function failUnheard(
  db: Db,
  { company_id: companyId, id }: JobKey,
  silentSeconds: number,
  ending: { message: string; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('jobs.background_job')
    .set({
      state: jobState.failed,
      message: ending.message,
      finished_at: sql<Date>`clock_timestamp()`,
      expires_at: ending.expiresAt,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', jobState.running)
    .where('touched_at', '<', ago(silentSeconds))
    .execute()
}

/** Jobs that are not over and that the queue does not know. */
export async function lostJobs(db: Db, silentSeconds: number, howMany: number): Promise<JobKey[]> {
  return rowsOf(db, jobKeyRow)`
    select company_id, id
    from jobs.lost(make_interval(secs => ${silentSeconds}), ${howMany})`
}

const isLost = sql<boolean>`state in ${lit(jobState.waiting, jobState.running)} and not kit.is_queued('tracked:' || kind || ':' || company_id || ':' || id)`

/** Puts a lost job back to the start; undefined when it is lost no more, or has been tried `mostAttempts` times. */
export async function restartLost(
  db: Db,
  { company_id: companyId, id }: JobKey,
  mostAttempts: number,
): Promise<{ kind: string; payload: unknown } | undefined> {
  return db
    .updateTable('jobs.background_job')
    .set({ state: jobState.waiting, run_id: null, touched_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('attempts', '<', mostAttempts)
    .where(isLost)
    .returning(['kind', 'payload'])
    .executeTakeFirst()
}

/** Ends a lost job that is not to be tried again. */
export async function failLost(
  db: Db,
  { company_id: companyId, id }: JobKey,
  ending: { message: string; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('jobs.background_job')
    .set({
      state: jobState.failed,
      message: ending.message,
      finished_at: sql<Date>`clock_timestamp()`,
      expires_at: ending.expiresAt,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where(isLost)
    .execute()
}

export async function deleteJobs(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('jobs.background_job')
    .where('company_id', '=', db.companyId)
    .where('id', 'in', [...ids])
    .execute()
}

const timeZoneRow = z.object({ timeZone: z.string() })

/** Whose clocks a company's files are written by. */
export async function selectTimeZone(db: Db): Promise<string> {
  const row = await findOne(db, timeZoneRow)`
    select time_zone as "timeZone" from identity.company_card where id = ${db.companyId}`
  return row?.timeZone ?? defaultTimeZone
}
