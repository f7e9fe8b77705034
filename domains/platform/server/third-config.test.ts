import { openSecret } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { thirdauthDDMenu } from '../contract/menus.ts'
import { operationLog } from '../contract/operation-log.ts'
import { thirdConfig, thirdKind } from '../contract/third-config.ts'
import { platformModule } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([platformModule([])])
})
afterAll(() => world.close())

const secret = 's3cret-of-the-app'
const wish = { kind: thirdKind.dingTalk, name: '集团钉钉', corpId: 'ding123', appKey: 'key', agentId: '77', secret }

test('the secret is kept sealed and goes nowhere: not into answers, not into the log', async () => {
  const actor = await world.actor()
  const saved = await world.as(actor).call(thirdConfig.save, wish)
  const listed = await world.as(actor).call(thirdConfig.getThirdParty, {})
  expect(listed.data).toMatchObject({ totalCount: 1, dataList: [{ name: '集团钉钉', hasSecret: true, isEnabled: false }] })
  const log = await world.rows('select before, after from kit.operation_log where company_id = $1', [actor.companyId])
  const [row] = await world.rows<{ id: string; sealed_secret: string }>(
    'select id, sealed_secret from platform.third_config where company_id = $1',
    [actor.companyId],
  )
  expect(JSON.stringify([saved, listed, log, row])).not.toContain(secret)
  expect(openSecret(world.services.secret, `${actor.companyId}/${row?.id}`, row?.sealed_secret ?? '')).toBe(secret)
})

test('a change without a secret keeps it, one with a secret replaces it, an old version changes nothing', async () => {
  const actor = await world.actor()
  const { id, version, kind: _kind, ...facts } = await world.as(actor).get(thirdConfig.save, wish)
  const sealed = async () => {
    const [row] = await world.rows<{ sealed_secret: string }>('select sealed_secret from platform.third_config where id = $1', [
      id,
    ])
    return openSecret(world.services.secret, `${actor.companyId}/${id}`, row?.sealed_secret ?? '')
  }
  const second = await world.as(actor).get(thirdConfig.modify, { ...facts, id, version, name: '改名', secret: '' })
  expect([second.name, second.version, await sealed()]).toEqual(['改名', version + 1, secret])
  await world.as(actor).get(thirdConfig.modify, { ...facts, id, version: second.version, secret: 'another' })
  expect(await sealed()).toBe('another')
  expect(await world.as(actor).call(thirdConfig.modify, { ...facts, id, version, secret: 'late' })).toMatchObject({ code: 1007 })
  expect(await sealed()).toBe('another')
  const { dataList } = await world.as(actor).get(operationLog.list, { target: 'third-config' })
  expect(dataList.map(({ operation }) => operation)).toEqual(['修改第三方平台配置', '修改第三方平台配置', '新增第三方平台配置'])
})

test('one configuration for each platform; synchronising says that it comes later; removing removes', async () => {
  const actor = await world.actor()
  const { id } = await world.as(actor).get(thirdConfig.save, wish)
  expect(await world.as(actor).call(thirdConfig.save, wish)).toMatchObject({ code: 2556 })
  await world.as(actor).get(thirdConfig.save, { ...wish, kind: thirdKind.feishu })
  expect(await world.as(actor).get(thirdConfig.getThirdParty, { kind: thirdKind.feishu })).toMatchObject({ totalCount: 1 })
  const answer = await world.as(actor).call(thirdConfig.synchronize, { id })
  expect([answer.code, answer.message]).toEqual([2557, '通讯录同步尚未开放：配置已保存，开放后可直接使用'])
  await world.as(actor).get(thirdConfig.remove, { id })
  for (const call of [thirdConfig.remove, thirdConfig.synchronize])
    expect(await world.as(actor).call(call, { id })).toMatchObject({ code: 1008 })
})

test('nobody can sign in by a platform yet, so none is switched on', async () => {
  const actor = await world.actor()
  const refusal = { code: 2521, message: '登录与通讯录同步尚未开放，暂不能启用；接入信息可以先保存' }
  expect(await world.as(actor).call(thirdConfig.save, { ...wish, isEnabled: true })).toMatchObject(refusal)
  const { id, version, kind: _kind, ...facts } = await world.as(actor).get(thirdConfig.save, wish)
  expect(await world.as(actor).call(thirdConfig.modify, { ...facts, id, version, isEnabled: true })).toMatchObject(refusal)
  expect(await world.as(actor).get(thirdConfig.getThirdParty, {})).toMatchObject({ dataList: [{ isEnabled: false, version }] })
})

test('another company finds nothing; without the right nothing is changed', async () => {
  const [actor, stranger] = [await world.actor(), await world.actor()]
  const { id, version, kind: _kind, ...facts } = await world.as(actor).get(thirdConfig.save, wish)
  expect(await world.as(stranger).get(thirdConfig.getThirdParty, {})).toMatchObject({ totalCount: 0 })
  expect(await world.as(stranger).call(thirdConfig.modify, { ...facts, id, version })).toMatchObject({ code: 1008 })
  expect(await world.as(stranger).call(thirdConfig.remove, { id })).toMatchObject({ code: 1008 })
  const reader = await world.actor({ companyId: actor.companyId, menus: [thirdauthDDMenu] })
  expect(await world.as(reader).get(thirdConfig.getThirdParty, {})).toMatchObject({ totalCount: 1 })
  expect(await world.as(reader).call(thirdConfig.save, { ...wish, kind: thirdKind.weCom })).toMatchObject({ code: 1002 })
  expect(await world.as(reader).call(thirdConfig.remove, { id })).toMatchObject({ code: 1002 })
})
