import { z } from 'zod'
import { messageKeys } from '../../contract/template-catalogue.ts'

/** A supplier's approved template for one of our messages. `params` are our variables in the supplier's order; `theirs=ours` where names differ. */
const template = z.object({ id: z.string().min(1).max(60), params: z.array(z.string().min(1).max(80)).max(20).optional() })
const templates = z.partialRecord(z.enum(messageKeys), template)
const timeoutSeconds = z.coerce.number().int().min(1).max(60)

/** Whom messages are handed to, and in whose name. */
export const smsSettings = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('aliyun'),
    endpoint: z.string().default('https://dysmsapi.aliyuncs.com'),
    keyId: z.string().min(1),
    keySecret: z.string().min(1),
    signName: z.string().min(1),
    templates,
    timeoutSeconds,
  }),
  z.object({
    provider: z.literal('tencent'),
    endpoint: z.string().default('https://sms.tencentcloudapi.com'),
    keyId: z.string().min(1),
    keySecret: z.string().min(1),
    appId: z.string().min(1),
    region: z.string().default('ap-guangzhou'),
    signName: z.string().min(1),
    templates,
    timeoutSeconds,
  }),
  z.object({
    provider: z.literal('http'),
    /** For GET with {phone}, {content}, {id} and {template} in its path or query; for POST as it is. */
    url: z.string().min(1),
    method: z.enum(['GET', 'POST']).default('POST'),
    secretHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/)
      .default('authorization'),
    secret: z.string().min(1),
    /** An answer of 2xx without this text is a refusal. */
    successText: z.string().max(200).default(''),
    signName: z.string().default(''),
    templates,
    timeoutSeconds,
  }),
])
export type SmsSettings = z.output<typeof smsSettings>
export type SmsSettingsOf<Provider extends SmsSettings['provider']> = Extract<SmsSettings, { provider: Provider }>

/** Plain http carries keys and codes in clear: only to this machine. */
export function isSafeEndpoint(text: string): boolean {
  const url = URL.parse(text.replaceAll(/[{}]/g, ''))
  if (!url || url.username || url.password) return false
  // What a message says is never a part of the host.
  if (/[{}]/.test(text.slice(0, text.indexOf('/', 8) + 1 || undefined))) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
}
