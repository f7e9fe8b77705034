import { randomUUID } from 'node:crypto'
import {
  addWrittenFile,
  dropWrittenFile,
  type FileToStore,
  readableFile,
  type WrittenFile,
  writeFile,
} from '@kaopei/files/server'
import { type Db, emit, type JobContext } from '@kaopei/server'
import { type ConversionFailureKind, conversionFailures } from '../../contract/conversion.ts'
import { insertPackage } from '../package/package.sql.ts'
import { enqueueConversion } from './ask.ts'
import {
  type BegunConversion,
  beginRun,
  failRun,
  finishRun,
  finishRunWithout,
  handBackRun,
  lockCourseware,
  lockRun,
  type RunKey,
  reportRun,
  setTransStatus,
} from './conversion.sql.ts'
import { ConversionFailure, RunEnded } from './failure.ts'
import { clearMade, describeVersion, insertPages, insertRenditions, setMissingCover } from './made.sql.ts'
import { type Made, madePurpose } from './made.ts'
import { coursewareFailed, coursewareReady } from './news.ts'
import { openRunFolder, removeRunFolder } from './run-folder.ts'
import { findTools, type Tools } from './tools.ts'

const mostRuns = 5
const reportEveryMs = 1000

/** What a converter works with. */
export interface Work {
  readonly version: BegunConversion
  readonly tools: Tools
  /** The upload; only to be read. */
  readonly source: string
  /** For everything in between; what lies there from a run that was killed may be used. */
  readonly folder: string
  /** Aborted when the run was cancelled or taken over, or the process stops: programs are killed then. */
  readonly signal: AbortSignal
  /** 0 to 99. */
  readonly progress: (percent: number) => void
  /** Keeps a file that was made; it becomes one of the company's with the result, or goes. */
  readonly keep: (file: Pick<FileToStore, 'name' | 'contentType' | 'body'>) => Promise<string>
}

/** What the upload can be used as where the machine has no program for it. */
export type Converter = (work: Work) => Promise<Made>

export interface Converters {
  readonly convert: Converter
  /** Without the programs: what of the upload browsers play or show as it is. */
  readonly asUploaded: Converter
}

export async function runConversion(
  versionId: string,
  context: JobContext,
  convertersOf: (type: number) => Converters | undefined,
): Promise<void> {
  const run: RunKey = { versionId, runId: randomUUID() }
  const begun = await context.transaction((db) => beginRun(db, run))
  if (!begun) return
  const files: WrittenFile[] = []
  const ended = watch(run, context)
  try {
    if (begun.attempts > mostRuns) throw new ConversionFailure('interrupted')
    await work(begun, run, context, { ended, files, convertersOf })
    await removeRunFolder(context.services, context.companyId, versionId)
  } catch (error) {
    for (const file of files) await dropWrittenFile(context.services, file)
    await afterError(error, begun, run, context, ended.signal)
  } finally {
    ended.stop()
  }
}

interface Around {
  readonly ended: Watch
  readonly files: WrittenFile[]
  readonly convertersOf: (type: number) => Converters | undefined
}

async function work(version: BegunConversion, run: RunKey, context: JobContext, around: Around): Promise<void> {
  const { companyId, services } = context
  const { ended, files, convertersOf } = around
  const converters = convertersOf(version.type)
  const { fileId } = version
  if (!converters || fileId === null) return store(version, run, context, { made: {}, files, isConverted: false })
  const folder = await openRunFolder(services, companyId, version.versionId)
  await using source = await readableFile(services, { companyId, fileId })
  const fail = context.fail
  const given: Work = {
    version,
    tools: await findTools(),
    source: source.path,
    folder,
    signal: ended.signal,
    progress: ended.progress,
    keep: async (file) => {
      const facts = { companyId, purpose: madePurpose, createdBy: null }
      const written = await writeFile(services, { ...file, ...facts }, fail)
      files.push(written)
      return written.fileId
    },
  }
  try {
    const made = await converters.convert(given)
    await store(version, run, context, { made, files, isConverted: true })
  } catch (error) {
    if (!(error instanceof ConversionFailure) || (error.kind !== 'toolMissing' && error.kind !== 'fontMissing')) throw error
    await keepAsUploaded(version, run, context, { error, files, made: await converters.asUploaded(given) })
  }
}

interface Result {
  readonly made: Made
  readonly files: readonly WrittenFile[]
  readonly isConverted: boolean
}

async function store(
  version: BegunConversion,
  run: RunKey,
  context: JobContext,
  { made, files, isConverted }: Result,
): Promise<void> {
  await context.transaction(async (db) => {
    await lockForResult(db, version, run)
    await keepMade(db, version, made, files)
    await describeVersion(db, version.versionId, made, isConverted)
    await finishRun(db, run)
    await emit(db, coursewareReady, context.companyId, version)
  })
}

