import { join } from 'node:path'
import { trialStanding } from '@kaopei/proctoring/contract/rehearsal/codes'
import { trial } from '@kaopei/proctoring/contract/rehearsal/trial'
import { verdicts } from '@kaopei/proctoring/contract/verdicts/verdicts'
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest'
import { madeKeys, startMadeS3 } from '../../domains/files/server/store/made-s3-service.ts'
import { openAliyun, openGateway, openTencent, type SmsStandIn } from '../../domains/messaging/server/testing/made-sms-service.ts'
import { dismissVisitors, launchLight, newVisitor, pictureAll, watch } from '../browser.ts'
import { openMovedClock } from '../moved-clock.ts'
import { OwnProduct } from '../own-product.ts'
import { logInToConsole } from '../people.ts'
import { signedIn } from './api.ts'
import { logInAsCandidate } from './candidate.ts'
import { appealWithFile, sitPhotographed } from './photographed-sitting.ts'
import { openExam } from './sitting-exam.ts'

// Somebody who has forgotten their password, with each of the carriers of SMS that an installation may have; recordings in a bucket.

const customer = {
  keyId: 'AKID-journey',
  keySecret: 'journey-secret',
  appId: '1400006666',
  templates: ['T-code'],
  signName: '考培中心',
}
const keys = { SMS_KEY_ID: customer.keyId, SMS_KEY_SECRET: customer.keySecret, SMS_SIGN_NAME: customer.signName }
const evidenceBucket = 'made-evidence'
const templates = JSON.stringify({ verifyCode: { id: 'T-code', params: ['code', 'minutes'] } })

let product: OwnProduct
let bucket: Awaited<ReturnType<typeof startMadeS3>>
/** By account, of those who have set a new one here. */
const passwords = new Map<string, string>()
const open: SmsStandIn[] = []
// Each carrier starts on the same data; what asks for no carrier of its own runs on the start before it.
beforeAll(async () => {
  product = await OwnProduct.open()
  bucket = await startMadeS3()
  bucket.allowedOrigin = product.url
})
afterAll(async () => {
  await dismissVisitors()
  await product.close()
  for (const stand of open) await stand.close()
  await bucket.close()
})

interface Carrier {
  readonly name: string
  readonly stand: () => Promise<SmsStandIn>
  readonly settings: (url: string) => Readonly<Record<string, string>>
}

const ofClouds: readonly Carrier[] = [
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
]

async function setsForgottenPassword({ stand: openStand, settings }: Carrier): Promise<void> {
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
  passwords.set(person.account, password)
  await logInToConsole(page, { ...person, password }, product.url)
  expect(stand.callCount()).toBe(1)
  expect(problems).toEqual([])
  for (const secret of [code, sms.phone, password]) expect(product.logged).not.toContain(secret)
  await context.close()
}

test.each(ofClouds)('a forgotten password is set anew by a code that $name carries', setsForgottenPassword, 420_000)

test('days before, a candidate tries the device, and the list of the exam shows who is ready', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const [organiser, person] = demoPeople()
  const admin = await signedIn(organiser, 'console', product)
  const day = 24 * 3_600_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const settings = { permitCamera: true, admissionStartTime: at(3 * day), admissionEndTime: at(4 * day) }
  const exam = await openExam('演练', 0, { settings, admin })
  const browser = await launchLight('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream')
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const problems = watch(page)
  await logInAsCandidate(page, person, product.url)
  await page.getByRole('button', { name: `设备测试：${exam.name}` }).click()
  await page.getByRole('button', { name: '开启摄像头' }).click()
  await page.getByText('请确认面部完整出现在画面中').waitFor()
  await page.getByRole('button', { name: '提交测试结果' }).click()
  await page.getByText('此设备可以参加考试').waitFor()
  const listed = await admin.call(trial.list, { pageIndex: 1, pageSize: 10, examinationId: exam.examId })
  expect(listed.dataList.map(({ name, state }) => [name !== '', state <= trialStanding.remarks])).toEqual([[true, true]])
  expect(problems).toEqual([])
  await browser.close()
}, 420_000)

