import { type Db, databaseNow, type Services, siteOf } from '@kaopei/server'
import { messageChannel } from '../contract/outbox.ts'
import {
  type commonVariables,
  type MessageKey,
  type MessageVariables,
  messageSpecOf,
  usefulUntil,
  variablesOf,
} from '../contract/template-catalogue.ts'
import { paramsOf, renderHtml, renderSms, renderText, textsOf, type Values } from './rules/render-template.ts'
import { systemTemplates } from './rules/system-templates.ts'
import { sendMessage } from './send-message.ts'
import { findTemplateToSend, type SendingCompany, type StoredTemplate, selectSendingCompany } from './template.sql.ts'

const candidatePath = '/candidate/'

/** Where links lead is the deployment's alone to say. */
export type Deployment = Pick<Services, 'publicUrl'>

export interface WhichTemplate<K extends MessageKey> {
  readonly companyId: string
  /** 1 SMS, 2 mail. */
  readonly channel: 1 | 2
  readonly key: K
  /** One of the company's further templates of this message; the standard one when it is not there any more. */
  readonly templateId?: string | null
}

export interface Receiver<K extends MessageKey> {
  readonly address: string
  readonly variables: MessageVariables<K>
  /** A second message with the same key is not sent. */
  readonly dedupeKey?: string
}

export type WantedTemplate<K extends MessageKey> = WhichTemplate<K> & Receiver<K>

/**
 * Sends a message of the catalogue in the company's words, or the system's, within the running transaction. Answers false when the
 * company has switched this message off on this channel.
 */
export async function sendTemplate<K extends MessageKey>(
  db: Db,
  services: Deployment,
  wanted: WantedTemplate<K>,
): Promise<boolean> {
  const send = await prepareTemplate(db, services, wanted)
  await send?.(wanted)
  return send !== undefined
}

/** The same for many receivers: the words are read once. Undefined when the message is switched off. */
export async function prepareTemplate<K extends MessageKey>(
  db: Db,
  { publicUrl }: Deployment,
  { companyId, channel, key, templateId = null }: WhichTemplate<K>,
): Promise<((receiver: Receiver<K>) => Promise<void>) | undefined> {
  const stored = await findTemplateToSend(db, { channel, key, templateId })
  if (stored && !stored.isEnabled) return undefined
  const company = await selectSendingCompany(db)
  const words = wordsOf(key, channel, stored)
  const site = siteOf(publicUrl, company.domain)
  const { providerTemplateId } = words
  const isAwaited = messageSpecOf(key).isAwaited ?? false
  const facts = { companyId, channel, templateKey: key, isAwaited, ...(providerTemplateId && { providerTemplateId }) }
  return async ({ address, variables, dedupeKey }) => {
    const message = renderMessage({ key, channel, words, company, site, values: variables })
    const expiresAt = usefulUntil(key, variables, databaseNow())
    const more = { ...(expiresAt && { expiresAt }), ...(dedupeKey !== undefined && { dedupeKey }) }
    await sendMessage(db, { ...facts, ...message, address, ...more })
  }
}

/** Has the company written words of its own for this message? */
export async function hasOwnWords(db: Db, which: { channel: 1 | 2; key: MessageKey }): Promise<boolean> {
  const stored = await findTemplateToSend(db, { ...which, templateId: null })
  return stored !== undefined && !stored.isSystemText
}

/** What a template says: its own words, or the system's where it has none. */
export function wordsOf(key: MessageKey, channel: number, stored: StoredTemplate | undefined): TemplateWords {
  if (stored && !stored.isSystemText) return stored
  return { ...systemWords(key, channel), signature: '', providerTemplateId: '' }
}

export interface TemplateWords {
  readonly subject: string
  readonly body: string
  readonly signature: string
  readonly providerTemplateId: string
}

export function systemWords(key: MessageKey, channel: number): { subject: string; body: string } {
  const { sms, mail } = systemTemplates[key]
  return channel === messageChannel.sms ? { subject: '', body: sms } : mail
}

export interface ToRender {
  readonly key: MessageKey
  readonly channel: number
  readonly words: Pick<TemplateWords, 'subject' | 'body' | 'signature'>
  readonly company: SendingCompany
  /** Where the company's people open this product. */
  readonly site: string
  readonly values: Values
}

export interface RenderedMessage {
  readonly subject: string
  readonly body: string
  readonly isHtml: boolean
  /** Every value as text, for suppliers that fill in their own template. */
  readonly variables: Readonly<Record<string, string>>
  /** Of an SMS: those that the words say, in their order. */
  readonly params: readonly (readonly [name: string, value: string])[]
  readonly signature: string
}

/** What every message can say without its sender. */
function commonValues({ name }: SendingCompany, site: string): Record<keyof typeof commonVariables, string> {
  return { companyName: name, candidateLink: `${site}${candidatePath}` }
}

/** The message as its receiver gets it. */
export function renderMessage({ key, channel, words, company, site, values }: ToRender): RenderedMessage {
  const variables = variablesOf(key)
  const texts = textsOf(variables, { ...commonValues(company, site), ...values }, company.timeZone)
  if (channel === messageChannel.sms) {
    const body = renderSms(words.body, words.signature || company.name, texts)
    return { subject: '', body, isHtml: false, variables: texts, params: paramsOf(words.body, texts), signature: words.signature }
  }
  const body = renderHtml(words.body, texts, variables)
  return { subject: renderText(words.subject, texts), body, isHtml: true, variables: texts, params: [], signature: '' }
}

/** What a receiver would get, for whoever chooses the template; undefined when the company has switched the message off. */
export async function previewTemplate<K extends MessageKey>(
  db: Db,
  { publicUrl }: Deployment,
  { channel, key, templateId = null, variables }: WhichTemplate<K> & { readonly variables: MessageVariables<K> },
): Promise<Pick<RenderedMessage, 'subject' | 'body'> | undefined> {
  const stored = await findTemplateToSend(db, { channel, key, templateId })
  if (stored && !stored.isEnabled) return undefined
  const company = await selectSendingCompany(db)
  const site = siteOf(publicUrl, company.domain)
  return renderMessage({ key, channel, words: wordsOf(key, channel, stored), company, site, values: variables })
}
