import { protocolErrors } from '@kaopei/contract'
import type { TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreMenu, staffMenu } from '../../contract/menus.ts'
import { restore } from '../../contract/restore.ts'
import { staff } from '../../contract/staff.ts'
import { addDepartments, addPerson, openOrgWorld } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

const former = '13712340009'

/** 钱一 in 研发部 logs in with a phone that they had before; 赵二 in 销售部. */
async function openStage() {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const inside = await addPerson(world, admin, { name: '钱一', departmentId: at('研发部'), phone: '13812340001' })
  const outside = await addPerson(world, admin, { name: '赵二', departmentId: at('销售部'), phone: '13812340002' })
  await world.rows('update org.staff set login_account = $2 where id = $1', [inside, former])
  const all = { kind: 'all' as const }
  const ofOne = { kind: 'some' as const, departmentIds: [at('研发部')], subtreeIds: [], ownStaffId: null }
  const { companyId } = admin
  const { view, seePrivate, edit } = staffMenu.rights
  return {
    admin,
    inside,
    outside,
    reader: await world.actor({ companyId, rights: [view, edit], scopes: { orgoumgmt: all } }),
    ofOne: await world.actor({ companyId, rights: [view, seePrivate], scopes: { orgoumgmt: ofOne, restore: all } }),
  }
}

const fast = async (actor: TestActor, keyWords?: string) =>
  (await world.as(actor).call(staff.listFast, { keyWords }, { 'route-name': 'restore' })).data.dataList

test('an account that was the phone once is masked and searched like one', async () => {
  const { reader } = await openStage()
  const find = async (keyWords: string) => (await world.as(reader).get(staff.list, { keyWords })).dataList
  expect(await find('钱一')).toMatchObject([{ loginAccount: '137****0009', nameAccount: '钱一(137****0009)' }])
  expect(await find('1371234')).toEqual([])
  expect(await find(former)).toMatchObject([{ name: '钱一' }])
})

test('whole contacts find their people for everybody, and only so many times', async () => {
  const { reader } = await openStage()
  const look = (n: number) => world.as(reader).call(staff.list, { keyWords: `1381234${String(n).padStart(4, '0')}` })
  expect((await look(1)).data.dataList).toMatchObject([{ name: '钱一' }])
  for (let n = 2; n <= 30; n++) await look(n)
  expect(await look(31)).toMatchObject({ code: protocolErrors.tooMany.code, status: 429 })
  // Names are searched as before, and the other ways to look up a number are closed with this one.
  expect(await world.as(reader).call(staff.list, { keyWords: '钱' })).toMatchObject({ code: 0 })
  expect(await world.as(reader).call(staff.listFast, { keyWords: '13812340001' })).toMatchObject({
    code: protocolErrors.tooMany.code,
  })
  const judge = { loginAccount: former }
  expect(await world.as(reader).call(staff.loginAccountNumberJudge, judge)).toMatchObject({ code: protocolErrors.tooMany.code })
})

test('on other screens contacts are whole for the people of the roster’s data scope alone, and not searched by parts', async () => {
  const { ofOne } = await openStage()
  const shown = (await fast(ofOne)).map(({ name, phone, loginAccount }) => ({ name, phone, loginAccount }))
  expect(shown).toContainEqual({ name: '钱一', phone: '13812340001', loginAccount: former })
  expect(shown).toContainEqual({ name: '赵二', phone: '138****0002', loginAccount: '138****0002' })
  expect(await fast(ofOne, '1234')).toEqual([])
  expect((await world.as(ofOne).get(staff.list, { keyWords: '1234' })).dataList.map(({ name }) => name)).toEqual(['钱一'])
})

test('removed people are masked and searched like those who are here', async () => {
  const { admin, inside } = await openStage()
  await world.as(admin).get(staff.remove, { id: inside })
  const keeper = await world.actor({
    companyId: admin.companyId,
    rights: [restoreMenu.rights.view],
    scopes: { restore: { kind: 'all' } },
  })
  const find = async (keyWords: string) => (await world.as(keeper).get(restore.listRest, { keyWords })).dataList
  expect(await find('钱')).toMatchObject([{ phone: '138****0001', loginAccount: '137****0009' }])
  expect([await find('1234'), await find('1371')]).toEqual([[], []])
  expect(await find(former)).toMatchObject([{ name: '钱一' }])
})
