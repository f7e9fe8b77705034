import { codes, dateInput, endpoint, errors, id, instant, pageOf, pageQuery, text } from '@kaopei/contract'
import { z } from 'zod'
import { exportOutput } from './export-output.ts'
import { downloadMenu } from './menus.ts'

export const jobState = codes({
  waiting: { code: 0, label: '等待中', tone: 'neutral' },
  running: { code: 1, label: '进行中', tone: 'active' },
  done: { code: 2, label: '已完成', tone: 'success' },
  failed: { code: 3, label: '失败', tone: 'danger' },
  cancelled: { code: 4, label: '已取消', tone: 'neutral' },
})

export const downloadErrors = errors('download', {
  notCancellable: { code: 2480, text: '任务已结束，不能取消' },
  notRetriable: { code: 2481, text: '任务正在进行或已完成，不能重新执行' },
  otherRights: { code: 2484, text: '提交任务后您的权限有变化，不能按原来的范围重新执行，请重新提交' },
  noFile: { code: 2482, text: '文件不存在或已过期，请重新导出' },
  notYours: { code: 2485, text: '该文件只能由提交人或管理员下载' },
  notExport: { code: 2483, text: '只有文件未过期的单表导出可以换格式或字段' },
})

const row = z.object({
  id,
  kind: z.string(),
  title: z.string(),
  /** What the job was asked for, as labels and values for people. */
  conditions: z.record(z.string(), z.unknown()),
  state: jobState.schema,
  doneCount: z.number().int(),
  totalCount: z.number().int().nullable(),
  message: z.string(),
  result: z.record(z.string(), z.unknown()).nullable(),
  fileName: z.string().nullable(),
  fileSizeBytes: z.number().int().nullable(),
  /** The file is there and may be fetched. */
  hasFile: z.boolean(),
  /** The file is there, but may show more than whoever asks may see. */
  isWithheld: z.boolean(),
  requestedById: z.string(),
  requestedByName: z.string(),
  requestedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  isOwn: z.boolean(),
  /** May be had in another format or with fewer columns. */
  canExportAgain: z.boolean(),
  /** A workbook that is no table: it cannot be had as CSV. */
  hasSeveralSheets: z.boolean(),
})
export type DownloadRow = z.output<typeof row>

const one = z.object({ id })

export const download = {
  list: endpoint({
    path: '/api/v1/download/list',
    summary: '下载任务列表',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(50, '名称').optional(),
      state: jobState.schema.optional(),
      kind: text(60, '类型').optional(),
      /** Every kind of one room: `evaluation` finds `evaluation.deptReport`. */
      kindGroup: text(60, '分类').optional(),
      startDate: dateInput.optional(),
      endDate: dateInput.optional(),
      /** Everybody's jobs instead of one's own; needs the right to manage. */
      isAll: z.boolean().default(false),
    }),
    output: pageOf(row),
  }),
  get: endpoint({
    path: '/api/v1/download/get',
    summary: '下载任务进度',
    access: 'signedIn',
    audit: 'read',
    input: one,
    output: row,
  }),
  cancel: endpoint({
    path: '/api/v1/download/cancel',
    summary: '取消下载任务',
    access: 'signedIn',
    audit: { action: 'cancel', target: 'background-job' },
    input: one,
    output: one,
    errors: [downloadErrors.notCancellable],
  }),
  retry: endpoint({
    path: '/api/v1/download/retry',
    summary: '重新执行下载任务',
    access: 'signedIn',
    audit: { action: 'retry', target: 'background-job' },
    input: one,
    output: one,
    errors: [downloadErrors.notRetriable, downloadErrors.otherRights],
  }),
  /** The same two changes under one call: 4 cancels, 0 runs again. */
  changeStatus: endpoint({
    path: '/api/v1/download/changeStatus',
    summary: '变更下载任务状态',
    access: 'signedIn',
    audit: { action: 'changeStatus', target: 'background-job' },
    input: one.extend({ state: z.union([z.literal(0), z.literal(4)], '状态只能改为等待中或已取消') }),
    output: one,
    errors: [downloadErrors.notCancellable, downloadErrors.notRetriable, downloadErrors.otherRights],
  }),
  /** The columns of a finished export. */
  exportFields: endpoint({
    path: '/api/v1/download/exportFields',
    summary: '导出字段列表',
    access: 'signedIn',
    audit: 'read',
    input: one,
    output: z.object({ fields: z.array(z.string()), format: z.enum(['xlsx', 'csv']) }),
    errors: [downloadErrors.notExport],
  }),
  /** A new file of the same rows, in another format or with fewer columns. */
  exportAgain: endpoint({
    path: '/api/v1/download/exportAgain',
    summary: '换格式或字段重新导出',
    access: 'signedIn',
    audit: { action: 'exportAgain', target: 'background-job' },
    input: one.extend(exportOutput.shape),
    output: one,
    errors: [downloadErrors.notExport],
  }),
  link: endpoint({
    path: '/api/v1/download/link',
    summary: '获取下载地址',
    access: 'signedIn',
    audit: { action: 'download', target: 'background-job' },
    input: one,
    output: z.object({ fileUrl: z.string(), fileName: z.string() }),
    errors: [downloadErrors.noFile, downloadErrors.notYours],
  }),
}

/** The right that opens everybody's jobs. */
export const manageDownloads = downloadMenu.rights.manage
