import {
  asChange,
  codes,
  endpoint,
  errors,
  id,
  ids,
  instant,
  pageOf,
  pageQuery,
  requiredText,
  rowVersion,
  text,
  tickFlag,
} from '@kaopei/contract'
import { z } from 'zod'
import { reviewTemplateMenu } from './menus.ts'

/** What is judged with the words: an answer (评卷) or a question before it is used (审题). */
export const reviewTemplateKind = codes({
  comment: { code: 1, label: '阅卷评语', tone: 'info' },
  opinion: { code: 2, label: '审题意见', tone: 'active' },
})

export const reviewVerdict = codes({
  reject: { code: 0, label: '退回', tone: 'danger' },
  pass: { code: 1, label: '通过', tone: 'success' },
})

export const reviewTemplateErrors = errors('reviewTemplate', {
  nameTaken: { code: 2506, text: '同类模板中已有这个名称，请换一个' },
  tooMany: { code: 2507, text: '审核模板最多 500 个，请先删除不用的模板' },
})

export const reviewTemplateFields = {
  kind: reviewTemplateKind.schema,
  name: requiredText(50, '模板名称'),
  body: requiredText(2000, '模板内容'),
  /** Of opinions alone. */
  verdict: reviewVerdict.schema.nullable().default(null),
  sort: z.number('请输入排序').int('排序应为整数').min(0, '排序不能小于 0').max(9999, '排序不能大于 9999').default(0),
  isEnabled: z.boolean().default(true),
}

const row = z.object({
  id,
  kind: reviewTemplateKind.schema,
  name: z.string(),
  body: z.string(),
  verdict: reviewVerdict.schema.nullable(),
  sort: z.number().int(),
  isEnabled: z.boolean(),
  createdByName: z.string(),
  updatedAt: instant,
  version: z.number().int(),
})
export type ReviewTemplateRow = z.output<typeof row>

const base = '/api/v1/exam/reviewTemplate'

export const reviewTemplate = {
  list: endpoint({
    path: `${base}/list`,
    summary: '审核模板列表',
    access: reviewTemplateMenu.rights.view,
    audit: 'read',
    input: pageQuery.extend({
      kind: reviewTemplateKind.schema.optional(),
      keyWords: text(100, '关键字').optional(),
      isEnabled: tickFlag.optional(),
    }),
    output: pageOf(row),
  }),
  /** The words that may be used now: for markers and reviewers while they work. */
  options: endpoint({
    path: `${base}/options`,
    summary: '可用的审核模板',
    access: 'signedIn',
    whileConfinedTo: 'quickMarking',
    audit: 'read',
    input: z.object({ kind: reviewTemplateKind.schema }),
    output: z.array(row.pick({ id: true, name: true, body: true, verdict: true })),
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新增审核模板',
    access: reviewTemplateMenu.rights.edit,
    audit: { action: 'create', target: 'review-template' },
    input: z.object(reviewTemplateFields),
    output: z.object({ id }),
    errors: [reviewTemplateErrors.nameTaken, reviewTemplateErrors.tooMany],
  }),
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改审核模板',
    access: reviewTemplateMenu.rights.edit,
    audit: { action: 'modify', target: 'review-template' },
    input: z.object({ id, version: rowVersion, ...asChange(reviewTemplateFields) }),
    errors: [reviewTemplateErrors.nameTaken],
  }),
  remove: endpoint({
    path: `${base}/removes`,
    summary: '删除审核模板',
    access: reviewTemplateMenu.rights.remove,
    audit: { action: 'delete', target: 'review-template' },
    input: z.object({ ids }),
  }),
}
