import { endpoint, id } from '@kaopei/contract'
import { z } from 'zod'
import { staffImportErrors } from './errors.ts'
import { staffMenu } from './menus.ts'

export const mostImportRows = 100_000

/** What an import has done. A file is taken whole or not at all: with failures nothing was imported and `failedUrl` leads to the workbook to repair. */
export const importResult = z.object({
  successCount: z.number().int(),
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
    input: z
      .object({
        fileUrl: z.string().max(2000).optional(),
        fileId: id.optional(),
        /** Departments of the file that do not exist are made. */
        createDepartments: z.boolean().default(true),
        /** As a job, whatever the size. */
        isJob: z.boolean().default(false),
      })
      .refine(({ fileUrl, fileId }) => fileUrl || fileId, { error: '请先上传文件', path: ['fileUrl'] }),
    output: importResult.extend({ jobId: id.nullable() }),
    errors: Object.values(staffImportErrors),
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
