import { z } from 'zod'
import { DeliveryFailure, type MessageDriver } from '../message-driver.ts'
import { tencentOutcome } from '../rules/sms-outcome.ts'
import { tc3Headers } from '../rules/tc3-signature.ts'
import { jsonOf, postToSupplier } from './post-to-supplier.ts'
import type { SmsSettingsOf } from './sms-settings.ts'
import { demandTemplate, mobileOf, templatesIn } from './template-of.ts'

const answer = z.object({
  Response: z.union([
    z.object({ Error: z.object({ Code: z.string() }) }),
    z.object({ SendStatusSet: z.array(z.object({ SerialNo: z.string(), Code: z.string() })).min(1) }),
  ]),
})

/** 腾讯云 SendSms (2021-01-11), signed by TC3-HMAC-SHA256. Its own number of the message is the `SerialNo`; ours goes along as `SessionContext`. */
export function tencentSms(settings: SmsSettingsOf<'tencent'>, now: () => Date = () => new Date()): MessageDriver {
  const { endpoint, keyId, keySecret, appId, region, signName, timeoutSeconds } = settings
  const { origin, host } = new URL(endpoint)
  return {
    templates: templatesIn(settings),
    deliver: async (message) => {
      const template = demandTemplate(message, settings)
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${mobileOf(message)}`],
        SmsSdkAppId: appId,
        SignName: message.signature || signName,
        TemplateId: template.id,
        TemplateParamSet: template.params.map(([, value]) => value),
        SessionContext: message.id,
      })
      const call = { host, service: 'sms', action: 'SendSms', version: '2021-01-11', region, body, at: now() }
      const headers = tc3Headers(call, { id: keyId, secret: keySecret })
      const { status, text } = await postToSupplier({ url: `${origin}/`, method: 'POST', headers, body, timeoutSeconds })
      return sentAs(status, text)
    },
  }
}

function sentAs(status: number, text: string): { supplierId: string } {
  const { data } = answer.safeParse(jsonOf(text))
  if (!data) throw new DeliveryFailure('unknown', `短信服务商的答复无法识别（${status}）`)
  const { Response: response } = data
  const [first] = 'SendStatusSet' in response ? response.SendStatusSet : []
  if (first?.Code === 'Ok') return { supplierId: first.SerialNo }
  const code = 'Error' in response ? response.Error.Code : (first?.Code ?? '')
  const { next, reason } = tencentOutcome(code, status)
  throw new DeliveryFailure(next, reason)
}
