import { protocolErrors } from '@kaopei/contract'
import { addWrittenFile, fileUrl, findOwnUpload, withLocalFile } from '@kaopei/files/server'
import { carried } from '@kaopei/identity/server'
import { jobState } from '@kaopei/jobs/contract/download'
import { findOwnJob, startTrackedJob } from '@kaopei/jobs/server'
import type { Context, Handlers, Services } from '@kaopei/server'
import { writeXlsx, xlsxType } from '@kaopei/sheet'
import { staffImportErrors } from '../../contract/errors.ts'
import type { StaffImportCheck, StaffImportResult, staffImport } from '../../contract/staff-import.ts'
import { selectTree } from '../departments/tree.sql.ts'
import { noteStaffChanged } from '../events.ts'
import { selectRankAndLabelNames } from '../posts/ranks-and-labels.sql.ts'
import { importableFields } from '../rules/import-columns.ts'
import { pathNames } from '../rules/path-names.ts'
import { ownFields } from '../staff/own-fields.ts'
import { templateWorkbook } from '../staff/sheet.ts'
import { checkFile } from './read.ts'
import {
  type CheckReport,
  checkReport,
  checkReportOf,
  type ImportReport,
  type ImportSource,
  importReport,
  messageOf,
  problemsOf,
  reportOf,
  writeFailures,
} from './report.ts'
import { staffCheckJob, staffImportJob } from './rows.job.ts'
import { faultsOf, judgeRows, nothingDone, takeImportTurn, writeJudged } from './rows.service.ts'

/** Some 4,000 rows; whatever is larger would hold up a server that has other calls to answer. */
const mostBytesAtOnce = 200 * 1024

/** The report in the specification's words. */
function answerOf(services: Services, companyId: string, report: ImportReport): StaffImportResult {
  const { failedFileId, failedFileName, ...counts } = report
  const url = failedFileId === null ? null : fileUrl(services, { companyId, fileId: failedFileId })
  const message = report.failedCount > 0 ? messageOf(report) : null
  return {
    ...counts,
    failedUrl: url,
    errorUrl: url,
    errFileName: failedFileName,
    errMessage: message,
    formatErrorMessage: message,
  }
}

const nothingYet: ImportReport = {
  successCount: 0,
  updatedCount: 0,
  skippedCount: 0,
  sameCount: 0,
  failedCount: 0,
  totalCount: 0,
  createdDepartmentCount: 0,
  list: [],
  failedFileId: null,
  failedFileName: null,
}

function checkAnswerOf(services: Services, companyId: string, report: CheckReport): StaffImportCheck {
  const { failedFileId, failedFileName, ...counts } = report
  const failedUrl = failedFileId === null ? null : fileUrl(services, { companyId, fileId: failedFileId })
  return { ...counts, failedUrl, errFileName: failedFileName ?? '' }
}

type Reading = Context<(typeof staffImport)['batchImport']> | Context<(typeof staffImport)['checkImport']>

/** The file's name, and what is in it unless that is work for a job. */
function readSmall({ db, services, fail }: Reading, fileId: string, { isJob }: { isJob: boolean }) {
  return withLocalFile(db, services, fileId, async (path, { name, sizeBytes }) => ({
    fileName: name,
    file: isJob || sizeBytes > mostBytesAtOnce ? undefined : await checkFile(db, { path, fileName: name, fail }),
  }))
}

async function failureFile(reading: Reading, problems: ReadonlyMap<number, readonly string[]>, source: ImportSource) {
  if (problems.size === 0) return undefined
  const written = await writeFailures(reading, problems, source)
  await addWrittenFile(reading.db, written)
  return written
}

