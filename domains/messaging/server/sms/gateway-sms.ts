import { cut } from '@kaopei/contract'
import { z } from 'zod'
import { DeliveryFailure, type MessageDriver, type OutgoingMessage } from '../message-driver.ts'
import { gatewayOutcome } from '../rules/sms-outcome.ts'
import { jsonOf, postToSupplier } from './post-to-supplier.ts'
import type { SmsSettingsOf } from './sms-settings.ts'
import { mobileOf, templateOf } from './template-of.ts'

const numbered = z.union([z.object({ id: z.coerce.string() }), z.object({ messageId: z.coerce.string() })])

/** Any gateway that takes HTTP: JSON by POST, or an address with placeholders by GET, and a secret in a header. */
export function gatewaySms(settings: SmsSettingsOf<'http'>): MessageDriver {
  const { method, secretHeader, secret, successText, timeoutSeconds } = settings
  return {
    deliver: async (message) => {
      const headers = { [secretHeader]: secret, ...(method === 'POST' && { 'content-type': 'application/json; charset=utf-8' }) }
      const body = method === 'POST' ? { body: bodyOf(message, settings) } : {}
      const url = method === 'GET' ? filled(message, settings) : settings.url
      const { status, text } = await postToSupplier({ url, method, headers, timeoutSeconds, ...body })
      if (status >= 200 && status < 300 && text.includes(successText)) return { supplierId: idOf(text) }
      throw refusal(status, text)
    },
  }
}

function bodyOf(message: OutgoingMessage, settings: SmsSettingsOf<'http'>): string {
  const { id, body: content } = message
  const phone = mobileOf(message)
  const template = templateOf(message, settings)
  const signName = message.signature || settings.signName
  const params = Object.fromEntries(template?.params ?? message.params)
  return JSON.stringify({ id, phone, content, signName, templateId: template?.id ?? '', params })
}

/** Values are escaped, so none of them can change the address. */
function filled(message: OutgoingMessage, settings: SmsSettingsOf<'http'>): string {
  const template = templateOf(message, settings)?.id ?? ''
  const values: Readonly<Record<string, string>> = { id: message.id, phone: mobileOf(message), content: message.body, template }
  return settings.url.replaceAll(/\{(id|phone|content|template)\}/g, (_all, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
}

function refusal(status: number, text: string): DeliveryFailure {
  const said = cut(text.replace(/\s+/g, ' ').trim(), 200)
  const { next, reason } = gatewayOutcome(status)
  return new DeliveryFailure(next, `${reason}（${status}${said && `：${said}`}）`)
}

function idOf(text: string): string {
  const { data } = numbered.safeParse(jsonOf(text))
  if (!data) return ''
  return ('id' in data ? data.id : data.messageId).slice(0, 100)
}
