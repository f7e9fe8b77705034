import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest'
import { openAliyun, openGateway, openTencent, type SmsStandIn } from '../../domains/messaging/server/testing/made-sms-service.ts'
import { dismissVisitors, newVisitor, pictureAll } from '../browser.ts'
import { OwnProduct } from '../own-product.ts'
import { logInToConsole } from '../people.ts'

// Somebody who has forgotten their password, with each of the carriers of SMS that an installation may have.

const customer = {
  keyId: 'AKID-journey',
  keySecret: 'journey-secret',
  appId: '1400006666',
  templates: ['T-code'],
  signName: '考培中心',
}
const keys = { SMS_KEY_ID: customer.keyId, SMS_KEY_SECRET: customer.keySecret, SMS_SIGN_NAME: customer.signName }
const templates = JSON.stringify({ verifyCode: { id: 'T-code', params: ['code', 'minutes'] } })

let product: OwnProduct
const open: SmsStandIn[] = []
// Each carrier starts on the same data.
beforeAll(async () => {
  product = await OwnProduct.open()
})
afterAll(async () => {
  await dismissVisitors()
  await product.close()
  for (const stand of open) await stand.close()
})

const carriers = [
  {
    name: '阿里云',
    stand: () => openAliyun(customer),
    settings: (SMS_ENDPOINT: string) => ({ SMS_PROVIDER: 'aliyun', SMS_ENDPOINT, SMS_TEMPLATES: templates, ...keys }),
  },
  {
    name: '腾讯云',
    stand: () => openTencent(customer),
    settings: (SMS_ENDPOINT: string) => ({
      SMS_PROVIDER: 'tencent',
      SMS_ENDPOINT,
      SMS_TEMPLATES: templates,
      SMS_APP_ID: customer.appId,
      ...keys,
    }),
  },
  {
    name: '短信网关',
    stand: () => openGateway('Bearer journey'),
    settings: (url: string) => ({ SMS_PROVIDER: 'http', SMS_URL: `${url}/sms`, SMS_SECRET: 'Bearer journey' }),
  },
]

test.each(carriers)(
  'a forgotten password is set anew by a code that $name carries',
  async ({ stand: openStand, settings }) => {
    onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
    const stand = await openStand()
    const number = open.push(stand) - 1
    await product.start(settings(stand.url))
    const person = product.accounts.filter(({ tenantDomain, role }) => tenantDomain === 'demo' && role === '考生')[number]
    if (!person) throw new Error('the demo has three candidates')
    const { page, problems, context } = await newVisitor()
    await page.goto(`${product.url}/setPassword`)
    await page.getByLabel('账号').fill(person.account)
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('radio', { name: '短信' }).waitFor()
    expect(await page.getByRole('radio', { name: '邮件' }).count()).toBe(0)
    await page.getByRole('button', { name: '获取验证码' }).click()
    const sms = await vi.waitFor(() => stand.taken[0] ?? Promise.reject(new Error('no SMS has come')), {
      timeout: 60_000,
      interval: 100,
    })
    const code = sms.values[0] && /^\d{6}$/.test(sms.values[0]) ? sms.values[0] : (/\d{6}/.exec(sms.text)?.[0] ?? '')
    await page.getByLabel('验证码').fill(code)
    await page.getByRole('button', { name: '下一步' }).click()
    const password = `sms-Way-${number}!`
    await page.getByLabel('新密码', { exact: true }).fill(password)
    await page.getByLabel('确认密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: /^确\s*定$/ }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    await logInToConsole(page, { ...person, password }, product.url)
    expect(stand.callCount()).toBe(1)
    expect(problems).toEqual([])
    for (const secret of [code, sms.phone, password]) expect(product.logged).not.toContain(secret)
    await context.close()
  },
  420_000,
)
