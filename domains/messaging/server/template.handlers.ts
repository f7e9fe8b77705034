import { kept, maskEmail, maskPhone, protocolErrors } from '@kaopei/contract'
import { everyChannel, findContacts } from '@kaopei/identity/server'
import { type Implemented, implement } from '@kaopei/server'
import { messageTemplate, templateAction, templateErrors, templateType, templateWords } from '../contract/message-template.ts'
import { smsLengthOf } from '../contract/sms-length.ts'
import { messageSpecOf } from '../contract/template-catalogue.ts'
import { templateProblems } from '../contract/template-problems.ts'
import { cleanMail } from './rules/clean-mail.ts'
import { sendMessage } from './send-message.ts'
import { checkedWords, demand, renderedFor, save, selectForChange } from './template.service.ts'
import {
  countFurther,
  findTemplateLocked,
  insertRevision,
  insertTemplate,
  pageOfRevisions,
  selectSendingCompany,
  selectTemplates,
} from './template.sql.ts'
import { contentOf, listRows, rowOf, systemContent } from './template-row.ts'

const noSms = '尚未接入短信服务，测试消息发不出去，请联系运维人员设置'
const noSupplierTemplate = '短信服务商只发送审核通过的模板，请填写此模板的服务商模板编号'
const mostFurther = 20
const testsPerTenMinutes = 5

