/** People from outside the company who sit an exam: typed one by one or from a file, found again by their phone. */
import { endpoint, id, text } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const manage = [examManage.rights.edit, examManage.rights.add] as const

export const mostOuterPeople = 5000

/** The exam they are added to; without one they are enrolled alone. */
const examinationId = id.nullish()

const enrolled = z.object({
  /** How many are candidates now, those who were on the list before among them. */
  successCount: z.number().int(),
  list: z.array(z.object({ id, name: z.string(), phone: z.string(), email: z.string() })),
  /** The same people's ids, separated by commas. */
  outerStaffIds: z.string(),
})

export const outerPeople = {
  outerTemplate: endpoint({
    path: '/api/v1/exam/examination/outerTemplate',
    method: 'GET',
    summary: '下载外部考生导入模板',
    access: manage,
    audit: 'read',
    download: true,
  }),
  /** Sound rows go in, the others come back in a workbook with the reason in front. At most 5,000 people. */
  batchImportOuter: endpoint({
    path: '/api/v1/exam/examination/batchImportOuter',
    summary: '批量导入外部考生',
    access: manage,
    audit: { action: 'importOuter', target: 'exam' },
    input: z
      .object({ fileUrl: z.string().max(2000).optional(), fileId: id.optional(), examinationId })
      .refine(({ fileUrl, fileId }) => Boolean(fileUrl || fileId), { error: '请先上传文件', path: ['fileUrl'] }),
    output: enrolled.extend({
      failedUrl: z.string().nullable(),
      errorUrl: z.string().nullable(),
      errFileName: z.string().nullable(),
      errMessage: z.string().nullable(),
      formatErrorMessage: z.string().nullable(),
    }),
    errors: [
      fileErrors.noSpace,
      platformErrors.quotaUsedUp,
      examErrors.cancelled,
      examErrors.ended,
      examErrors.outsideClosed,
      examErrors.fileMissing,
      examErrors.invalidTemplate,
      examErrors.unreadableFile,
      examErrors.tooManyPeople,
      examErrors.noPeople,
    ],
  }),
  /** Everybody or nobody; what is wrong is said at its field (`people.0.phone`). */
  addOuter: endpoint({
    path: '/api/v1/exam/examination/addOuter',
    summary: '添加外部考生',
    access: manage,
    audit: { action: 'addOuter', target: 'exam' },
    input: z.object({
      examinationId,
      people: z
        .array(z.object({ name: text(200, '姓名'), phone: text(50, '电话'), email: text(200, '邮箱') }))
        .min(1, '您还没有选择！！')
        .max(200, '一次最多添加200人'),
    }),
    output: enrolled,
    errors: [examErrors.cancelled, examErrors.ended, examErrors.outsideClosed, platformErrors.quotaUsedUp],
  }),
}
