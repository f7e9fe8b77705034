import { addWrittenFile, dropWrittenFile, type WrittenFile, withLocalFile, writeFile } from '@kaopei/files/server'
import { type Tracked, trackedJob } from '@kaopei/jobs/server'
import type { Db, Services } from '@kaopei/server'
import { z } from 'zod'
import { tellStaffChanged } from './events.ts'
import { type CheckedFile, checkFile, type ImportOutcome, importPeople } from './staff-import.service.ts'
import { failureWorkbook, staffRows } from './staff-sheet.ts'
import { forgetTotals } from './total-cache.ts'

const dayMs = 86_400_000
const keepDays = 7
const mostListed = 100
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What is kept of an import; the link to the failure workbook is made when somebody asks. */
export const importReport = z.object({
  successCount: z.number(),
  sameCount: z.number(),
  failedCount: z.number(),
  totalCount: z.number(),
  createdDepartmentCount: z.number(),
  list: z.array(z.object({ rowNumber: z.number(), name: z.string(), message: z.string() })),
  failedFileId: z.string().nullable(),
  failedFileName: z.string().nullable(),
})
export type ImportReport = z.output<typeof importReport>

export function reportOf({ rows }: CheckedFile, outcome: ImportOutcome, failed?: { fileId: string; name: string }): ImportReport {
  const { problems, ...counts } = outcome
  const wrong = rows.filter(({ rowNumber }) => problems.has(rowNumber)).slice(0, mostListed)
  return {
    ...counts,
    failedCount: problems.size,
    totalCount: rows.length,
    list: wrong.map(({ rowNumber, person }) => ({
      rowNumber,
      name: person.name,
      message: (problems.get(rowNumber) ?? []).join('；'),
    })),
    failedFileId: failed?.fileId ?? null,
    failedFileName: failed?.name ?? null,
  }
}

interface Source {
  readonly companyId: string
  readonly fileId: string
  readonly fileName: string
  readonly createdBy: string
}

/** The failure workbook of an import; `addWrittenFile` makes it a file. */
export function writeFailures(db: Db, services: Services, { problems }: ImportOutcome, source: Source): Promise<WrittenFile> {
  const { companyId, createdBy, fileId, fileName } = source
  return withLocalFile(db, services, fileId, (path) =>
    writeFile(services, {
      companyId,
      createdBy,
      name: `${fileName.replace(/\.\w+$/, '')}-失败明细.xlsx`,
      contentType: xlsxType,
      purpose: 'importFailure',
      expiresAt: new Date(Date.now() + keepDays * dayMs),
      body: failureWorkbook(() => staffRows(path, fileName), problems),
    }),
  )
}

export const scopeShape = z.union([
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('some'),
    departmentIds: z.array(z.string()).readonly(),
    subtreeIds: z.array(z.string()).readonly(),
    ownStaffId: z.string().nullable(),
  }),
])

/** Large files. People and the end of the job come in one transaction: a job that is killed and run again finds nothing done, or all. */
export const staffImportJob = trackedJob({
  kind: 'org.staffImport',
  title: ({ fileName }) => `导入员工：${fileName}`,
  payload: z.object({ fileId: z.string(), fileName: z.string(), scope: scopeShape, createDepartments: z.boolean() }),
  run: async ({ fileId, fileName, scope, createDepartments }, tracked) => {
    const { companyId } = tracked
    const checked = await tracked.transaction((db) =>
      withLocalFile(db, tracked.services, fileId, (path) => checkFile(db, companyId, staffRows(path, fileName))),
    )
    tracked.setTotal(checked.rows.length)
    const mayGoOn = () => requireGoingOn(tracked)
    const wish = { companyId, scope, createDepartments, now: new Date(), progress: tracked.progress, mayGoOn }
    const outcome = await tracked.transaction(async (db) => {
      const done = await importPeople(db, checked, wish)
      if (done.problems.size > 0) return done
      await tellStaffChanged(db, companyId, null)
      await tracked.finish(endOf(reportOf(checked, done)), db)
      return done
    })
    forgetTotals(companyId)
    if (outcome.problems.size === 0) return
    const source = { companyId, fileId, fileName, createdBy: tracked.requestedBy }
    const written = await tracked.transaction((db) => writeFailures(db, tracked.services, outcome, source))
    try {
      await tracked.transaction(async (db) => {
        await addWrittenFile(db, written)
        const end = endOf(reportOf(checked, outcome, written))
        await tracked.finish({ ...end, fileId: written.fileId, fileName: written.name }, db)
      })
    } catch (error) {
      await dropWrittenFile(tracked.services, written)
      throw error
    }
  },
})

function requireGoingOn(tracked: Tracked): void {
  if (tracked.isCancelled() || tracked.isStopping()) throw new Error('the import was stopped; nothing of it remains')
}

function endOf(report: ImportReport) {
  return { result: { ...report }, message: messageOf(report) }
}

export function messageOf({ successCount, sameCount, failedCount }: ImportReport): string {
  if (failedCount > 0) return `检查不通过：${failedCount}行有误，没有导入任何人员`
  return sameCount > 0 ? `成功导入${successCount}人，${sameCount}人已存在且内容相同` : `成功导入${successCount}人`
}