/** The machine lacks a program: what browsers can use anyway is kept, the state says that nothing was converted, and why. */
async function keepAsUploaded(
  version: BegunConversion,
  run: RunKey,
  context: JobContext,
  { error, made, files }: { error: ConversionFailure; made: Made; files: readonly WrittenFile[] },
): Promise<void> {
  await context.transaction(async (db) => {
    await lockForResult(db, version, run)
    await keepMade(db, version, made, files)
    await describeVersion(db, version.versionId, made, false)
    if (made.renditions) {
      // Its own words speak of files that can be downloaded alone.
      await finishRunWithout(db, run, error.kind, conversionFailures[error.kind])
      return emit(db, coursewareReady, context.companyId, version)
    }
    await failRun(db, run, error.kind, error.text)
    await tellFailed(db, version, error)
  })
}

async function lockForResult(db: Db, { coursewareId }: BegunConversion, run: RunKey): Promise<void> {
  await lockCourseware(db, coursewareId)
  if (!(await lockRun(db, run))) throw new RunEnded()
}

async function keepMade(
  db: Db,
  { versionId, coursewareId }: BegunConversion,
  made: Made,
  files: readonly WrittenFile[],
): Promise<void> {
  for (const file of files) await addWrittenFile(db, file)
  await clearMade(db, versionId)
  if (made.renditions) await insertRenditions(db, versionId, made.renditions)
  if (made.pages) await insertPages(db, versionId, made.pages)
  if (made.package) await insertPackage(db, versionId, made.package)
  if (made.coverFileId) await setMissingCover(db, coursewareId, made.coverFileId)
}

interface Watch {
  readonly signal: AbortSignal
  readonly progress: (percent: number) => void
  readonly stop: () => void
}

/** Tells the progress every second, and learns by that whether the run still counts. */
function watch(run: RunKey, context: JobContext): Watch {
  const controller = new AbortController()
  // A run that goes on where another one was is not back at the beginning until it says so.
  const told: { percent: number | null; isAsking: boolean } = { percent: null, isAsking: false }
  const look = async () => {
    if (context.isStopping()) return controller.abort(new RunEnded())
    if (told.isAsking) return
    told.isAsking = true
    try {
      const counts = await context.transaction((db) => reportRun(db, run, told.percent))
      if (!counts) controller.abort(new RunEnded())
    } catch (error) {
      context.log.warn({ err: error }, 'the progress of a conversion could not be told, trying again')
    } finally {
      told.isAsking = false
    }
  }
  const timer = setInterval(() => void look(), reportEveryMs)
  return {
    signal: controller.signal,
    progress: (percent) => {
      told.percent = Math.max(told.percent ?? 0, Math.min(99, Math.floor(percent)))
    },
    stop: () => clearInterval(timer),
  }
}

async function afterError(
  error: unknown,
  version: BegunConversion,
  run: RunKey,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const { companyId, services } = context
  if (context.isStopping()) return handBack(run, context)
  if (error instanceof RunEnded || signal.aborted) return removeRunFolder(services, companyId, run.versionId)
  const reason = reasonOf(error)
  if (!reason && version.attempts < mostRuns) {
    context.log.warn({ err: error, versionId: run.versionId }, 'a conversion broke off, beginning it again')
    return handOver(run, context)
  }
  const { kind, text } = reason ?? { kind: 'interrupted' as const, text: conversionFailures.interrupted }
  if (!reason) context.log.error({ err: error, versionId: run.versionId }, 'a conversion was given up')
  await context.transaction(async (db) => {
    if (!(await failRun(db, run, kind, text))) return
    await setTransStatus(db, run.versionId, 3)
    await tellFailed(db, version, { kind, text })
  })
  await removeRunFolder(services, companyId, run.versionId)
}

async function tellFailed(db: Db, { coursewareId, versionId }: BegunConversion, why: Reason): Promise<void> {
  await emit(db, coursewareFailed, db.companyId, { coursewareId, versionId, failure: why.kind, text: why.text })
}

/** Into the queue again at once, for the process that comes next; its folder stays for it. */
async function handBack(run: RunKey, { transaction }: JobContext): Promise<void> {
  await transaction(async (db) => {
    if (await handBackRun(db, run)) await enqueueConversion(db, run.versionId)
  })
}

/** The same after something unexpected; it counts as a run. */
async function handOver(run: RunKey, { transaction }: JobContext): Promise<void> {
  await transaction(async (db) => {
    if (await reportRun(db, run, null)) await enqueueConversion(db, run.versionId)
  })
}

interface Reason {
  readonly kind: ConversionFailureKind
  readonly text: string
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof ConversionFailure) return error
  const isFull =
    error instanceof Error &&
    (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) || error.message.startsWith('file.noSpace'))
  return isFull ? { kind: 'noSpace', text: conversionFailures.noSpace } : undefined
}
