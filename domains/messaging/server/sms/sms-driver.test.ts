import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeliveryFailure, type OutgoingMessage } from '../message-driver.ts'
import {
  type Behaviour,
  type Customer,
  openAliyun,
  openGateway,
  openTencent,
  type SmsStandIn,
  tencentAnswer,
} from '../testing/made-sms-service.ts'
import { smsDriver } from './sms-driver.ts'
import { type SmsSettings, smsSettings } from './sms-settings.ts'

const customer: Customer = {
  keyId: 'LTAI-test',
  keySecret: "secret/+='测",
  appId: '1400006666',
  templates: ['T1', 'T2'],
  signName: '考培中心',
}
const timeoutSeconds = 1
const templates = { verifyCode: { id: 'T1', params: ['code', 'validity=minutes'] } }

const message: OutgoingMessage = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  channel: 1,
  address: '13812345678',
  subject: '',
  body: "【考培中心】验证码为 628401，10 分钟内有效 ~*'()!&=",
  isHtml: false,
  providerTemplateId: null,
  templateKey: 'verifyCode',
  variables: { purpose: '找回登录密码', code: '628401', minutes: '10' },
  params: [
    ['purpose', '找回登录密码'],
    ['code', '628401'],
    ['minutes', '10'],
  ],
  signature: '',
}
const log = pino({ level: 'silent' })

const stands: Record<'aliyun' | 'tencent' | 'http', SmsStandIn> = Object.create(null)
beforeAll(async () => {
  Object.assign(stands, {
    aliyun: await openAliyun(customer),
    tencent: await openTencent(customer),
    http: await openGateway('Bearer k'),
  })
})
afterAll(async () => {
  for (const stand of Object.values(stands)) await stand.close()
})

function settingsOf(provider: keyof typeof stands, more: object = {}): SmsSettings {
  const { keyId, keySecret, appId, signName } = customer
  const address =
    provider === 'http' ? { url: `${stands.http.url}/send`, secret: 'Bearer k' } : { endpoint: stands[provider].url }
  return smsSettings.parse({ provider, ...address, keyId, keySecret, appId, signName, templates, timeoutSeconds, ...more })
}

/** How a delivery ended: sent under a number, or what may happen next. */
async function outcome(
  provider: keyof typeof stands,
  { more = {}, sms = {} }: { more?: object; sms?: Partial<OutgoingMessage> } = {},
) {
  try {
    return await smsDriver(settingsOf(provider, more)).deliver({ ...message, ...sms }, log)
  } catch (error) {
    if (error instanceof DeliveryFailure) return { next: error.next, reason: error.message }
    throw error
  }
}

test('each supplier takes a code with its signature, its template and its values in the order that was approved', async () => {
  expect(await outcome('aliyun')).toEqual({ supplierId: '900619746936498440^0' })
  expect(await outcome('tencent')).toEqual({ supplierId: '5000:1045710669157053657849499619' })
  expect(await outcome('http')).toEqual({ supplierId: 'gw-77' })
  const of = { phone: '13812345678', template: 'T1', signName: '考培中心', values: ['628401', '10'] }
  expect(stands.aliyun.taken.at(-1)).toMatchObject(of)
  expect(stands.tencent.taken.at(-1)).toMatchObject(of)
  expect(stands.http.taken.at(-1)).toMatchObject({ ...of, text: message.body })
})

test('a number written with the 0 that was dialled once reaches suppliers without it', async () => {
  for (const provider of ['aliyun', 'tencent', 'http'] as const) {
    expect(await outcome(provider, { sms: { address: '013812345679' } })).toHaveProperty('supplierId')
    expect(stands[provider].taken.at(-1)?.phone).toBe('13812345679')
  }
})

test("a company's own template and signature go before the installation's; its values stand in the order of its words", async () => {
  const sms = { providerTemplateId: 'T2', signature: '考培中心' }
  for (const provider of ['aliyun', 'tencent'] as const) {
    await outcome(provider, { sms })
    expect(stands[provider].taken.at(-1)).toMatchObject({ template: 'T2', values: ['找回登录密码', '628401', '10'] })
  }
})

test('a message without an approved template is not sent to a supplier that wants one; a gateway sends its words', async () => {
  const sms = { templateKey: 'examStart' }
  for (const provider of ['aliyun', 'tencent'] as const) {
    const before = stands[provider].callCount()
    expect(await outcome(provider, { sms })).toMatchObject({ next: 'never', reason: expect.stringContaining('模板编号') })
    expect(stands[provider].callCount()).toBe(before)
  }
  expect(await outcome('http', { sms })).toHaveProperty('supplierId')
})

const aliyunSays = (status: number, code: string): Behaviour => ({
  status,
  body: JSON.stringify({ Code: code, Message: '…', RequestId: 'r' }),
})
const tencentSays = (code: string): Behaviour => ({ status: 200, body: tencentAnswer('+8613812345678', code) })
const tencentFails = (code: string): Behaviour => ({
  status: 200,
  body: JSON.stringify({ Response: { Error: { Code: code, Message: '…' }, RequestId: 'r' } }),
})

