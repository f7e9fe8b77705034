import { type CodeOf, id } from '@kaopei/contract'
import { changesOf, type Db, findOne, hasRows, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { transStatus } from '../../contract/codes.ts'
import type { ConversionFailureKind } from '../../contract/conversion.ts'

/** A conversion and the one run of it that may report and end. */
export interface RunKey {
  readonly versionId: string
  readonly runId: string
}

/** Waiting from now on, at the end of the queue; also what is played as it was uploaded, for the programs may be there now. False where it is under way or done. */
export async function queueConversion(db: Db, versionId: string, askedBy: string | null): Promise<boolean> {
  const changed = await changesOf(db)`
    insert into courseware.conversion as c (company_id, version_id, state, asked_by)
    values (${db.companyId}, ${versionId}, 'waiting', ${askedBy})
    on conflict (company_id, version_id) do update
    set state = 'waiting', progress = 0, failure = null, failure_text = null, run_id = null, checkpoint = null, queued_at = now(),
      started_at = null, ended_at = null, asked_by = excluded.asked_by, attempts = 0
    where c.state in ('failed', 'cancelled')
      or exists (
        select from courseware.version v
        where v.company_id = c.company_id and v.id = c.version_id and c.state = 'done' and v.trans_status = ${lit(transStatus.none)}
      )`
  return changed > 0
}

export async function setTransStatus(db: Db, versionId: string, status: CodeOf<typeof transStatus>): Promise<void> {
  await changesOf(db)`
    update courseware.version
    set trans_status = ${status}
    where company_id = ${db.companyId}
      and id = ${versionId}`
}

const begunRow = z.object({
  versionId: id,
  coursewareId: id,
  type: z.int(),
  fileId: id.nullable(),
  fileName: z.string(),
  title: z.string(),
  attempts: z.int(),
  hasCover: z.boolean(),
})
export type BegunConversion = z.output<typeof begunRow>

/** Makes `runId` the one run that counts. Undefined when it is over. */
export async function beginRun(db: Db, { versionId, runId }: RunKey): Promise<BegunConversion | undefined> {
  return findOne(db, begunRow)`
    update courseware.conversion c
    set state = 'running', run_id = ${runId}, attempts = c.attempts + 1, started_at = coalesce(c.started_at, now())
    from courseware.version v
    join courseware.courseware w on w.company_id = v.company_id and w.id = v.courseware_id
    where c.company_id = ${db.companyId}
      and c.version_id = ${versionId}
      and c.state in ('waiting', 'running')
      and v.company_id = c.company_id
      and v.id = c.version_id
    returning v.id as "versionId", w.id as "coursewareId", w.type, v.file_id as "fileId", v.file_name as "fileName", w.title, c.attempts,
      w.cover_file_id is not null as "hasCover"`
}

/** Writes down how far it is, where that is known, and answers whether the run still counts. */
export async function reportRun(db: Db, { versionId, runId }: RunKey, progress: number | null): Promise<boolean> {
  const changed = await changesOf(db)`
    update courseware.conversion
    set progress = coalesce(${progress}, progress)
    where company_id = ${db.companyId}
      and version_id = ${versionId}
      and run_id = ${runId}
      and state = 'running'`
  return changed > 0
}

/**
 * Locks a courseware, removed or not. Whatever changes both locks it before its conversion: people delete and cancel in this order, and a conversion that
 * ends well writes to the courseware too.
 */
export async function lockCourseware(db: Db, coursewareId: string): Promise<void> {
  await hasRows(db)`
    select
    from courseware.courseware
    where company_id = ${db.companyId}
      and id = ${coursewareId}
    for update`
}

/** Locks the conversion for the transaction that stores its result; its courseware is locked. */
export async function lockRun(db: Db, { versionId, runId }: RunKey): Promise<boolean> {
  return hasRows(db)`
    select
    from courseware.conversion
    where company_id = ${db.companyId}
      and version_id = ${versionId}
      and run_id = ${runId}
      and state = 'running'
    for update`
}

export async function finishRun(db: Db, { versionId }: RunKey): Promise<void> {
  await changesOf(db)`
    update courseware.conversion
    set state = 'done', progress = 100, run_id = null, checkpoint = null, ended_at = now()
    where company_id = ${db.companyId}
      and version_id = ${versionId}`
}

/** Of what is played as it was uploaded: usable, with what would have to be installed to do better. */
export async function finishRunWithout(
  db: Db,
  { versionId }: RunKey,
  failure: ConversionFailureKind,
  text: string,
): Promise<void> {
  await changesOf(db)`
    update courseware.conversion
    set state = 'done', progress = 100, failure = ${failure}, failure_text = ${text}, run_id = null, ended_at = now()
    where company_id = ${db.companyId}
      and version_id = ${versionId}`
}

export async function failRun(
  db: Db,
  { versionId, runId }: RunKey,
  failure: ConversionFailureKind,
  text: string,
): Promise<boolean> {
  const changed = await changesOf(db)`
    update courseware.conversion
    set state = 'failed', failure = ${failure}, failure_text = ${text}, run_id = null, ended_at = now()
    where company_id = ${db.companyId}
      and version_id = ${versionId}
      and run_id = ${runId}
      and state = 'running'`
  return changed > 0
}

/** Of a process that stops: the run did not fail, and what is next begins where it was. */
export async function handBackRun(db: Db, { versionId, runId }: RunKey): Promise<boolean> {
  const changed = await changesOf(db)`
    update courseware.conversion
    set state = 'waiting', run_id = null, attempts = greatest(attempts - 1, 0)
    where company_id = ${db.companyId}
      and version_id = ${versionId}
      and run_id = ${runId}
      and state = 'running'`
  return changed > 0
}

export async function cancelRun(db: Db, versionId: string, text: string): Promise<boolean> {
  const changed = await changesOf(db)`
    update courseware.conversion
    set state = 'cancelled', failure = 'cancelled', failure_text = ${text}, run_id = null, ended_at = now()
    where company_id = ${db.companyId}
      and version_id = ${versionId}
      and state in ('waiting', 'running')`
  return changed > 0
}

const lostRow = z.object({ companyId: id, versionId: id })

/** Of every company: what nothing would ever run. */
export async function lostConversions(db: Db, silentSeconds: number, howMany: number) {
  return rowsOf(db, lostRow)`
    select company_id as "companyId", version_id as "versionId"
    from courseware.lost_conversions(make_interval(secs => ${silentSeconds}), ${howMany})`
}

const openRow = z.object({ id })

/** Of these versions those whose conversion is not over. */
export async function openConversions(db: Db, versionIds: readonly string[]): Promise<readonly string[]> {
  const rows = await rowsOf(db, openRow)`
    select version_id as id
    from courseware.conversion
    where company_id = ${db.companyId}
      and version_id = any(${[...versionIds]}::uuid[])
      and state in ('waiting', 'running')`
  return rows.map((row) => row.id)
}
