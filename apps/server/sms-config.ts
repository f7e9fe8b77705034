import { isSafeEndpoint, type SmsSettings, smsSettings } from '@kaopei/messaging/server'
import type { z } from 'zod'
import { type Config, ConfigFailure } from './config.ts'

const names: Readonly<Record<string, string>> = {
  provider: 'SMS_PROVIDER',
  endpoint: 'SMS_ENDPOINT',
  keyId: 'SMS_KEY_ID',
  keySecret: 'SMS_KEY_SECRET',
  signName: 'SMS_SIGN_NAME',
  appId: 'SMS_APP_ID',
  region: 'SMS_REGION',
  url: 'SMS_URL',
  method: 'SMS_METHOD',
  secretHeader: 'SMS_SECRET_HEADER',
  secret: 'SMS_SECRET',
  successText: 'SMS_SUCCESS_TEXT',
  templates: 'SMS_TEMPLATES',
  timeoutSeconds: 'SMS_TIMEOUT_SECONDS',
}

/** Whom SMS are handed to; undefined: nobody, and no channel by SMS is offered. A mistake ends the start with the name of its variable. */
export function smsSettingsOf(config: Config): SmsSettings | undefined {
  const { SMS_PROVIDER: provider } = config
  if (!provider) return undefined
  const given = Object.fromEntries(
    Object.entries(names).flatMap(([name, variable]) => {
      const value: unknown = Reflect.get(config, variable)
      return value === undefined || value === '' ? [] : [[name, name === 'templates' ? templatesOf(String(value)) : value]]
    }),
  )
  const parsed = smsSettings.safeParse({ templates: {}, timeoutSeconds: 15, ...given })
  if (!parsed.success) throw new ConfigFailure(`短信服务设置有误，请修改后重新启动：\n${linesOf(parsed.error).join('\n')}`)
  const { data } = parsed
  const address = data.provider === 'http' ? data.url : data.endpoint
  if (!isSafeEndpoint(address)) {
    throw new ConfigFailure(`${data.provider === 'http' ? 'SMS_URL' : 'SMS_ENDPOINT'} 应为 https 网址（本机地址可用 http）`)
  }
  return data
}

function templatesOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigFailure('SMS_TEMPLATES 应为 JSON，例如 {"verifyCode":{"id":"SMS_123456","params":["code"]}}')
  }
}

function linesOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => {
    const [first = '', ...rest] = path.map(String)
    return `  ${[names[first] ?? first, ...rest].join('.')}：${message}`
  })
}
