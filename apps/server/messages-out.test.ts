/** What leaves the house, what is refused because it could not, and what the log says of it: the whole product with other services each time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { exam } from '@kaopei/exam/contract/exam'
import { defaultNoticeTemplates } from '@kaopei/exam/contract/exam-notices'
import { resetPasswordCalls } from '@kaopei/identity/contract/reset-password'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { messageTemplate } from '@kaopei/messaging/contract/message-template'
import { supplier } from '@kaopei/messaging/contract/supplier'
import { invitation } from '@kaopei/org/contract/invitation'
import { logSerializers, startWorker } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { openGateway, type SmsStandIn } from '../../domains/messaging/server/testing/made-sms-service.ts'
import { readConfig } from './config.ts'
import { withoutSuppliers } from './demo.ts'
import { administrator } from './gauntlet/gauntlet-world.ts'
import { assemble, driversOf, modulesOf } from './modules.ts'

const phone = '13812345670'
const email = 'quiet.person@example.com'

interface House {
  readonly world: World
  readonly admin: TestActor
  readonly account: { readonly account: string; readonly tenantDomain: string }
  /** Everything that server and worker have logged. */
  readonly logged: () => string
}

const open: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function openHouse(env: Record<string, string>): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-messages-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ KAOPEI_DATA: folder, ...env })
  const lines: string[] = []
  const log = pino({ level: 'trace', serializers: logSerializers }, { write: (line: string) => void lines.push(line) })
  const modules = modulesOf(loadPasswordKeys({ dataDir: folder }), driversOf(config))
  const world = await World.open(modules, (base) => assemble(config, { ...base, log }).services)
  open.push(() => world.close())
  const companyId = await world.company()
  const admin = await administrator(world, companyId)
  await world.rows('update org.staff set phone = $2, email = $3 where company_id = $1', [companyId, phone, email])
  const [row] = await world.rows<{ domain: string; account: string }>(
    `select c.domain, s.login_account as account from identity.company c join org.staff s on s.company_id = c.id where c.id = $1`,
    [companyId],
  )
  const account = { account: row?.account ?? '', tenantDomain: row?.domain ?? '' }
  return { world, admin, account, logged: () => lines.join('') }
}

const gatewayAt = ({ url }: SmsStandIn) => ({ SMS_PROVIDER: 'http', SMS_URL: url, SMS_SECRET: 'k' })

async function openSupplier(): Promise<SmsStandIn> {
  const stand = await openGateway('k')
  open.push(() => stand.close())
  return stand
}

test('without services nothing is offered and every way to send is refused with what to do', async () => {
  const { world, admin, account } = await openHouse({})
  const [guest, as] = [world.as(undefined), world.as(admin)]
  expect(await as.get(supplier.state)).toEqual({ sms: false, mail: false, smsMessages: [] })
  expect(await guest.get(resetPasswordCalls.checkAccount, account)).toEqual({ channels: [] })
  expect(await as.get(staffCentreCalls.get)).toMatchObject({ codeChannels: [] })
  const refused = { code: 2540, message: expect.stringContaining('联系管理员') }
  expect(await guest.call(resetPasswordCalls.sendResetCode, { ...account, channel: 1 })).toMatchObject(refused)
  expect(await guest.call(resetPasswordCalls.sendResetCode, { ...account, channel: 2 })).toMatchObject(refused)
  expect(await as.call(staffCentreCalls.sendVerifyCode, { channel: 1, address: '13900000001' })).toMatchObject(refused)
  expect(await as.call(staffCentreCalls.sendBoundEmail, { email: 'x@example.com' })).toMatchObject(refused)
  const ids = [admin.staffId]
  expect(await as.call(invitation.invite, { ids, ways: ['sms', 'mail'] })).toMatchObject({
    code: 2541,
    message: expect.stringContaining('生成链接'),
  })
  const words = { key: 'examStart', subject: '提醒', body: '{{examName}} 将于 {{startTime}} 开始', values: {} } as const
  for (const type of [1, 2] as const) {
    expect(await as.call(messageTemplate.testSend, { ...words, type })).toMatchObject({
      code: 2542,
      message: expect.stringContaining('运维'),
    })
  }
  const noticeTemplates = { ...defaultNoticeTemplates, start: { mail: 'standard', sms: 'standard' } } as const
  expect(await as.call(exam.save, { name: '期末', noticeTemplates })).toMatchObject({
    code: 2543,
    message: expect.stringContaining('不发短信'),
  })
  expect(await world.rows('select 1 from messaging.outbox')).toEqual([])
})

