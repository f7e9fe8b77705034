import { addWrittenFile, dropWrittenFile, type WrittenFile, withLocalFile } from '@kaopei/files/server'
import { accountTables, carriedStrength, unpacked } from '@kaopei/identity/server'
import { type Tracked, trackedJob } from '@kaopei/jobs/server'
import { databaseNow, dataScopeShape, type Fail, refreshStatistics } from '@kaopei/server'
import { z } from 'zod'
import { guardHeadcount, type NoSeat } from '../departments/headcount.ts'
import { tellStaffChanged } from '../events.ts'
import { staffTotals } from '../staff/totals.ts'
import { type CheckedFile, checkFile } from './read.ts'
import { checkReportOf, messageOf, problemsOf, reportOf, writeFailures } from './report.ts'
import { faultsOf, type ImportWish, judgeRows, nothingDone, takeImportTurn, writeJudged } from './rows.service.ts'
import {
  addProgress,
  deleteProgress,
  findProgress,
  type ImportCounts,
  type ImportProgress,
  insertProgress,
  selectRefusals,
} from './rows.sql.ts'

const rowsAtOnce = 5000
const writtenTables = ['org.staff', 'org.department', 'org.staff_department', ...accountTables] as const

const payload = z.object({
  fileId: z.string(),
  fileName: z.string(),
  scope: dataScopeShape,
  by: carriedStrength,
  createDepartments: z.boolean(),
  conflicts: z.enum(['refuse', 'skip', 'overwrite']),
  isAllOrNothing: z.boolean(),
})
type Payload = z.output<typeof payload>

function readFile({ fileId, fileName }: Payload, tracked: Tracked): Promise<CheckedFile> {
  return tracked.transaction((db) =>
    withLocalFile(db, tracked.services, fileId, (path) => checkFile(db, { path, fileName, fail: tracked.fail })),
  )
}

/** Large files. Each part of the people comes with its progress in one transaction: a run after a kill goes on behind the last part. */
export const staffImportJob = trackedJob({
  kind: 'org.staffImport',
  title: ({ fileName }) => `导入员工：${fileName}`,
  payload,
  run: async (given, tracked) => {
    const file = await readFile(given, tracked)
    tracked.setTotal(file.rows.length)
    const { companyId } = tracked
    const wish: ImportWish = { ...given, by: unpacked(companyId, given.by), companyId, now: databaseNow(), fail: tracked.fail }
    const refused = await beginOrRefuse(file, wish, tracked)
    if (refused) return finishWith(file, { counts: nothingDone, problems: refused, given }, tracked)
    const counts = await writeParts(file, wish, tracked)
    await tracked.transaction((db) => refreshStatistics(db, writtenTables))
    const refusals = await tracked.transaction((db) => selectRefusals(db, tracked.backgroundJobId))
    await finishWith(file, { counts, problems: new Map([...file.problems, ...refusals]), given }, tracked)
  },
})

/** What keeps an import of all or nothing from beginning; undefined when it has begun, now or in an earlier run. */
function beginOrRefuse(file: CheckedFile, wish: ImportWish, { backgroundJobId, fail, transaction }: Tracked) {
  return transaction(async (db) => {
    if (await findProgress(db, backgroundJobId)) return undefined
    if (wish.isAllOrNothing) {
      const judged = await judgeRows(db, file.rows, file.problems, wish)
      const faults = faultsOf(judged, wish)
      if (faults.size > 0) return faults
      await guardHeadcount(db, judged.fresh.length, fail)
    }
    await insertProgress(db, backgroundJobId)
    return undefined
  })
}

