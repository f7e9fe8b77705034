import { World } from '@kaopei/server/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '../contract/company.ts'
import { partnerConfigMenu } from '../contract/menus.ts'
import { partnerConfig } from '../contract/partner-config.ts'
import { findPartnerKey } from '../contract/partner-keys.ts'
import { platformModule } from './index.ts'

let world: World
let platformId: string
beforeAll(async () => {
  world = await World.open([platformModule([])])
  const [row] = await world.rows<{ id: string }>(
    "insert into identity.company (domain, name, is_platform) values ('platform', '平台', true) returning id",
  )
  platformId = row?.id ?? ''
})
afterAll(() => world.close())

const wide = { name: 'widePhoneRule', title: '手机号宽松校验', value: 'true' }
const programming = { name: 'programmingQuestion', title: '编程题', value: 'true' }

test('a configured key takes effect at once, its removal brings the default back, and both stand in the history', async () => {
  const actor = await world.actor({ name: '王管理' })
  const saved = await world.as(actor).get(partnerConfig.modify, wide)
  expect(saved).toMatchObject({ ...wide, partnerId: actor.companyId, updatedByName: '王管理' })
  expect(await world.as(actor).get(company.getCompanyInfo)).toMatchObject({ allowsNewPhoneRanges: true })
  expect(await world.as(actor).get(partnerConfig.list, {})).toMatchObject({ totalCount: 1, dataList: [wide] })
  const keys = await world.as(actor).get(partnerConfig.keys, {})
  expect(keys.find(({ name }) => name === wide.name)).toMatchObject({ effective: 'true', default: 'false', isConfigured: true })
  expect(keys.find(({ name }) => name === 'timeZone')).toMatchObject({ effective: 'Asia/Shanghai', isConfigured: false })
  await world.as(actor).get(partnerConfig.delete, { name: wide.name, partnerId: actor.companyId })
  expect(await world.as(actor).get(company.getCompanyInfo)).toMatchObject({ allowsNewPhoneRanges: false })
  const { dataList, totalCount } = await world.as(actor).get(partnerConfig.history, { name: wide.name })
  expect(totalCount).toBe(2)
  expect(dataList.map(({ before, after, actorName }) => [before, after, actorName])).toEqual([
    ['开启', null, '王管理'],
    [null, '开启', '王管理'],
  ])
  expect(await world.as(actor).call(partnerConfig.delete, { name: wide.name })).toMatchObject({ code: 1008 })
})

test('quiet hours are one of the spans, and off again when they are taken away', async () => {
  const actor = await world.actor()
  const quiet = { name: 'quietHours', title: '消息免打扰时段' }
  const held = async () => (await world.as(actor).get(partnerConfig.keys, {})).find(({ name }) => name === quiet.name)?.effective
  for (const { value } of findPartnerKey('quietHours')?.options ?? []) {
    await world.as(actor).get(partnerConfig.modify, { ...quiet, value })
    expect(await held()).toBe(value)
  }
  expect(await world.as(actor).call(partnerConfig.modify, { ...quiet, value: '25:00-08:00' })).toMatchObject({ code: 2554 })
  await world.as(actor).get(partnerConfig.delete, { name: quiet.name })
  expect(await held()).toBe('off')
})

test('a company may stand anywhere that the server and its database know the clocks of', async () => {
  const actor = await world.actor()
  const zone = { name: 'timeZone', title: '企业时区' }
  for (const value of ['America/New_York', 'Asia/Kolkata', 'Europe/London', 'UTC', 'Asia/Shanghai']) {
    await world.as(actor).get(partnerConfig.modify, { ...zone, value })
    expect(await world.as(actor).get(company.getCompanyInfo)).toMatchObject({ timeZone: value })
  }
  for (const value of ['Asia/Beijing', '+08:00', 'america/new_york', 'Mars/Base'])
    expect(await world.as(actor).call(partnerConfig.modify, { ...zone, value })).toMatchObject({
      code: 2554,
      message: '企业时区请从列表中选择',
    })
  const { options = [] } = (await world.as(actor).get(partnerConfig.keys, {})).find(({ name }) => name === zone.name) ?? {}
  expect(options[0]).toEqual({ value: 'Asia/Shanghai', label: '北京时间（UTC+8）' })
  const known = await world.rows<{ name: string }>('select name from pg_timezone_names')
  const names = new Set(known.map(({ name }) => name))
  expect(options.filter(({ value }) => !names.has(value))).toEqual([])
})

