import type { fileErrors } from '@kaopei/files/contract/upload'
import { type WrittenFile, withLocalFile, writeFile } from '@kaopei/files/server'
import { type Db, databaseNow, type Fail, type Services } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { z } from 'zod'
import { failureWorkbook, type GivenSheet } from '../staff/sheet.ts'
import { type CheckedFile, readerOf } from './read.ts'
import type { JudgedRows } from './rows.service.ts'
import type { ImportCounts } from './rows.sql.ts'

const dayMs = 86_400_000
const keepDays = 7
export const mostListed = 100

type Problems = ReadonlyMap<number, readonly string[]>

/** What is kept of an import; the link to the failure workbook is made when somebody asks. */
export const importReport = z.object({
  successCount: z.number(),
  updatedCount: z.number(),
  sameCount: z.number(),
  skippedCount: z.number(),
  failedCount: z.number(),
  totalCount: z.number(),
  createdDepartmentCount: z.number(),
  list: z.array(z.object({ rowNumber: z.number(), name: z.string(), message: z.string() })),
  failedFileId: z.string().nullable(),
  failedFileName: z.string().nullable(),
})
export type ImportReport = z.output<typeof importReport>

interface Failed {
  readonly fileId: string
  readonly name: string
}

/** `successCount` are all that were written, new and changed ones. */
export function reportOf(rows: CheckedFile['rows'], counts: ImportCounts, problems: Problems, failed?: Failed): ImportReport {
  const { createdCount, updatedCount, sameCount, skippedCount, createdDepartmentCount } = counts
  const wrong = rows.filter(({ rowNumber }) => problems.has(rowNumber)).slice(0, mostListed)
  return {
    successCount: createdCount + updatedCount,
    updatedCount,
    sameCount,
    skippedCount,
    createdDepartmentCount,
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

/** What a check has found. `rows` are the first of the conflicts and errors. */
export const checkReport = z.object({
  total: z.number(),
  new: z.number(),
  same: z.number(),
  conflict: z.number(),
  error: z.number(),
  overwritable: z.number(),
  newDepartmentCount: z.number(),
  rows: z.array(z.object({ rowNumber: z.number(), kind: z.enum(['conflict', 'error']), messages: z.array(z.string()) })),
  failedFileId: z.string().nullable(),
  failedFileName: z.string().nullable(),
})
export type CheckReport = z.output<typeof checkReport>

export function problemsOf(judged: JudgedRows): Problems {
  return new Map([...judged.errors, ...judged.refused, ...judged.overwritableMessages])
}

export function checkReportOf(rows: CheckedFile['rows'], judged: JudgedRows, failed?: Failed): CheckReport {
  const all = problemsOf(judged)
  const told = rows.flatMap(({ rowNumber }) => {
    const messages = all.get(rowNumber)
    return messages
      ? [{ rowNumber, kind: judged.errors.has(rowNumber) ? ('error' as const) : ('conflict' as const), messages: [...messages] }]
      : []
  })
  return {
    total: rows.length,
    new: judged.fresh.length,
    same: judged.same,
    conflict: judged.refused.size + judged.overwritable.length,
    error: judged.errors.size,
    overwritable: judged.overwritable.length,
    newDepartmentCount: judged.newDepartments.length,
    rows: told.slice(0, mostListed),
    failedFileId: failed?.fileId ?? null,
    failedFileName: failed?.name ?? null,
  }
}

export interface ImportSource {
  readonly companyId: string
  readonly fileId: string
  readonly fileName: string
  readonly createdBy: string
}

interface Writing {
  readonly db: Db
  readonly services: Services
  readonly fail: GivenSheet['fail'] & Fail<typeof fileErrors.noSpace>
}

/** The failure workbook of an import; `addWrittenFile` makes it a file. */
export function writeFailures({ db, services, fail }: Writing, problems: Problems, source: ImportSource): Promise<WrittenFile> {
  const { companyId, createdBy, fileId, fileName } = source
  return withLocalFile(db, services, fileId, async (path) => {
    const { own, read } = await readerOf(db, { path, fileName, fail })
    const file = {
      companyId,
      createdBy,
      name: `${fileName.replace(/\.\w+$/, '')}-失败明细.xlsx`,
      contentType: xlsxType,
      purpose: 'importFailure',
      expiresAt: new Date(databaseNow().getTime() + keepDays * dayMs),
      body: failureWorkbook(read, problems, own),
    }
    return writeFile(services, file, fail)
  })
}

export function messageOf({ successCount, updatedCount, sameCount, skippedCount, failedCount }: ImportReport): string {
  if (failedCount > 0 && successCount + sameCount + skippedCount === 0)
    return `检查不通过：${failedCount} 行有误，没有导入任何人员`
  return [
    `成功导入 ${successCount} 人`,
    ...(updatedCount > 0 ? [`其中更新 ${updatedCount} 人`] : []),
    ...(sameCount > 0 ? [`${sameCount} 人已存在且内容相同`] : []),
    ...(skippedCount > 0 ? [`跳过冲突 ${skippedCount} 人`] : []),
    ...(failedCount > 0 ? [`${failedCount} 行有误未导入`] : []),
  ].join('，')
}
