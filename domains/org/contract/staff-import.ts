import { endpoint, id } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { staffErrors, staffImportErrors } from './errors.ts'
import { staffMenu } from './menus.ts'

export const mostImportRows = 100_000

/** What an import has done. With failures `failedUrl` leads to the workbook to repair; of a file of all or nothing then nothing was imported. */
export const importResult = z.object({
  /** Written, new people and changed ones. */
  successCount: z.number().int(),
  /** Of them those who were here already. */
  updatedCount: z.number().int(),
  /** Conflicts that were left out. */
  skippedCount: z.number().int(),
  /** Rows that are exactly a person who is already here; left alone. */
  sameCount: z.number().int(),
  failedCount: z.number().int(),
  totalCount: z.number().int(),
  createdDepartmentCount: z.number().int(),
  list: z.array(z.object({ rowNumber: z.number().int(), name: z.string(), message: z.string() })),
  failedUrl: z.string().nullable(),
  errorUrl: z.string().nullable(),
  errFileName: z.string().nullable(),
  errMessage: z.string().nullable(),
  formatErrorMessage: z.string().nullable(),
})
export type StaffImportResult = z.output<typeof importResult>

const fileInput = z.object({
  fileUrl: z.string().max(2000).optional(),
  fileId: id.optional(),
  /** Departments of the file that do not exist are made. */
  createDepartments: z.boolean().default(true),
  /** As a job, whatever the size. */
  isJob: z.boolean().default(false),
})
const isGiven = ({ fileUrl, fileId }: { fileUrl?: string | undefined; fileId?: string | undefined }) => Boolean(fileUrl || fileId)
const missing = { error: '请先上传文件', path: ['fileUrl'] }

const importInput = fileInput
  .extend({
    /** Rows whose account is here with other content: a mistake, left out, or written over the person (empty cells leave what there is). */
    conflicts: z.enum(['refuse', 'skip', 'overwrite']).default('refuse'),
    /** One mistake, and nothing is imported. */
    isAllOrNothing: z.boolean().default(true),
  })
  .refine(isGiven, missing)

/** What an import would do; the four kinds add up to `total`. `rows` are the first hundred conflicts and errors, `failedUrl` has them all. */
export const importCheck = z.object({
  total: z.number().int(),
  new: z.number().int(),
  same: z.number().int(),
  conflict: z.number().int(),
  error: z.number().int(),
  overwritable: z.number().int(),
  newDepartmentCount: z.number().int(),
  rows: z.array(z.object({ rowNumber: z.number().int(), kind: z.enum(['conflict', 'error']), messages: z.array(z.string()) })),
  failedUrl: z.string().nullable(),
  errFileName: z.string(),
})
export type StaffImportCheck = z.output<typeof importCheck>

const importErrors = [...Object.values(staffImportErrors), staffErrors.noSeatLeft, fileErrors.noSpace]

export const staffImport = {
  importTemplate: endpoint({
    path: '/api/v1/staff/importTemplate',
    method: 'GET',
    summary: '下载员工导入模板',
    access: staffMenu.rights.import,
    audit: 'read',
    download: true,
  }),
  /** Small files are imported at once; large ones by a job, whose progress the download centre tells and `importResult` ends. */
  batchImport: endpoint({
    path: '/api/v1/staff/batchImport',
    summary: '批量导入员工',
    access: staffMenu.rights.import,
    scope: 'department',
    audit: { action: 'import', target: 'staff' },
    input: importInput,
    output: importResult.extend({ jobId: id.nullable() }),
    errors: importErrors,
  }),
  /** Says what an import would do and writes nothing. Of a large file a job does so; then `report` is null, and `checkResult` has it later. */
  checkImport: endpoint({
    path: '/api/v1/staff/checkImport',
    summary: '检查导入文件',
    access: staffMenu.rights.import,
    scope: 'department',
    audit: { action: 'checkImport', target: 'staff' },
    input: fileInput.refine(isGiven, missing),
    output: z.object({ jobId: id.nullable(), report: importCheck.nullable() }),
    errors: importErrors,
  }),
  checkResult: endpoint({
    path: '/api/v1/staff/checkImportResult',
    summary: '导入检查结果',
    access: staffMenu.rights.import,
    audit: 'read',
    input: z.object({ jobId: id }),
    /** Null with `message`: not finished, or failed. */
    output: z.object({ report: importCheck.nullable(), message: z.string() }),
  }),
  importResult: endpoint({
    path: '/api/v1/staff/importResult',
    summary: '导入结果',
    access: staffMenu.rights.import,
    audit: 'read',
    input: z.object({ jobId: id }),
    output: importResult,
  }),
}
