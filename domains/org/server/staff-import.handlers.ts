import { protocolErrors } from '@kaopei/contract'
import { addWrittenFile, fileIdOfUrl, fileUrl, withLocalFile } from '@kaopei/files/server'
import { jobState } from '@kaopei/jobs/contract/download'
import { startTrackedJob } from '@kaopei/jobs/server'
import type { Handlers, Services } from '@kaopei/server'
import { writeXlsx } from '@kaopei/sheet'
import { staffImportErrors } from '../contract/errors.ts'
import type { StaffImportResult, staffImport } from '../contract/staff-import.ts'
import { selectTree } from './department.sql.ts'
import { noteStaffChanged } from './events.ts'
import { pathNames } from './rules/path-names.ts'
import { type ImportReport, importReport, messageOf, reportOf, staffImportJob, writeFailures } from './staff-import.job.ts'
import { checkFile, importPeople } from './staff-import.service.ts'
import { findImportJob } from './staff-import.sql.ts'
import { staffRows, templateWorkbook } from './staff-sheet.ts'

/** Some 4,000 rows; whatever is larger would hold up a server that has other calls to answer. */
const mostBytesAtOnce = 200 * 1024
const mostOffered = 5000
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

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
  sameCount: 0,
  failedCount: 0,
  totalCount: 0,
  createdDepartmentCount: 0,
  list: [],
  failedFileId: null,
  failedFileName: null,
}

export const staffImportHandlers: Handlers<typeof staffImport> = {
  importTemplate: async (_input, { actor, db }) => {
    const names = [...pathNames(await selectTree(db, actor.companyId)).values()].sort().slice(0, mostOffered)
    return { fileName: '员工导入模板.xlsx', contentType: xlsxType, body: writeXlsx(templateWorkbook(names)) }
  },

  batchImport: async (input, { actor, db, now, fail, record, scope, services, after }) => {
    const { companyId } = actor
    const { createDepartments } = input
    const fileId = input.fileId ?? fileIdOfUrl(services, companyId, input.fileUrl ?? '')
    if (fileId === undefined) return fail(staffImportErrors.fileMissing)
    const { fileName, checked } = await withLocalFile(db, services, fileId, async (path, { name, sizeBytes }) => {
      if (input.isJob || sizeBytes > mostBytesAtOnce) return { fileName: name, checked: undefined }
      return { fileName: name, checked: await checkFile(db, companyId, staffRows(path, name)) }
    })
    if (!checked) {
      const payload = { fileId, fileName, scope, createDepartments }
      const { jobId } = await startTrackedJob(db, actor, staffImportJob, payload, { conditions: { 文件: fileName } })
      record({ targetId: jobId, targetName: fileName, after: { fileId, isJob: true } })
      return { ...answerOf(services, companyId, nothingYet), jobId }
    }
    const outcome = await importPeople(db, checked, { companyId, scope, createDepartments, now })
    if (outcome.problems.size === 0) {
      const report = reportOf(checked, outcome)
      record({ targetId: fileId, targetName: fileName, after: report })
      await noteStaffChanged({ actor, db, after }, null)
      return { ...answerOf(services, companyId, report), jobId: null }
    }
    const written = await writeFailures(db, services, outcome, { companyId, fileId, fileName, createdBy: actor.staffId })
    await addWrittenFile(db, written)
    const report = reportOf(checked, outcome, written)
    record({ targetId: fileId, targetName: fileName, after: { failedCount: report.failedCount } })
    return { ...answerOf(services, companyId, report), jobId: null }
  },

  importResult: async ({ jobId }, { actor, db, fail, services }) => {
    const { companyId, staffId } = actor
    const job = await findImportJob(db, companyId, { jobId, requestedBy: staffId, kind: staffImportJob.kind })
    if (!job) return fail(protocolErrors.notFound)
    if (job.state === jobState.done) return answerOf(services, companyId, importReport.parse(job.result))
    return { ...answerOf(services, companyId, nothingYet), errMessage: job.message || '导入尚未完成' }
  },
}