export const templateEndpoints: readonly Implemented[] = implement(
  messageTemplate,
  {
    list: async ({ type, pageIndex, pageSize, ...filter }, { actor, db }) => {
      demand(actor, type, 'view')
      const company = await selectSendingCompany(db)
      const rows = listRows(type, await selectTemplates(db, type), company, filter)
      const from = (pageIndex - 1) * pageSize
      return { dataList: rows.slice(from, from + pageSize), totalCount: rows.length }
    },

    get: async ({ type, key, id }, { actor, db, fail }) => {
      demand(actor, type, 'view')
      const stored = await findTemplateLocked(db, { channel: type, key, id })
      if (!stored && id !== null) return fail(protocolErrors.notFound)
      return rowOf(type, key, stored, await selectSendingCompany(db))
    },

    options: async ({ type, key }, { db }) => {
      const stored = (await selectTemplates(db, type)).filter((template) => template.key === key)
      const further = stored.filter(({ isStandard, isEnabled }) => !isStandard && isEnabled)
      return [{ id: null, name: '默认模板' }, ...further.map(({ id, name }) => ({ id, name }))]
    },

    create: async (input, { actor, db, fail, record }) => {
      demand(actor, input.type, 'edit')
      const { type, key } = input
      const words = checkedWords(input)
      if ((await countFurther(db, type, key)) >= mostFurther) return fail(templateErrors.tooMany)
      const content = { ...words, name: input.name, isEnabled: true, isSystemText: false }
      const saved = await insertTemplate(db, { channel: type, key, isStandard: false }, content)
      if (!saved) return fail(protocolErrors.changed)
      await insertRevision(db, saved, { action: 'create', by: actor })
      record({ targetId: saved.id, targetName: saved.name, after: contentOf(saved) })
      return rowOf(type, key, saved, await selectSendingCompany(db))
    },

    modify: async (input, { actor, db, record }) => {
      demand(actor, input.type, 'edit')
      const stored = await selectForChange(db, input)
      const before = stored ? contentOf(stored) : systemContent(input.key, input.type)
      const words = checkedWords({ type: input.type, key: input.key, ...kept(templateWords, input, before) })
      const name = stored && !stored.isStandard ? input.name || stored.name : before.name
      const content = { ...before, ...words, name, isSystemText: false }
      const { saved, row } = await save(db, actor, { ...input, stored }, { content, action: 'modify' })
      record({ targetId: saved.id, targetName: saved.name, before, after: contentOf(saved) })
      return row
    },

    setEnabled: async (input, { actor, db, fail, record }) => {
      demand(actor, input.type, 'edit')
      const { key, type, isEnabled } = input
      const stored = await selectForChange(db, input)
      if (!isEnabled && (stored?.isStandard ?? true) && messageSpecOf(key).isEssential) return fail(templateErrors.essential)
      const before = stored ? contentOf(stored) : systemContent(key, type)
      const change = { content: { ...before, isEnabled }, action: isEnabled ? ('enable' as const) : ('disable' as const) }
      const { saved, row } = await save(db, actor, { type, key, stored }, change)
      record({
        targetId: saved.id,
        targetName: saved.name,
        before: { isEnabled: before.isEnabled },
        after: { isEnabled },
        action: change.action,
      })
      return row
    },

    restore: async (input, { actor, db, record }) => {
      const { type, key } = input
      demand(actor, type, 'edit')
      const stored = await selectForChange(db, { ...input, id: null })
      if (!stored || stored.isSystemText) return rowOf(type, key, stored, await selectSendingCompany(db))
      const content = { ...systemContent(key, type), isEnabled: stored.isEnabled }
      const { saved, row } = await save(db, actor, { type, key, stored }, { content, action: 'restore' })
      record({ targetId: saved.id, targetName: saved.name, before: contentOf(stored), after: content })
      return row
    },

    remove: async (input, { actor, db, fail, record }) => {
      demand(actor, input.type, 'edit')
      const stored = await selectForChange(db, input)
      if (!stored) return fail(protocolErrors.notFound)
      if (stored.isStandard) return fail(templateErrors.standardStays)
      const content = { ...contentOf(stored), isEnabled: false, isRemoved: true }
      await save(db, actor, { ...input, stored }, { content, action: 'remove' })
      record({ targetId: stored.id, targetName: stored.name, before: contentOf(stored) })
    },

    preview: async ({ values, ...input }, { actor, db, services }) => {
      demand(actor, input.type, 'view')
      const cleaned = input.type === templateType.mail ? cleanMail(input.body) : { html: input.body }
      if ('problem' in cleaned) {
        const problems = [{ path: 'body', message: cleaned.problem }]
        return { subject: input.subject, body: '', characters: 0, parts: 0, problems }
      }
      const words = { ...input, body: cleaned.html }
      const message = await renderedFor(db, actor, words, values, services)
      const length = input.type === templateType.sms ? smsLengthOf(message.body) : { characters: 0, parts: 0 }
      return { subject: message.subject, body: message.body, ...length, problems: [...templateProblems(words)] }
    },

    testSend: async ({ values, ...input }, { actor, db, fail, limitRate, record, services }) => {
      demand(actor, input.type, 'edit')
      const words = checkedWords(input)
      const isSms = input.type === templateType.sms
      const { channels = everyChannel } = services
      const channelsFor = await channels.of(db)
      if (!channelsFor(input.key, words.providerTemplateId).includes(input.type)) {
        const text = channels.carried.includes(input.type) ? noSupplierTemplate : noSms
        return fail(templateErrors.notCarried, isSms ? { text } : {})
      }
      const contact = await findContacts(db, actor.staffId)
      const address = isSms ? contact?.phone : contact?.email
      const missing = `您的资料中没有${isSms ? '手机号' : '邮箱'}，请先在个人中心绑定`
      if (!address) return fail(templateErrors.noContact, { text: missing })
      await limitRate(`template-test:${actor.staffId}`, testsPerTenMinutes, 600)
      const message = await renderedFor(db, actor, words, values, services)
      const { subject, ...rest } = message
      const { providerTemplateId } = words
      const facts = { companyId: actor.companyId, channel: input.type, address, templateKey: input.key, isAwaited: true }
      await sendMessage(db, { ...facts, ...rest, providerTemplateId, subject: subject && `[测试] ${subject}` })
      const masked = isSms ? maskPhone(address) : maskEmail(address)
      record({ targetName: messageSpecOf(input.key).name, after: { type: input.type, address: masked } })
      return { address: masked }
    },

    history: async ({ pageIndex, pageSize, type, key, id }, { actor, db }) => {
      demand(actor, type, 'view')
      const page = await pageOfRevisions(db, { channel: type, key, id }, { pageIndex, pageSize })
      return { ...page, dataList: page.dataList.map((revision) => ({ ...revision, action: templateAction[revision.action] })) }
    },
  },
  { template_name_unique: templateErrors.nameTaken },
)