export const staffImportHandlers: Handlers<typeof staffImport> = {
  importTemplate: async (_input, { db }) => {
    const names = [...pathNames(await selectTree(db)).values()].sort()
    const { ranks } = await selectRankAndLabelNames(db)
    const own = importableFields(await ownFields.inUse(db, 2))
    return {
      fileName: '员工导入模板.xlsx',
      contentType: xlsxType,
      body: writeXlsx(templateWorkbook({ department: names, rank: [...ranks.keys()] }, own)),
    }
  },

  batchImport: async (input, context) => {
    const { actor, db, now, fail, record, scope, services } = context
    const { companyId } = actor
    const { createDepartments, conflicts, isAllOrNothing } = input
    const fileId = await findOwnUpload(db, services, actor, input, ['import'])
    if (fileId === undefined) return fail(staffImportErrors.fileMissing)
    const { fileName, file } = await readSmall(context, fileId, { isJob: input.isJob })
    const wish = { companyId, scope, by: actor, createDepartments, conflicts, isAllOrNothing, now, fail }
    if (!file) {
      const payload = { fileId, fileName, scope, by: carried(actor), createDepartments, conflicts, isAllOrNothing }
      const { jobId } = await startTrackedJob(db, actor, staffImportJob, payload, { conditions: { 文件: fileName } })
      record({ targetId: jobId, targetName: fileName, after: { fileId, isJob: true } })
      return { ...answerOf(services, companyId, nothingYet), jobId }
    }
    await takeImportTurn(db, wish)
    const judged = await judgeRows(db, file.rows, file.problems, wish)
    const faults = faultsOf(judged, wish)
    const counts = isAllOrNothing && faults.size > 0 ? nothingDone : await writeJudged(db, judged, wish)
    const failed = await failureFile(context, faults, { companyId, fileId, fileName, createdBy: actor.staffId })
    const report = reportOf(file.rows, counts, faults, failed)
    record({ targetId: fileId, targetName: fileName, after: report })
    if (report.successCount > 0) await noteStaffChanged(context, null)
    return { ...answerOf(services, companyId, report), jobId: null }
  },

  checkImport: async (input, context) => {
    const { actor, db, now, fail, record, scope, services } = context
    const { companyId } = actor
    const { createDepartments } = input
    const fileId = await findOwnUpload(db, services, actor, input, ['import'])
    if (fileId === undefined) return fail(staffImportErrors.fileMissing)
    const { fileName, file } = await readSmall(context, fileId, { isJob: input.isJob })
    record({ targetId: fileId, targetName: fileName })
    const wish = { scope, createDepartments, conflicts: 'refuse', isAllOrNothing: true } as const
    if (!file) {
      const payload = { ...wish, by: carried(actor), fileId, fileName }
      const { jobId } = await startTrackedJob(db, actor, staffCheckJob, payload, { conditions: { 文件: fileName } })
      return { jobId, report: null }
    }
    const judged = await judgeRows(db, file.rows, file.problems, { ...wish, by: actor, companyId, now, fail })
    const source = { companyId, fileId, fileName, createdBy: actor.staffId }
    const failed = await failureFile(context, problemsOf(judged), source)
    return { jobId: null, report: checkAnswerOf(services, companyId, checkReportOf(file.rows, judged, failed)) }
  },

  checkResult: async ({ jobId }, { actor, db, fail, services }) => {
    const { companyId, staffId } = actor
    const job = await findOwnJob(db, { jobId, requestedBy: staffId, kind: staffCheckJob.kind })
    if (!job) return fail(protocolErrors.notFound)
    if (job.state !== jobState.done) return { report: null, message: job.message || '检查尚未完成' }
    return { report: checkAnswerOf(services, companyId, checkReport.parse(job.result)), message: job.message }
  },

  importResult: async ({ jobId }, { actor, db, fail, services }) => {
    const { companyId, staffId } = actor
    const job = await findOwnJob(db, { jobId, requestedBy: staffId, kind: staffImportJob.kind })
    if (!job) return fail(protocolErrors.notFound)
    if (job.state === jobState.done) return answerOf(services, companyId, importReport.parse(job.result))
    return { ...answerOf(services, companyId, nothingYet), errMessage: job.message || '导入尚未完成' }
  },
}
