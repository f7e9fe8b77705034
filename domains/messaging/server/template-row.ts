import { isMessageKey, type MessageKey, messageKeys, messageSpecOf } from '../contract/template-catalogue.ts'
import { systemWords, wordsOf } from './send-template.ts'
import type { SendingCompany, StoredTemplate, TemplateContent } from './template.sql.ts'

/** A template as people see it; without a row it is the system's own. */
export function rowOf(type: 1 | 2, key: MessageKey, stored: StoredTemplate | undefined, company: SendingCompany) {
  const { name, group, isEssential = false } = messageSpecOf(key)
  const { subject, body, signature, providerTemplateId } = wordsOf(key, type, stored)
  return {
    id: stored?.id ?? null,
    type,
    key,
    messageName: name,
    group,
    name: stored && !stored.isStandard ? stored.name : name,
    isStandard: stored?.isStandard ?? true,
    isSystemText: stored?.isSystemText ?? true,
    isEssential,
    isEnabled: stored?.isEnabled ?? true,
    subject,
    body,
    signature,
    usualSignature: company.name,
    providerTemplateId,
    version: stored?.version ?? 0,
    updatedAt: stored?.updatedAt ?? null,
  }
}

export interface TemplateFilter {
  readonly keyWords?: string | undefined
  readonly group?: string | undefined
  readonly isEnabled?: boolean | undefined
}

/** Every message of the catalogue with its standard template first, then the company's further ones. */
export function listRows(type: 1 | 2, stored: readonly StoredTemplate[], company: SendingCompany, filter: TemplateFilter) {
  const rows = messageKeys.flatMap((key) => {
    const own = stored.filter((template) => template.key === key)
    const further = own.filter(({ isStandard }) => !isStandard)
    const standard = own.find(({ isStandard }) => isStandard)
    return [rowOf(type, key, standard, company), ...further.map((template) => rowOf(type, key, template, company))]
  })
  const words = filter.keyWords?.toLowerCase()
  return rows.filter(
    ({ name, messageName, subject, body, group, isEnabled }) =>
      (!words || [name, messageName, subject, body].some((text) => text.toLowerCase().includes(words))) &&
      (!filter.group || group === filter.group) &&
      (filter.isEnabled === undefined || isEnabled === filter.isEnabled),
  )
}

export function contentOf(stored: StoredTemplate): TemplateContent {
  const { name, subject, body, signature, providerTemplateId, isEnabled, isSystemText, key, channel } = stored
  const words =
    isSystemText && isMessageKey(key) ? wordsOf(key, channel, stored) : { subject, body, signature, providerTemplateId }
  return {
    name,
    subject: words.subject,
    body: words.body,
    signature: words.signature,
    providerTemplateId: words.providerTemplateId,
    isEnabled,
    isSystemText,
  }
}

export function systemContent(key: MessageKey, channel: number): TemplateContent {
  const words = systemWords(key, channel)
  const { name } = messageSpecOf(key)
  return { name, ...words, signature: '', providerTemplateId: '', isEnabled: true, isSystemText: true }
}
