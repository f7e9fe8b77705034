import { randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import {
  type Actor,
  type Db,
  databaseNow,
  enqueue,
  failureText,
  type Job,
  type JobContext,
  job,
  ProtocolFailure,
} from '@kaopei/server'
import { SheetFailure } from '@kaopei/sheet'
import { z } from 'zod'
import { jobState } from '../contract/download.ts'
import { type ExportOutput, exportOutput } from '../contract/export-output.ts'
import {
  beginRun,
  countOpen,
  endRun,
  hasOpen,
  insertBackgroundJob,
  isCompanyClosed,
  keepCheckpoint,
  type RunKey,
  releaseRun,
} from './background-job.sql.ts'
import { grantsOf } from './grants.ts'
import { openReport, type Report } from './progress-report.ts'

/** What an attempt costs at most before the job counts as failed; the queue's pauses between them grow. */
export const mostAttempts = 5
/** How long a finished job's file is kept. */
export const keepDays = 7
const mostOpenJobs = 20
const lane = 'tracked'
const dayMs = 86_400_000
const closedText = '企业已停用或服务已到期，任务没有执行，恢复后可以重新执行'

export interface Finish {
  readonly fileId?: string
  readonly fileName?: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly message?: string
  /** Of an export: the titles of its columns. */
  readonly fields?: readonly string[]
}

export interface Tracked extends JobContext {
  readonly backgroundJobId: string
  readonly requestedBy: string
  /** How much there is to do; shown with the progress. */
  readonly setTotal: (total: number) => void
  /** How much is done by now. Costs nothing: it is written down every half second. */
  readonly progress: (done: number) => void
  /** True once the job was cancelled, or taken over by another run: stop, nothing of this run counts any more. */
  readonly isCancelled: () => boolean
  /** What kind of file was asked for. */
  readonly output: ExportOutput
  /** What `keepCheckpoint` wrote last in an earlier run of this job that did not end; undefined at the first. Parse it: it is JSON. */
  readonly checkpoint: unknown
  /**
   * Writes down how far the job has come, in the transaction of the changes it speaks of: a run that is killed goes on there, and nothing
   * is done twice. Throws when this run no longer counts, so that the transaction is undone.
   */
  readonly keepCheckpoint: (db: Db, checkpoint: unknown) => Promise<void>
  /**
   * Ends the job. With `db` it happens in the caller's transaction, together with its changes: a job that restarts then finds either
   * nothing done or everything. Throws when this run no longer counts, so that the transaction is undone.
   */
  readonly finish: (finish: Finish, db?: Db) => Promise<void>
}

export interface TrackedJob<P extends z.ZodType = z.ZodType> {
  readonly kind: string
  readonly title: (payload: z.output<P>) => string
  readonly payload: P
  /** For the module's list of jobs. */
  readonly job: Job
}

/** A job fails with this to tell people why; it is not tried again. A `Failure` or a `SheetFailure` does the same. */
export class JobFailure extends Error {}

/** This run no longer counts. */
export class RunLost extends Error {}

/** Declares background work that a person asks for and follows in the download centre. It may run twice, and finishes once. */
export function trackedJob<P extends z.ZodType>(definition: {
  kind: string
  title: (payload: z.output<P>) => string
  payload: P
  run: (payload: z.output<P>, tracked: Tracked) => Promise<void>
}): TrackedJob<P> {
  const { kind, title, payload, run } = definition
  return {
    kind,
    title,
    payload,
    job: job({
      name: queueNameOf(kind),
      lane,
      payload: z.object({ backgroundJobId: z.string(), payload: z.unknown() }),
      run: (given, context) =>
        runTracked(given.backgroundJobId, context, (tracked) => run(payload.parse(given.payload), tracked)),
    }),
  }
}

export function queueNameOf(kind: string): string {
  return `tracked:${kind}`
}

/** Asks for a tracked job in the running transaction: row and queue together, or neither. */
export async function startTrackedJob<P extends z.ZodType>(
  db: Db,
  actor: Pick<Actor, 'companyId' | 'staffId' | 'isAdmin' | 'rights' | 'scopes'>,
  wanted: TrackedJob<P>,
  payload: z.input<P>,
  { conditions = {}, output = {} }: { conditions?: Readonly<Record<string, unknown>>; output?: Partial<ExportOutput> } = {},
): Promise<{ jobId: string }> {
  const { companyId, staffId } = actor
  await refuseTooMany(db, actor)
  const title = wanted.title(wanted.payload.parse(payload))
  const { kind } = wanted
  const asked = { companyId, kind, title, conditions, payload, output, requestedBy: staffId, grants: grantsOf(actor) }
  const jobId = await insertBackgroundJob(db, asked)
  await enqueueRun(db, { jobId, kind, payload })
  return { jobId }
}

/** Whether a job of this kind, whoever asked for it, waits or runs with a payload that says this. */
export function isUnderWay<P extends z.ZodType>(db: Db, { kind }: TrackedJob<P>, about: Partial<z.input<P>>): Promise<boolean> {
  return hasOpen(db, kind, about)
}

/** One person cannot flood the queue: neither by asking nor by running again. */
export async function refuseTooMany(db: Db, { staffId }: Pick<Actor, 'companyId' | 'staffId'>): Promise<void> {
  if ((await countOpen(db, staffId)) >= mostOpenJobs) {
    throw new ProtocolFailure(protocolErrors.tooMany, { text: '您有较多任务正在进行，请等待其中一些完成后再试' })
  }
}

export async function enqueueRun(db: Db, { jobId, kind, payload }: { jobId: string; kind: string; payload: unknown }) {
  const named = { name: queueNameOf(kind), lane, payload: z.unknown(), run: async () => undefined }
  await enqueue(db, named, db.companyId, { backgroundJobId: jobId, payload }, { key: jobId, maxAttempts: mostAttempts })
}

async function runTracked(id: string, context: JobContext, work: (tracked: Tracked) => Promise<void>): Promise<void> {
  const run: RunKey = { companyId: context.companyId, id, runId: randomUUID() }
  const begun = await context.transaction((db) => beginRun(db, id, run.runId))
  if (!begun) return
  if (await context.transaction((db) => refuseIfClosed(db, run))) return
  const report = openReport(context, run)
  const ending = { isOver: false }
  const tracked: Tracked = {
    ...context,
    backgroundJobId: id,
    requestedBy: begun.requested_by,
    setTotal: report.setTotal,
    progress: report.progress,
    isCancelled: report.isLost,
    output: exportOutput.parse(begun.output),
    checkpoint: begun.checkpoint ?? undefined,
    keepCheckpoint: async (db, checkpoint) => {
      if (!(await keepCheckpoint(db, run, checkpoint))) throw new RunLost('the run was cancelled or taken over')
    },
    finish: async (finish, db) => {
      await report.stop()
      const end = (inside: Db) => finishRun(inside, run, report, finish)
      await (db ? end(db) : context.transaction(end))
      ending.isOver = true
    },
  }
  try {
    await work(tracked)
    if (!ending.isOver) await tracked.finish({})
  } catch (error) {
    await report.stop()
    await afterError(error, context, run, report)
  } finally {
    await report.stop()
  }
}

/** Nothing is made or sent for a company that is suspended or over; who asked runs it again when it is back. */
async function refuseIfClosed(db: Db, run: RunKey): Promise<boolean> {
  if (!(await isCompanyClosed(db))) return false
  await endRun(db, run, { state: jobState.failed, message: closedText, expiresAt: keptUntil() })
  return true
}

async function finishRun(db: Db, run: RunKey, report: Report, finish: Finish): Promise<void> {
  const { done, total } = report.counts()
  const isEnded = await endRun(db, run, {
    state: jobState.done,
    message: finish.message ?? '',
    fileId: finish.fileId ?? null,
    fileName: finish.fileName ?? null,
    result: finish.result ?? null,
    fields: finish.fields,
    done: total ?? done,
    total,
    expiresAt: keptUntil(),
  })
  if (!isEnded) throw new RunLost('the run was cancelled or taken over')
}

/** What is a fact for people ends the job; anything else is tried again, and at the last attempt ends it with a reference. */
async function afterError(error: unknown, context: JobContext, run: RunKey, report: Report): Promise<void> {
  if (error instanceof RunLost || report.isLost()) return
  const text = textForPeople(error)
  if (text === undefined && !context.isLastAttempt) {
    const message = context.isStopping() ? '' : '执行时遇到问题，即将自动重试'
    await context.transaction((db) => releaseRun(db, run, message))
    throw error
  }
  const message = text ?? `执行失败，请稍后重试；如仍失败请联系管理员（编号 ${run.id.slice(-8)}）`
  await context.transaction((db) => endRun(db, run, { state: jobState.failed, message, expiresAt: keptUntil() }))
  if (text === undefined) throw error
}

function textForPeople(error: unknown): string | undefined {
  if (error instanceof JobFailure || error instanceof SheetFailure) return error.message
  return failureText(error)
}

export function keptUntil(now = databaseNow().getTime()): Date {
  return new Date(now + keepDays * dayMs)
}