async function writeParts(file: CheckedFile, wish: ImportWish, tracked: Tracked): Promise<ImportCounts> {
  const { backgroundJobId: jobId } = tracked
  for (;;) {
    requireGoingOn(tracked)
    const progress = await tracked.transaction(async (db) => {
      const before = await findProgress(db, jobId)
      if (!before) throw new Error('another run has finished this import')
      const part = file.rows.slice(before.doneRows, before.doneRows + rowsAtOnce)
      if (part.length === 0) return before
      await takeImportTurn(db, wish)
      const own = { ...wish, fail: sayHowFar(before, tracked.fail) }
      const judged = await judgeRows(db, part, file.problems, own)
      const counts = await writeJudged(db, judged, own)
      // What is wrong within the file is known from the file; this is what only the others' data could tell.
      const refusals = new Map([...faultsOf(judged, wish)].filter(([rowNumber]) => !file.problems.has(rowNumber)))
      await addProgress(db, jobId, { doneRows: before.doneRows + part.length, counts, refusals })
      return { ...before, doneRows: before.doneRows + part.length }
    })
    tracked.progress(progress.doneRows)
    if (progress.doneRows < file.rows.length) continue
    const whole = await tracked.transaction((db) => findProgress(db, jobId))
    return whole ?? nothingDone
  }
}

/** Seats that end in the middle: what is in stays in, and whoever reads why it ended learns how much that is. */
function sayHowFar({ doneRows, createdCount }: ImportProgress, fail: Fail<NoSeat>): Fail<NoSeat> {
  if (doneRows === 0) return fail
  const done = `前${doneRows}行已经导入（新增${createdCount}人），有名额后重新导入同一文件即可继续`
  return (error, detail) => fail(error, { ...detail, text: `${detail?.text ?? error.text}。${done}` })
}

interface Ending {
  readonly counts: ImportCounts
  readonly problems: ReadonlyMap<number, readonly string[]>
  readonly given: Payload
}

async function finishWith(file: CheckedFile, { counts, problems, given }: Ending, tracked: Tracked): Promise<void> {
  const { companyId, backgroundJobId } = tracked
  await withFailures(problems, given, tracked, async (written) => {
    const report = reportOf(file.rows, counts, problems, written)
    await tracked.transaction(async (db) => {
      if (written) await addWrittenFile(db, written)
      if (report.successCount > 0) await tellStaffChanged(db, null)
      await deleteProgress(db, backgroundJobId)
      await tracked.finish({ ...endOf({ ...report }, messageOf(report)), ...fileOf(written) }, db)
    })
  })
  staffTotals.forget(companyId)
}

/** Reads and tells, and writes nothing. */
export const staffCheckJob = trackedJob({
  kind: 'org.staffImportCheck',
  title: ({ fileName }) => `检查导入文件：${fileName}`,
  payload,
  run: async (given, tracked) => {
    const file = await readFile(given, tracked)
    tracked.setTotal(file.rows.length)
    const { companyId } = tracked
    const wish: ImportWish = { ...given, by: unpacked(companyId, given.by), companyId, now: databaseNow(), fail: tracked.fail }
    const judged = await tracked.transaction((db) => judgeRows(db, file.rows, file.problems, wish))
    tracked.progress(file.rows.length)
    await withFailures(problemsOf(judged), given, tracked, async (written) => {
      const report = checkReportOf(file.rows, judged, written)
      const message = `新增${report.new}人，已存在${report.same}人，冲突${report.conflict}行，错误${report.error}行`
      await tracked.transaction(async (db) => {
        if (written) await addWrittenFile(db, written)
        await tracked.finish({ ...endOf({ ...report }, message), ...fileOf(written) }, db)
      })
    })
  },
})

/** Runs `end` with the failure workbook, which is dropped again when the end fails. */
async function withFailures(
  problems: Ending['problems'],
  { fileId, fileName }: Payload,
  tracked: Tracked,
  end: (written: WrittenFile | undefined) => Promise<void>,
): Promise<void> {
  if (problems.size === 0) return end(undefined)
  const source = { companyId: tracked.companyId, fileId, fileName, createdBy: tracked.requestedBy }
  const written = await tracked.transaction((db) =>
    writeFailures({ db, services: tracked.services, fail: tracked.fail }, problems, source),
  )
  try {
    await end(written)
  } catch (error) {
    await dropWrittenFile(tracked.services, written)
    throw error
  }
}

function requireGoingOn(tracked: Tracked): void {
  if (tracked.isCancelled() || tracked.isStopping()) throw new Error('the import was stopped; what is in stays in')
}

function endOf(result: Readonly<Record<string, unknown>>, message: string) {
  return { result, message }
}

function fileOf(written: WrittenFile | undefined) {
  return written ? { fileId: written.fileId, fileName: written.name } : {}
}