describe('what is tried again, what is over, and what nobody can know', () => {
  test.each<['aliyun' | 'tencent' | 'http', Behaviour, string, string]>([
    ['aliyun', aliyunSays(200, 'isv.BUSINESS_LIMIT_CONTROL'), 'later', '过于频繁'],
    ['aliyun', aliyunSays(400, 'Throttling.User'), 'later', '发送速度'],
    ['aliyun', aliyunSays(200, 'isv.AMOUNT_NOT_ENOUGH'), 'later', '充值'],
    ['aliyun', aliyunSays(200, 'isv.DENY_IP_RANGE'), 'later', '权限'],
    ['aliyun', aliyunSays(200, 'isv.SMS_TEMPLATE_ILLEGAL'), 'never', '模板'],
    ['aliyun', aliyunSays(200, 'isv.SMS_SIGNATURE_ILLEGAL'), 'never', '签名'],
    ['aliyun', aliyunSays(200, 'isv.MOBILE_NUMBER_ILLEGAL'), 'never', '手机号'],
    ['aliyun', aliyunSays(400, 'SignatureNonceUsed'), 'unknown', '同一请求'],
    ['aliyun', aliyunSays(200, 'isp.SYSTEM_ERROR'), 'unknown', '内部出错'],
    ['aliyun', aliyunSays(503, 'ServiceUnavailable'), 'unknown', '内部出错'],
    ['aliyun', aliyunSays(500, 'Something.New'), 'unknown', 'Something.New'],
    ['aliyun', aliyunSays(400, 'Something.New'), 'later', 'Something.New'],
    ['aliyun', { status: 502, body: '<html>bad gateway</html>' }, 'unknown', '无法识别'],
    ['aliyun', { status: 200, body: '{}' }, 'unknown', '无法识别'],
    ['tencent', tencentSays('LimitExceeded.PhoneNumberThirtySecondLimit'), 'later', '过于频繁'],
    ['tencent', tencentSays('LimitExceeded.AppDailyLimit'), 'later', '上限'],
    ['tencent', tencentFails('RequestLimitExceeded'), 'later', '发送速度'],
    ['tencent', tencentFails('AuthFailure.SignatureFailure'), 'later', '密钥'],
    ['tencent', tencentFails('UnauthorizedOperation.SerivceSuspendDueToArrears'), 'later', '充值'],
    ['tencent', tencentSays('FailedOperation.TemplateIncorrectOrUnapproved'), 'never', '模板'],
    ['tencent', tencentSays('FailedOperation.SignatureIncorrectOrUnapproved'), 'never', '签名'],
    ['tencent', tencentSays('InvalidParameterValue.IncorrectPhoneNumber'), 'never', '手机号'],
    ['tencent', tencentSays('FailedOperation.PhoneNumberInBlacklist'), 'never', '黑名单'],
    ['tencent', tencentFails('InternalError.Timeout'), 'unknown', '内部出错'],
    ['tencent', tencentFails('InternalError.SendAndRecvFail'), 'unknown', '内部出错'],
    ['tencent', { status: 504, body: 'gateway timeout' }, 'unknown', '无法识别'],
    ['http', { status: 429, body: 'slow down' }, 'later', '发送速度'],
    ['http', { status: 403, body: 'no' }, 'later', '密钥'],
    ['http', { status: 302, body: '' }, 'later', '地址已变更'],
    ['http', { status: 400, body: 'bad template' }, 'never', 'bad template'],
    ['http', { status: 408, body: '' }, 'unknown', '出错'],
    ['http', { status: 503, body: 'busy' }, 'unknown', '出错'],
    ['aliyun', 'silentAfterTaking', 'unknown', '没有答复'],
    ['tencent', 'silent', 'unknown', '没有答复'],
    ['http', 'hangUpAfterTaking', 'unknown', '没有答复'],
    ['aliyun', 'hangUp', 'unknown', '没有答复'],
  ])('%s answers %j: %s', async (provider, behaviour, next, words) => {
    const before = stands[provider].callCount()
    stands[provider].behaveNext(behaviour)
    expect(await outcome(provider)).toEqual({ next, reason: expect.stringContaining(words) })
    expect(stands[provider].callCount()).toBe(before + 1)
  })
})

test('a wrong secret is refused by each: tried again, because an administrator can put it right while the message is wanted', async () => {
  for (const provider of ['aliyun', 'tencent', 'http'] as const) {
    const more = provider === 'http' ? { secret: 'Bearer no' } : { keySecret: 'no' }
    expect(await outcome(provider, { more })).toMatchObject({ next: 'later', reason: expect.stringContaining('密钥') })
  }
})

test('a supplier that cannot be reached has heard nothing', async () => {
  const gone = await openGateway('')
  await gone.close()
  expect(await outcome('aliyun', { more: { endpoint: gone.url } })).toMatchObject({ next: 'later' })
  expect(await outcome('tencent', { more: { endpoint: gone.url } })).toMatchObject({ next: 'later' })
  expect(await outcome('http', { more: { url: gone.url } })).toMatchObject({ next: 'later' })
})

test('a gateway by address gets escaped values; an answer without the agreed text is a refusal', async () => {
  const url = `${stands.http.url}/send?phone={phone}&content={content}&x={id}`
  expect(await outcome('http', { more: { method: 'GET', url, successText: '"ok":true' } })).toEqual({ supplierId: 'gw-77' })
  expect(stands.http.taken.at(-1)).toMatchObject({ phone: '13812345678', text: message.body })
  stands.http.behaveNext({ status: 200, body: '{"ok":false}' })
  expect(await outcome('http', { more: { successText: '"ok":true' } })).toMatchObject({ next: 'never' })
})
