import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageState, outbox } from '../contract/outbox.ts'
import { messagingModule, sendMessage, sendTemplate } from './index.ts'
import { DeliveryFailure, type MessageDriver } from './message-driver.ts'
import { releaseMessages } from './release.sweep.ts'

const left: string[] = []
let isDown = false
const driver: MessageDriver = {
  deliver: async ({ address }) => {
    if (isDown) throw new DeliveryFailure('later', '邮件服务器没有响应')
    left.push(address)
    return 'sent'
  },
}

let world: World
let companyId: string
beforeAll(async () => {
  world = await World.open([messagingModule({ mail: driver, sms: driver })])
})
afterAll(() => world.close())
beforeEach(async () => {
  left.length = 0
  isDown = false
  companyId = await world.company()
})

const hour = 3_600_000
const company = (change: string) => world.rows(`update identity.company set ${change} where id = $1`, [companyId])
const rows = () =>
  world.rows<{ state: number; attempts: number; last_error: string | null; next_try_at: Date | null }>(
    'select state, attempts, last_error, next_try_at from messaging.outbox where company_id = $1 order by id',
    [companyId],
  )
const states = async () => (await rows()).map(({ state }) => state)
const sendPlain = (address = 'a@example.com') =>
  world.inCompany(companyId, (db) => sendMessage(db, { companyId, channel: 2, address, subject: '成绩通知', body: '已发布' }))
const sendStart = (startTime: Date) =>
  world.inCompany(companyId, (db) =>
    sendTemplate(db, world.services, {
      companyId,
      channel: 2,
      key: 'examStart',
      address: 'start@example.com',
      variables: { staffName: '甲', examName: '期末', startTime, endTime: null },
    }),
  )
const sendCode = (minutes: number) =>
  world.inCompany(companyId, (db) =>
    sendTemplate(db, world.services, {
      companyId,
      channel: 1,
      key: 'verifyCode',
      address: '13800000000',
      variables: { purpose: '登录', code: '123456', minutes },
    }),
  )
const ripen = () => world.rows('update graphile_worker._private_jobs set run_at = now()')

test.each([
  ['is_suspended = true', 'is_suspended = false'],
  ['valid_until = current_date - 3', 'valid_until = null'],
  ['valid_from = current_date + 3', 'valid_from = null'],
])('what a company says with %s is held, and leaves once after %s', async (closed, open) => {
  await sendPlain()
  await company(closed)
  await world.runJobs()
  expect(left).toEqual([])
  expect(await rows()).toMatchObject([{ state: messageState.held, attempts: 0, last_error: expect.stringContaining('停用') }])
  await releaseMessages(world.services)
  await world.runJobs()
  expect(await states()).toEqual([messageState.held])
  await company(open)
  await Promise.all([releaseMessages(world.services), releaseMessages(world.services)])
  await world.runJobs()
  expect(left).toEqual(['a@example.com'])
  expect(await rows()).toMatchObject([{ state: messageState.sent, attempts: 1, last_error: null }])
})

test('many held messages are all released, of this company alone', async () => {
  const other = companyId
  await company('is_suspended = true')
  await sendPlain('other@example.com')
  companyId = await world.company()
  await company('is_suspended = true')
  for (let n = 0; n < 3; n++) await sendPlain(`p${n}@example.com`)
  await world.runJobs()
  await company('is_suspended = false')
  await releaseMessages(world.services)
  await world.runJobs()
  expect(left.sort()).toEqual(['p0@example.com', 'p1@example.com', 'p2@example.com'])
  expect(await world.rows('select state from messaging.outbox where company_id = $1', [other])).toEqual([
    { state: messageState.held },
  ])
})

test('what came to mean nothing while it was held is never sent: a code, a reminder of a start', async () => {
  await company('is_suspended = true')
  await sendCode(10)
  await sendStart(new Date(Date.now() + hour))
  await sendPlain()
  await world.runJobs()
  expect(await states()).toEqual([messageState.held, messageState.held, messageState.held])
  await world.rows(`update messaging.outbox set expires_at = now() - interval '1 second' where expires_at is not null`)
  await releaseMessages(world.services)
  await world.runJobs()
  expect(await states()).toEqual([messageState.expired, messageState.expired, messageState.held])
  await company('is_suspended = false')
  await releaseMessages(world.services)
  await world.runJobs()
  expect(left).toEqual(['a@example.com'])
})

test('a mail server that comes back after the start finds no reminder of it', async () => {
  await sendStart(new Date(Date.now() - hour))
  await world.runJobs()
  expect(left).toEqual([])
  expect(await rows()).toMatchObject([{ state: messageState.expired, last_error: expect.stringContaining('有效时间') }])
})

test('a failed try says when the next one comes', async () => {
  isDown = true
  await sendPlain()
  await expect(world.runJobs()).rejects.toThrow('没有响应')
  const [row] = await rows()
  const pause = (row?.next_try_at?.getTime() ?? 0) - Date.now()
  expect(pause).toBeGreaterThan(0)
  expect(pause).toBeLessThan(3_000)
  const actor = await world.actor({ companyId })
  const { dataList } = await world.as(actor).get(outbox.list, {})
  expect(dataList).toMatchObject([{ attempts: 1, nextTryAt: row?.next_try_at?.toISOString(), lastError: '邮件服务器没有响应' }])
})

/** Quiet hours of two hours about the present one. */
async function beQuiet(): Promise<void> {
  const clock = (at: number) =>
    new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })
  await company(`time_zone = 'Asia/Shanghai', quiet_hours = '${clock(Date.now() - hour)}-${clock(Date.now() + hour)}'`)
}

test('in quiet hours messages wait, and leave after them; codes and what would come too late do not wait', async () => {
  await beQuiet()
  await sendPlain()
  await sendStart(new Date(Date.now() + hour / 2))
  await sendCode(10)
  await world.runJobs()
  expect(left).toEqual(['start@example.com', '13800000000'])
  const [waiting] = await rows()
  expect(waiting).toMatchObject({ state: messageState.waiting, attempts: 0, last_error: expect.stringContaining('免打扰') })
  expect(waiting?.next_try_at?.getTime()).toBeGreaterThan(Date.now() + hour / 2)
  const jobs = await world.rows<{ run_at: Date }>('select run_at from graphile_worker._private_jobs')
  expect(jobs.map(({ run_at }) => run_at)).toEqual([waiting?.next_try_at])
  await company(`quiet_hours = 'off'`)
  await ripen()
  await world.runJobs()
  expect(left).toContain('a@example.com')
  expect(await rows()).toMatchObject([{ state: messageState.sent, next_try_at: null, last_error: null }, {}, {}])
})
