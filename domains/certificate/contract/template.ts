import { endpoint, id, ids, instant, pageOf, pageQuery, requiredText, rowVersion, text } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { templateStatus } from './codes.ts'
import { templateErrors } from './errors.ts'
import { layout } from './layout.ts'
import { issuedMenu, ruleMenu, templateMenu } from './menus.ts'
import { previewKinds } from './variables.ts'

const base = '/api/v1/certificate/template'
const { view, edit, remove } = templateMenu.rights

const row = z.object({
  id,
  name: z.string(),
  status: templateStatus.schema,
  currentNumber: z.number().int().nullable(),
  /** Drawn on since it was put to use. */
  hasChanges: z.boolean(),
  ruleCount: z.number().int(),
  /** Those that run, by name, ten at most: stopping the template stops them. */
  runningRules: z.object({ count: z.number().int(), names: z.array(z.string()) }),
  issuedCount: z.number().int(),
  createdByName: z.string(),
  updatedAt: instant,
  version: z.number().int(),
})
export type TemplateRow = z.output<typeof row>

const name = requiredText(50, '模板名称')

export const template = {
  list: endpoint({
    path: `${base}/list`,
    summary: '证书模板列表',
    access: view,
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(100, '关键字').optional(), status: templateStatus.schema.optional() }),
    output: pageOf(row),
  }),
  /** Those in use, for rules; `withStopped`: all that ever were, for filters of what was issued. */
  options: endpoint({
    path: `${base}/options`,
    summary: '可用的证书模板',
    access: [view, ruleMenu.rights.view, issuedMenu.rights.view],
    audit: 'read',
    input: z.object({ withStopped: z.boolean().default(false) }),
    output: z.array(z.object({ id, name: z.string() })),
  }),
  detail: endpoint({
    path: `${base}/detail`,
    summary: '证书模板详情',
    access: view,
    audit: 'read',
    input: z.object({ id }),
    output: z.object({
      id,
      name: z.string(),
      status: templateStatus.schema,
      currentNumber: z.number().int().nullable(),
      version: z.number().int(),
      layout,
      pictures: z.array(z.object({ fileId: id, url: z.string() })),
      versions: z.array(z.object({ number: z.number().int(), createdByName: z.string(), createdAt: instant })),
    }),
  }),
  /** Skills that a certificate may attest. */
  create: endpoint({
    path: `${base}/create`,
    summary: '新增证书模板',
    access: edit,
    audit: { action: 'create', target: 'certificate-template' },
    input: z.object({ name, width: z.number().min(40).max(420), height: z.number().min(40).max(420) }),
    output: z.object({ id }),
    errors: [templateErrors.nameTaken],
  }),
  copy: endpoint({
    path: `${base}/copy`,
    summary: '复制证书模板',
    access: edit,
    audit: { action: 'copy', target: 'certificate-template' },
    input: z.object({ id, name }),
    output: z.object({ id }),
    errors: [templateErrors.nameTaken],
  }),
  save: endpoint({
    path: `${base}/save`,
    summary: '保存证书模板',
    access: edit,
    audit: { action: 'modify', target: 'certificate-template' },
    input: z.object({ id, version: rowVersion, name, layout }),
    output: z.object({ version: z.number().int() }),
    errors: [templateErrors.nameTaken, templateErrors.pictureRefused, templateErrors.skillRefused],
    bodyLimit: 512 * 1024,
  }),
  publish: endpoint({
    path: `${base}/publish`,
    summary: '启用证书模板的新版本',
    access: edit,
    audit: { action: 'publish', target: 'certificate-template' },
    input: z.object({ id, version: rowVersion }),
    output: z.object({ number: z.number().int() }),
    errors: [templateErrors.notReady],
  }),
  /** Takes a former version as what is being drawn. */
  restore: endpoint({
    path: `${base}/restore`,
    summary: '恢复证书模板的版本',
    access: edit,
    audit: { action: 'restore', target: 'certificate-template' },
    input: z.object({ id, version: rowVersion, number: z.number().int().min(1) }),
    errors: [templateErrors.noVersion],
  }),
  /** While it is stopped nothing is issued or reissued by it: who earns one waits, and gets it once it is in use again. */
  turn: endpoint({
    path: `${base}/turn`,
    summary: '启停证书模板',
    access: edit,
    audit: { action: 'modify', target: 'certificate-template' },
    input: z.object({ id, isUsed: z.boolean() }),
    errors: [templateErrors.noVersion],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除证书模板',
    access: remove,
    audit: { action: 'delete', target: 'certificate-template' },
    input: z.object({ ids }),
    errors: [templateErrors.inUse],
  }),
  /** As it would be printed. */
  preview: endpoint({
    path: `${base}/preview`,
    summary: '预览证书模板',
    access: view,
    audit: 'read',
    download: true,
    atOnce: 4,
    input: z.object({ id, layout, kind: z.enum(previewKinds) }),
    errors: [templateErrors.pictureRefused, templateErrors.notPrinted, fileErrors.noSpace],
    bodyLimit: 512 * 1024,
  }),
}
