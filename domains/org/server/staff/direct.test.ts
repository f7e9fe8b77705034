import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { department } from '../../contract/department.ts'
import { directStaff } from '../../contract/direct-staff.ts'
import { staffMenu } from '../../contract/menus.ts'
import { addDepartments, addPerson, openOrgWorld, scopedActor } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

/** 总部 ─ 研发部 (headed by 研发经理) ─ 平台组 (headed by 平台组长), and somebody everywhere. */
async function company() {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 平台组: '研发部' })
  const boss = await addPerson(world, admin, { departmentId: at('研发部'), name: '研发经理' })
  const developer = await addPerson(world, admin, { departmentId: at('研发部'), name: '研发员工' })
  const leader = await addPerson(world, admin, { departmentId: at('平台组'), name: '平台组长' })
  await addPerson(world, admin, { departmentId: at('平台组'), name: '平台员工' })
  const head = async (name: '研发部' | '平台组', headStaffId: string) => {
    const { version } = await world.as(admin).get(department.getDepartmentInfo, { id: at(name) })
    await world.as(admin).get(department.update, { id: at(name), headStaffId, version })
  }
  await head('研发部', boss)
  await head('平台组', leader)
  const as = (staffId: string) => world.actor({ companyId: admin.companyId, staffId, isAdmin: true })
  return { admin, at, boss, developer, leader, as }
}
const names = (page: { dataList: readonly { name: string }[] }) => page.dataList.map(({ name }) => name).sort()

test('to a head report the people of the department and the heads of those just below', async () => {
  const { boss, as } = await company()
  const page = await world.as(await as(boss)).get(directStaff.listDirect, {})
  expect(names(page)).toEqual(['平台组长', '研发员工'])
  expect(page.totalCount).toBe(2)
})

test('who heads nothing sees the own department; with oneself, oneself in front', async () => {
  const { developer, as } = await company()
  const me = world.as(await as(developer))
  expect(names(await me.get(directStaff.listDirect, {}))).toEqual(['研发经理'])
  const withMe = await me.get(directStaff.listDirect, { withSelf: true, pageSize: 1 })
  expect(names(withMe)).toEqual(['研发员工'])
  expect(withMe.totalCount).toBe(2)
})

test('a keyword narrows them', async () => {
  const { boss, as } = await company()
  expect(names(await world.as(await as(boss)).get(directStaff.listDirect, { keyWords: '组长' }))).toEqual(['平台组长'])
})

test('a part of an account that is a phone finds somebody only for who may read it', async () => {
  const { admin, boss, leader, as } = await company()
  const phone = `update org.staff set phone = '13912345678', login_account = '13912345678' where company_id = $1 and id = $2`
  await world.rows(phone, [admin.companyId, leader])
  const half = { keyWords: '1234567' }
  expect(names(await world.as(await as(boss)).get(directStaff.listDirect, half))).toEqual(['平台组长'])
  const discreet = {
    companyId: admin.companyId,
    staffId: boss,
    isAdmin: false,
    scopes: { [staffMenu.name]: { kind: 'all' } },
  } as const
  const me = world.as(await world.actor({ ...discreet, rights: [staffMenu.rights.edit] }))
  expect(names(await me.get(directStaff.listDirect, { keyWords: '组长' }))).toEqual(['平台组长'])
  expect(names(await me.get(directStaff.listDirect, half))).toEqual([])
})

test('nobody outside the data scope is shown, except oneself', async () => {
  const { admin, at } = await company()
  const outsider = await scopedActor(world, admin.companyId, {}, at('研发部'))
  expect(names(await world.as(outsider).get(directStaff.listDirect, { withSelf: true }))).toEqual(['范围管理员'])
  const insider = await scopedActor(world, admin.companyId, { departmentIds: [at('研发部')] }, at('研发部'))
  expect(names(await world.as(insider).get(directStaff.listDirect, {}))).toEqual(['研发员工', '研发经理', '范围管理员'].sort())
})
