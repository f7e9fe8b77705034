import type { Db } from '@kaopei/server'
import { messageChannel } from '../contract/outbox.ts'
import { type MessageKey, type MessageVariables, variablesOf } from '../contract/template-catalogue.ts'
import { renderHtml, renderSms, renderText, textsOf, type Values } from './rules/render-template.ts'
import { systemTemplates } from './rules/system-templates.ts'
import { sendMessage } from './send-message.ts'
import { findTemplateToSend, type SendingCompany, selectSendingCompany } from './template.sql.ts'

export interface WantedTemplate<K extends MessageKey> {
  readonly companyId: string
  /** 1 SMS, 2 mail. */
  readonly channel: 1 | 2
  readonly key: K
  readonly address: string
  readonly variables: MessageVariables<K>
  /** A second message with the same key is not sent. */
  readonly dedupeKey?: string
  /** One of the company's further templates of this message; the standard one when it is not there any more. */
  readonly templateId?: string | null
}

/**
 * Sends a message of the catalogue in the company's words, or the system's, within the running transaction. Answers false when the
 * company has switched this message off on this channel.
 */
export async function sendTemplate<K extends MessageKey>(db: Db, wanted: WantedTemplate<K>): Promise<boolean> {
  const { companyId, channel, key, address, dedupeKey, templateId = null } = wanted
  const stored = await findTemplateToSend(db, companyId, { channel, key, templateId })
  if (stored && !stored.isEnabled) return false
  const company = await selectSendingCompany(db, companyId)
  const words = stored ?? { ...systemWords(key, channel), signature: '', providerTemplateId: '' }
  const message = renderMessage({ key, channel, words, company, values: wanted.variables })
  await sendMessage(db, {
    companyId,
    channel,
    address,
    ...message,
    templateKey: key,
    ...(words.providerTemplateId && { providerTemplateId: words.providerTemplateId }),
    ...(dedupeKey !== undefined && { dedupeKey }),
  })
  return true
}

export function systemWords(key: MessageKey, channel: number): { subject: string; body: string } {
  const { sms, mail } = systemTemplates[key]
  return channel === messageChannel.sms ? { subject: '', body: sms } : mail
}

export interface ToRender {
  readonly key: MessageKey
  readonly channel: number
  readonly words: { readonly subject: string; readonly body: string; readonly signature: string }
  readonly company: SendingCompany
  readonly values: Values
}

export interface RenderedMessage {
  readonly subject: string
  readonly body: string
  readonly isHtml: boolean
  /** Every value as text, for suppliers that fill in their own template. */
  readonly variables: Readonly<Record<string, string>>
}

/** The message as its receiver gets it. */
export function renderMessage({ key, channel, words, company, values }: ToRender): RenderedMessage {
  const texts = textsOf(variablesOf(key), { companyName: company.name, ...values }, company.timeZone)
  if (channel === messageChannel.sms) {
    const body = renderSms(words.body, words.signature || company.name, texts)
    return { subject: '', body, isHtml: false, variables: texts }
  }
  return { subject: renderText(words.subject, texts), body: renderHtml(words.body, texts), isHtml: true, variables: texts }
}