test('saving the same value again changes the title, not the history', async () => {
  const actor = await world.actor()
  await world.as(actor).get(partnerConfig.modify, wide)
  await world.as(actor).get(partnerConfig.modify, { ...wide, title: '宽松' })
  expect(await world.as(actor).get(partnerConfig.list, {})).toMatchObject({ dataList: [{ title: '宽松' }] })
  expect(await world.as(actor).get(partnerConfig.history, {})).toMatchObject({ totalCount: 1 })
  expect(await world.as(actor).get(partnerConfig.history, { pageIndex: 9 })).toEqual({ dataList: [], totalCount: 1 })
})

test.each([
  ['an unknown key', { name: 'nothing', title: 'x', value: 'y' }, 2553],
  ['a value that is none of the key', { ...wide, value: 'vielleicht' }, 2554],
  ['too long a text', { name: 'loginNotice', title: '登录页公告', value: '长'.repeat(201) }, 2554],
  ['no name', { name: '', title: 'x', value: 'y' }, 1001],
  ['a key of the platform', programming, 2555],
])('%s is refused', async (_name, input, code) => {
  const actor = await world.actor()
  expect(await world.as(actor).call(partnerConfig.modify, input)).toMatchObject({ code })
  expect(await world.as(actor).get(partnerConfig.list, {})).toMatchObject({ totalCount: 0 })
})

test("a company reaches its own configuration alone; the platform's people reach every company's", async () => {
  const [actor, other] = [await world.actor(), await world.actor()]
  const partnerId = other.companyId
  for (const call of [partnerConfig.list, partnerConfig.keys, partnerConfig.history])
    expect(await world.as(actor).call(call, { partnerId })).toMatchObject({ code: 1008 })
  expect(await world.as(actor).call(partnerConfig.modify, { ...wide, partnerId })).toMatchObject({ code: 1008 })
  expect(await world.as(actor).call(partnerConfig.delete, { name: wide.name, partnerId })).toMatchObject({ code: 1008 })

  const platform = await world.actor({ companyId: platformId, isPlatform: true, name: '平台管理员' })
  const off = { ...programming, value: 'false' }
  await world.as(platform).get(partnerConfig.modify, { ...off, partnerId })
  expect(await world.as(other).get(partnerConfig.history, {})).toMatchObject({
    dataList: [{ actorName: '平台管理员', after: '关闭' }],
  })
  expect(await world.as(other).call(partnerConfig.delete, { name: programming.name })).toMatchObject({ code: 2555 })
  await world.as(platform).get(partnerConfig.delete, { name: programming.name, partnerId })
  expect(await world.as(other).get(company.getCompanyInfo)).toMatchObject({ programmingEnabled: false })
  const logged = await world.rows('select target_id from kit.operation_log where company_id = $1 and target = $2', [
    platformId,
    'partner-config',
  ])
  expect(logged).toEqual([{ target_id: partnerId }, { target_id: partnerId }])
})

test('programming questions cannot be judged yet, so nobody switches them on', async () => {
  const platform = await world.actor({ companyId: platformId, isPlatform: true })
  const partnerId = (await world.actor()).companyId
  expect(await world.as(platform).call(partnerConfig.modify, { ...programming, partnerId })).toMatchObject({
    code: 2522,
    message: '编程题的自动判题尚未开放，暂不能开启',
  })
  expect(await world.as(platform).get(partnerConfig.list, { partnerId })).toMatchObject({ totalCount: 0 })
})

test('looking needs the menu, changing and deleting their own rights', async () => {
  const reader = await world.actor({ menus: [partnerConfigMenu] })
  expect(await world.as(reader).call(partnerConfig.list, {})).toMatchObject({ code: 0 })
  expect(await world.as(reader).call(partnerConfig.modify, wide)).toMatchObject({ code: 1002 })
  expect(await world.as(reader).call(partnerConfig.delete, { name: wide.name })).toMatchObject({ code: 1002 })
})

test('the history is never changed', async () => {
  const actor = await world.actor()
  await world.as(actor).get(partnerConfig.modify, wide)
  for (const statement of [
    'update platform.partner_config_change set after = null',
    'delete from platform.partner_config_change',
  ])
    await expect(world.inCompany(actor.companyId, (db) => sql.raw(statement).execute(db))).rejects.toThrow(/permission denied/)
})
