import {
  asChange,
  codes,
  endpoint,
  errors,
  id,
  instant,
  lineText,
  pageOf,
  pageQuery,
  recordOf,
  requiredText,
  rowVersion,
  text,
  tickFlag,
} from '@kaopei/contract'
import { z } from 'zod'
import { mailTemplateMenu, smsTemplateMenu } from './menus.ts'
import { messageChannel } from './outbox.ts'
import { isMessageKey, type MessageKey, messageKeys } from './template-catalogue.ts'

/** 1 SMS, 2 mail: the numbers of the channels. */
export const templateType = messageChannel

export const templateAction = codes({
  create: { code: 1, label: '新增' },
  modify: { code: 2, label: '修改' },
  enable: { code: 3, label: '启用' },
  disable: { code: 4, label: '停用' },
  restore: { code: 5, label: '恢复默认' },
  remove: { code: 6, label: '删除' },
})

export const templateErrors = errors('messageTemplate', {
  nameTaken: { code: 2501, text: '已有同名模板，请换一个名称' },
  essential: { code: 2502, text: '这是账号安全所必需的消息，不能停用' },
  noContact: { code: 2503, text: '您的资料中没有手机号，无法测试发送' },
  tooMany: { code: 2504, text: '同一消息最多 20 个自定义模板，请先删除不用的模板' },
  notCarried: { code: 2542, text: '尚未接入邮件服务，测试消息发不出去，请联系运维人员设置' },
  standardStays: { code: 2505, text: '默认模板不能删除，可以恢复默认内容或停用' },
})

const key = z
  .custom<MessageKey>((value) => typeof value === 'string' && isMessageKey(value), '消息类型不正确')
  .meta({ enum: messageKeys })
const type = templateType.schema

/** Names a template: the standard one of a message without `id`, a further one by it. */
const one = z.object({ type, key, id: id.nullish().transform((value) => value ?? null) })

export const templateWords = {
  subject: lineText(100, '邮件主题').default(''),
  body: requiredText(20_000, '模板内容'),
  signature: lineText(20, '短信签名').default(''),
  /** The SMS supplier's number of the template, where it asks for one. */
  providerTemplateId: lineText(60, '服务商模板编号').default(''),
}

/** Values typed for a preview or a test; what is not given shows its sample. */
const values = recordOf(z.string().max(60), text(500, '变量值'), 100).default({})

const row = z.object({
  /** Null for the system's own words that the company has never touched. */
  id: id.nullable(),
  type,
  key,
  messageName: z.string(),
  group: z.string(),
  name: z.string(),
  isStandard: z.boolean(),
  /** The words are the system's. */
  isSystemText: z.boolean(),
  isEssential: z.boolean(),
  isEnabled: z.boolean(),
  subject: z.string(),
  body: z.string(),
  signature: z.string(),
  /** What is in front of the SMS when no signature is given: the company's name. */
  usualSignature: z.string(),
  providerTemplateId: z.string(),
  /** 0 where there is no row yet. */
  version: z.number().int(),
  updatedAt: instant.nullable(),
})
export type TemplateRow = z.output<typeof row>

const revision = z.object({
  version: z.number().int(),
  action: z.number().int(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  signature: z.string(),
  providerTemplateId: z.string(),
  isEnabled: z.boolean(),
  changedByName: z.string(),
  changedAt: instant,
})
export type TemplateRevision = z.output<typeof revision>

const view = [smsTemplateMenu.rights.view, mailTemplateMenu.rights.view]
const edit = [smsTemplateMenu.rights.edit, mailTemplateMenu.rights.edit]
const base = '/api/v1/exam/messageTemplate'

export const messageTemplate = {
  list: endpoint({
    path: `${base}/list`,
    summary: '消息模板列表',
    access: view,
    audit: 'read',
    input: pageQuery.extend({
      type,
      keyWords: text(100, '关键字').optional(),
      group: text(20, '分类').optional(),
      isEnabled: tickFlag.optional(),
    }),
    output: pageOf(row),
  }),
  get: endpoint({ path: `${base}/get`, summary: '消息模板详情', access: view, audit: 'read', input: one, output: row }),
  /** Names of the templates that may be sent for a message: for whoever sets up an exam. */
  options: endpoint({
    path: `${base}/options`,
    summary: '可选的消息模板',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ type, key }),
    output: z.array(z.object({ id: id.nullable(), name: z.string() })),
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新增消息模板',
    access: edit,
    audit: { action: 'create', target: 'message-template' },
    input: z.object({ type, key, name: lineText(50, '模板名称').min(1, '请输入模板名称'), ...templateWords }),
    output: row,
    errors: [templateErrors.nameTaken, templateErrors.tooMany],
  }),
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改消息模板',
    access: edit,
    audit: { action: 'modify', target: 'message-template' },
    input: one.extend({ version: rowVersion, name: lineText(50, '模板名称').optional(), ...asChange(templateWords) }),
    output: row,
    errors: [templateErrors.nameTaken],
  }),
  setEnabled: endpoint({
    path: `${base}/changeStatus`,
    summary: '启用或停用消息模板',
    access: edit,
    audit: { action: 'setEnabled', target: 'message-template' },
    input: one.extend({ version: rowVersion, isEnabled: z.boolean('请选择启用或停用') }),
    output: row,
    errors: [templateErrors.essential],
  }),
  restore: endpoint({
    path: `${base}/restore`,
    summary: '恢复默认消息模板',
    access: edit,
    audit: { action: 'restore', target: 'message-template' },
    input: z.object({ type, key, version: rowVersion }),
    output: row,
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除消息模板',
    access: edit,
    audit: { action: 'delete', target: 'message-template' },
    input: z.object({ type, key, id, version: rowVersion }),
    errors: [templateErrors.standardStays],
  }),
  preview: endpoint({
    path: `${base}/preview`,
    summary: '预览消息模板',
    access: view,
    audit: 'read',
    input: z.object({ type, key, ...templateWords, values }),
    output: z.object({
      subject: z.string(),
      body: z.string(),
      characters: z.number().int(),
      parts: z.number().int(),
      problems: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  }),
  /** To the caller's own phone or mail address, never to another. */
  testSend: endpoint({
    path: `${base}/testSend`,
    summary: '测试发送消息模板',
    access: edit,
    audit: { action: 'testSend', target: 'message-template' },
    input: z.object({ type, key, ...templateWords, values }),
    output: z.object({ address: z.string() }),
    errors: [templateErrors.noContact, templateErrors.notCarried],
  }),
  history: endpoint({
    path: `${base}/history`,
    summary: '消息模板修改记录',
    access: view,
    audit: 'read',
    input: pageQuery.extend(one.shape),
    output: pageOf(revision),
  }),
}
