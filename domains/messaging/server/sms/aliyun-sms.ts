import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DeliveryFailure, type MessageDriver } from '../message-driver.ts'
import { acs3Headers, queryText } from '../rules/acs3-signature.ts'
import { aliyunOutcome } from '../rules/sms-outcome.ts'
import { jsonOf, postToSupplier } from './post-to-supplier.ts'
import type { SmsSettingsOf } from './sms-settings.ts'
import { demandTemplate, mobileOf, templatesIn } from './template-of.ts'

/** Both of SendSms and of the gateway before it. */
const answer = z.object({ Code: z.string(), BizId: z.string().optional(), Message: z.string().optional() })

/** 阿里云 SendSms (2017-05-25), signed by ACS3-HMAC-SHA256. Its own number of the message is the `BizId`; ours goes along as `OutId`. */
export function aliyunSms(settings: SmsSettingsOf<'aliyun'>, now: () => Date = () => new Date()): MessageDriver {
  const { endpoint, keyId, keySecret, signName, timeoutSeconds } = settings
  const { origin, host } = new URL(endpoint)
  return {
    templates: templatesIn(settings),
    deliver: async (message) => {
      const template = demandTemplate(message, settings)
      const query = {
        PhoneNumbers: mobileOf(message),
        SignName: message.signature || signName,
        TemplateCode: template.id,
        ...(template.params.length > 0 && { TemplateParam: JSON.stringify(Object.fromEntries(template.params)) }),
        OutId: message.id,
      }
      const nonce = randomBytes(16).toString('hex')
      const call = { method: 'POST', host, action: 'SendSms', version: '2017-05-25', query, body: '', at: now(), nonce } as const
      const headers = acs3Headers(call, { id: keyId, secret: keySecret })
      const { status, text } = await postToSupplier({
        url: `${origin}/?${queryText(query)}`,
        method: 'POST',
        headers,
        body: '',
        timeoutSeconds,
      })
      return sentAs(status, text)
    },
  }
}

function sentAs(status: number, text: string): { supplierId: string } {
  const parsed = answer.safeParse(jsonOf(text))
  // Nobody knows what a proxy on the way has passed on.
  if (!parsed.success) throw new DeliveryFailure('unknown', `短信服务商的答复无法识别（${status}）`)
  const { Code: code, BizId: supplierId = '' } = parsed.data
  if (code === 'OK') return { supplierId }
  const { next, reason } = aliyunOutcome(code, status)
  throw new DeliveryFailure(next, reason)
}