test('a supplier of approved templates carries what one is named for, by the installation or by the company', async () => {
  const templates = JSON.stringify({ verifyCode: { id: 'SMS_1', params: ['code'] } })
  const env = { SMS_PROVIDER: 'aliyun', SMS_KEY_ID: 'i', SMS_KEY_SECRET: 's', SMS_SIGN_NAME: '考培', SMS_TEMPLATES: templates }
  const { world, admin, account } = await openHouse(env)
  const [guest, as] = [world.as(undefined), world.as(admin)]
  expect(await as.get(supplier.state)).toEqual({ sms: true, mail: false, smsMessages: ['verifyCode'] })
  expect(await guest.get(resetPasswordCalls.checkAccount, account)).toEqual({ channels: [{ channel: 1, label: '短信' }] })
  expect(await as.get(staffCentreCalls.get)).toMatchObject({ codeChannels: [1] })
  expect(await as.call(invitation.invite, { ids: [admin.staffId], ways: ['sms'] })).toMatchObject({ code: 2541 })
  const words = { type: 1, key: 'staffInvite', body: '{{inviteLink}}', signature: '', subject: '' } as const
  const test = { ...words, values: {} }
  expect(await as.call(messageTemplate.testSend, test)).toMatchObject({
    code: 2542,
    message: expect.stringContaining('模板编号'),
  })
  expect(await as.call(messageTemplate.testSend, { ...test, providerTemplateId: 'SMS_2' })).toMatchObject({ code: 0 })
  await as.get(messageTemplate.modify, { ...words, version: 0, providerTemplateId: 'SMS_2' })
  expect((await as.get(supplier.state)).smsMessages).toEqual(['staffInvite', 'verifyCode'])
  const save = (sms: string) =>
    as.call(exam.save, { name: '期末', noticeTemplates: { ...defaultNoticeTemplates, start: { mail: null, sms } } })
  const start = { type: 1, key: 'examStart', body: '{{examName}} {{startTime}}' } as const
  const own = await as.get(messageTemplate.create, { ...start, name: '有编号', providerTemplateId: 'SMS_3' })
  expect(await save('standard')).toMatchObject({ code: 2543 })
  expect(await save(own.id ?? '')).toMatchObject({ code: 0 })
})

test('a code, a phone and an address are in no log, whatever the supplier repeats of them', async () => {
  const stand = await openSupplier()
  const { world, admin, account, logged } = await openHouse({ ...gatewayAt(stand), KAOPEI_LOG: 'trace' })
  const { companyId } = admin
  const ask = () => world.as(undefined).call(resetPasswordCalls.sendResetCode, { ...account, channel: 1 })
  expect(await ask()).toMatchObject({ code: 0 })
  const worker = await startWorker(world.modules, world.services, { ownerUrl: world.url, concurrency: 1 })
  open.push(() => worker.stop())
  const rows = () =>
    world.rows<{ state: number; code: string; last_error: string | null }>(
      `select state, variables ->> 'code' as code, last_error from messaging.outbox where company_id = $1 order by id`,
      [companyId],
    )
  const until = async (isSo: (all: Awaited<ReturnType<typeof rows>>) => boolean) => {
    while (!isSo(await rows())) await wait(20)
  }
  await until(([sent]) => sent?.state === 1)
  // The second is refused in words that repeat all of it.
  await world.rows('delete from kit.rate_limit')
  const [first] = await rows()
  stand.behaveNext({ status: 429, body: `too many for +86${phone} ${email}: {text}` })
  expect(await ask()).toMatchObject({ code: 0 })
  await until((all) => all[1]?.last_error?.includes('429') === true)
  const all = await rows()
  expect(all[1]?.last_error).toContain('138****5670')
  const said = logged()
  expect(said).toContain('短信网关限制了发送速度')
  for (const hidden of [first?.code, all[1]?.code, phone, email]) expect(said).not.toContain(hidden)
})

test("what the demo's people are told reaches no supplier, whatever the installation has", () => {
  const config = readConfig({
    KAOPEI_DATA: tmpdir(),
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_PROVIDER: 'http',
    SMS_URL: 'http://127.0.0.1:9/',
    SMS_SECRET: 'k',
  })
  expect(Object.keys(driversOf(config)).toSorted()).toEqual(['mail', 'sms'])
  expect(driversOf(withoutSuppliers(config))).toEqual({})
})
