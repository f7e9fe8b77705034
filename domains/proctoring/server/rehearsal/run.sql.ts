import { type CodeOf, id } from '@kaopei/contract'
import { countOf, type Db, findOne, hasRows, idOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { runState, startPattern } from '../../contract/rehearsal/codes.ts'
import { progressShape, type RunProgress, type RunVerdict, verdictShape } from '../../contract/rehearsal/run.ts'

const runRow = z.object({
  id,
  examId: id,
  state: runState.schema,
  count: z.int(),
  pattern: startPattern.schema,
  thinkSeconds: z.int(),
  minutes: z.int(),
  askedBy: z.string(),
  createTime: z.date(),
  beginTime: z.date().nullable(),
  endTime: z.date().nullable(),
  reason: z.string().nullable(),
  isStopping: z.boolean(),
  isCleaned: z.boolean(),
  tries: z.int(),
  progress: progressShape,
  verdict: verdictShape.nullable(),
})
export type RunRow = z.output<typeof runRow>

const runColumns = sql`
  r.id, r.exam_id as "examId", r.state, r.count, r.pattern, r.think_seconds as "thinkSeconds", r.minutes, coalesce(p.name, '') as "askedBy",
  r.created_at as "createTime", r.began_at as "beginTime", r.ended_at as "endTime", r.reason,
  r.stop_asked_at is not null and r.state in ${lit(runState.waiting, runState.running)} as "isStopping", r.cleaned_at is not null as "isCleaned", r.tries, r.progress, r.verdict`
const runsOf = sql.raw(`
  from proctoring.rehearsal_run r
  left join org.person p on p.company_id = r.company_id and p.id = r.asked_by`)

export function selectRuns(db: Db, examId: string, { limit, offset }: { limit: number; offset: number }): Promise<RunRow[]> {
  return rowsOf(db, runRow)`
    select ${runColumns} ${runsOf}
    where r.company_id = ${db.companyId} and r.exam_id = ${examId}
    order by r.id desc
    limit ${limit} offset ${offset}`
}

export function countRuns(db: Db, examId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count from proctoring.rehearsal_run where company_id = ${db.companyId} and exam_id = ${examId}`
}

export function findRun(db: Db, runId: string): Promise<RunRow | undefined> {
  return findOne(db, runRow)`
    select ${runColumns} ${runsOf}
    where r.company_id = ${db.companyId} and r.id = ${runId}`
}

/** Of every company; whoever asks holds off all others who would begin one. */
export async function lockRehearsals(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('proctoring.rehearsal', 0))`.execute(db)
}

const openRow = z.object({ companyId: id, id, state: runState.schema })
export type OpenRun = z.output<typeof openRow>

/** Runs of every company that are not over, or of which something may be left. */
export function selectOpenRuns(db: Db, most: number): Promise<OpenRun[]> {
  return rowsOf(db, openRow)`
    select r.company_id as "companyId", r.id, r.state from proctoring.rehearsals_open(${most}) r`
}

interface NewRun {
  readonly examId: string
  readonly askedBy: string
  readonly count: number
  readonly pattern: CodeOf<typeof startPattern>
  readonly thinkSeconds: number
  readonly minutes: number
  readonly now: Date
}

export function insertRun(db: Db, run: NewRun): Promise<string> {
  return idOf(db)`
    insert into proctoring.rehearsal_run
      (company_id, exam_id, asked_by, count, pattern, think_seconds, minutes, created_at, heard_at)
    values (${db.companyId}, ${run.examId}, ${run.askedBy}, ${run.count}, ${run.pattern}, ${run.thinkSeconds}, ${run.minutes}, ${run.now},
      ${run.now})
    returning id`
}

/** Taken over by this process: whoever ran it before writes nothing any more. False when it is over. */
export function beginRun(db: Db, runId: string, now: Date): Promise<boolean> {
  return hasRows(db)`
    update proctoring.rehearsal_run
    set state = ${runState.running}, tries = tries + 1, began_at = ${now}, heard_at = ${now}, progress = default
    where company_id = ${db.companyId} and id = ${runId} and state in (${runState.waiting}, ${runState.running})
    returning id`
}

const heardRow = z.object({ isStopAsked: z.boolean() })

/** Undefined when another process has the run, or it is over. */
export function noteProgress(
  db: Db,
  { runId, tries, progress, now }: { runId: string; tries: number; progress: RunProgress; now: Date },
): Promise<z.output<typeof heardRow> | undefined> {
  return findOne(db, heardRow)`
    update proctoring.rehearsal_run
    set progress = ${JSON.stringify(progress)}::jsonb, heard_at = ${now}
    where company_id = ${db.companyId} and id = ${runId} and tries = ${tries} and state = ${runState.running}
    returning stop_asked_at is not null as "isStopAsked"`
}

interface Ending {
  readonly runId: string
  readonly state: CodeOf<typeof runState>
  readonly reason: string | null
  readonly verdict: RunVerdict | null
  readonly now: Date
}

export async function endRun(db: Db, { runId, state, reason, verdict, now }: Ending): Promise<void> {
  await sql`
    update proctoring.rehearsal_run
    set state = ${state}, reason = ${reason}, verdict = ${verdict && JSON.stringify(verdict)}::jsonb, ended_at = ${now}
    where company_id = ${db.companyId} and id = ${runId} and state in (${runState.waiting}, ${runState.running})`.execute(db)
}

export function askToStop(db: Db, runId: string, now: Date): Promise<boolean> {
  return hasRows(db)`
    update proctoring.rehearsal_run
    set stop_asked_at = coalesce(stop_asked_at, ${now})
    where company_id = ${db.companyId} and id = ${runId} and state in (${runState.waiting}, ${runState.running})
    returning id`
}

/** Nobody has written of it for so long that nobody runs it. */
export function isSilent(db: Db, runId: string, heardBefore: Date): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.rehearsal_run
    where company_id = ${db.companyId} and id = ${runId} and heard_at < ${heardBefore}`
}

/** What began late may still be on its way for a moment after the end. */
export async function noteCleaned(db: Db, runId: string, { endedBefore, now }: { endedBefore: Date; now: Date }): Promise<void> {
  await sql`
    update proctoring.rehearsal_run
    set cleaned_at = ${now}
    where company_id = ${db.companyId} and id = ${runId} and ended_at < ${endedBefore} and cleaned_at is null`.execute(db)
}
