import { isMessageKey } from '../../contract/template-catalogue.ts'
import { DeliveryFailure, type OutgoingMessage } from '../message-driver.ts'
import type { SmsSettings } from './sms-settings.ts'

export interface SupplierTemplate {
  readonly id: string
  /** In the supplier's order, under the supplier's names. */
  readonly params: readonly (readonly [name: string, value: string])[]
}

/** The approved template by which this message goes: the one its own template names, or the installation's for messages of this kind. */
export function templateOf(message: OutgoingMessage, { templates }: SmsSettings): SupplierTemplate | undefined {
  const { templateKey, providerTemplateId, params, variables } = message
  const configured = templateKey !== null && isMessageKey(templateKey) ? templates[templateKey] : undefined
  const id = providerTemplateId || configured?.id
  if (!id) return undefined
  const order = id === configured?.id ? configured.params : undefined
  if (!order) return { id, params }
  return {
    id,
    params: order.map((entry) => {
      const [theirs = '', ours = theirs] = entry.split('=')
      return [theirs, variables?.[ours] ?? ''] as const
    }),
  }
}

/** The messages for which the installation has named an approved template. */
export function templatesIn({ templates }: SmsSettings): ReadonlySet<string> {
  return new Set(Object.keys(templates))
}

/** The number as suppliers take it: people may have written a 0 before it, as one dialled once. */
export function mobileOf({ address }: Pick<OutgoingMessage, 'address'>): string {
  return address.replace(/^0/, '')
}

export function demandTemplate(message: OutgoingMessage, settings: SmsSettings): SupplierTemplate {
  const found = templateOf(message, settings)
  if (found) return found
  throw new DeliveryFailure('never', '没有为这类短信设置服务商模板编号，请在短信模板中填写，或由运维人员设置 SMS_TEMPLATES')
}