test('recordings go when their days are over, with proof; what an appeal holds stays, and so do its files', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const [organiser, person] = demoPeople()
  const admin = await signedIn(organiser, 'console', product)
  const candidate = await signedIn(person, 'candidate', product)
  await admin.call(verdicts.savePolicy, { ...(await admin.call(verdicts.getPolicy, {})), needsSecond: false })
  const sat = () => sitPhotographed({ product, admin, candidate })
  const [over, held] = [await sat(), await sat()]
  const statement = await appealWithFile({ product, admin, candidate, attemptId: held.attemptId })
  const status = async (path: string) => (await fetch(new URL(path, product.url))).status
  expect([over.photographs.length, held.photographs.length]).toEqual([2, 2])

  const clock = await openMovedClock(product)
  const { page, problems } = await newVisitor()
  await logInToConsole(page, organiser, clock.url)
  const recordOf = async ({ attemptId }: typeof over) => {
    await page.goto(`${clock.url}/application/ote/markCheating-screenRecord?examinationResultId=${attemptId}`)
    return page.getByRole('region', { name: '保存期限' })
  }
  const day = 24 * 3_600_000
  await clock.move(31 * day)
  await clock.deleteDue()
  const first = await recordOf(over)
  await first.getByText(/按“成绩产生后保存 30 天”删除入场照片，包括片段与照片 2 个/).waitFor()
  await first.getByText('保存中').waitFor()
  expect(await Promise.all(over.photographs.map(status))).toEqual([404, 200])

  await clock.move(181 * day)
  await clock.deleteDue()
  const last = await recordOf(over)
  await last.getByText(/按“成绩产生后保存 180 天”删除摄像头照片/).waitFor()
  await last
    .getByText(/^采集内容校验链：[0-9a-f]{64}$/)
    .first()
    .waitFor()
  expect(await Promise.all(over.photographs.map(status))).toEqual([404, 404])
  const keeping = await recordOf(held)
  await keeping.getByText('因复核或申诉暂缓删除').first().waitFor()
  expect(await keeping.getByText('删除证明').count()).toBe(0)
  expect(await Promise.all([...held.photographs, statement].map(status))).toEqual([200, 200, 200])
  expect(problems).toEqual([])
  await clock.stop()
}, 420_000)

function demoPeople() {
  const ofDemo = (role: string) => product.accounts.find((one) => one.tenantDomain === 'demo' && one.role === role)
  const [organiser, person] = [ofDemo('企业管理员'), ofDemo('考生')]
  if (!organiser || !person) throw new Error('the demo has both')
  return [organiser, { ...person, password: passwords.get(person.account) ?? person.password }] as const
}

const gateway: Carrier = {
  name: '短信网关',
  stand: () => openGateway('Bearer journey'),
  settings: (url) => ({ SMS_PROVIDER: 'http', SMS_URL: `${url}/sms`, SMS_SECRET: 'Bearer journey', ...inBucket() }),
}

function inBucket() {
  return {
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: madeKeys.bucket,
    S3_REGION: madeKeys.region,
    S3_ACCESS_KEY_ID: madeKeys.accessKeyId,
    S3_SECRET_ACCESS_KEY: madeKeys.secretAccessKey,
    KAOPEI_EVIDENCE_BUCKET: evidenceBucket,
  }
}

test.each([gateway])('a forgotten password is set anew by a code that $name carries', setsForgottenPassword, 420_000)

test('recordings go from the browser straight into a bucket that asks for its CORS rules, by the one script that may reach it', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const [organiser, person] = demoPeople()
  const admin = await signedIn(organiser, 'console', product)
  const exam = await openExam('直传', 0, { settings: { permitFaceRecord: true }, admin })
  const browser = await launchLight('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream')
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  const problems = watch(page)
  const throughServer: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().startsWith(product.url)) throughServer.push(request.url())
  })
  await logInAsCandidate(page, person, product.url)
  // The page that is kept for a start without network stands between, and lets the bytes pass.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByRole('button', { name: `进入考试：${exam.name}` }).click()
  const notice = page.getByRole('region', { name: '考试须知全文' })
  await notice.waitFor()
  await notice.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await page.getByRole('checkbox').check()
  await page.getByRole('group', { name: '摄像头录像' }).getByRole('radio', { name: '同意', exact: true }).check()
  await page.getByRole('button', { name: '确认并继续' }).click()
  await page.getByRole('button', { name: '开启摄像头' }).click()
  const script = page.waitForResponse((response) => response.url().includes('store-put.worker'))
  await page.getByRole('button', { name: '开始考试' }).click()
  const isThere = () => [...bucket.objects.keys()].some((key) => key.includes(evidenceBucket))
  const far = () => ({ isThere: isThere(), preflights: bucket.preflights() > 0, problems, throughServer })
  await expect.poll(far, { timeout: 90_000 }).toEqual({ isThere: true, preflights: true, problems: [], throughServer: [] })
  await page.getByText(/已上传 [1-9]/).waitFor()
  const policies = [(await script).headers(), (await page.request.get(page.url())).headers()].map((headers) =>
    (headers['content-security-policy'] ?? '').includes(evidenceBucket),
  )
  expect(policies).toEqual([true, false])
  expect(problems).toEqual([])
  await browser.close()
}, 420_000)
