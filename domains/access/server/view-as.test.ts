import { permissionCalls } from '@kaopei/identity/contract/permission'
import { dataScope } from '@kaopei/identity/contract/role'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { department } from '@kaopei/org/contract/department'
import { staffMenu } from '@kaopei/org/contract/menus'
import { staff } from '@kaopei/org/contract/staff'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { viewAsErrors } from '../contract/errors.ts'
import { explainCalls, explainStep, recordKind } from '../contract/explain.ts'
import { explainMenu, roleMenu } from '../contract/menus.ts'
import { rolePeople } from '../contract/role-people.ts'
import { viewAs } from '../contract/view-as.ts'
import { addDepartments, addPerson, addRole, logIn, makeAdmin, openAccessWorld, openCompany } from './access-world.ts'

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

/** A company with an administrator and a manager who sees the people of one department. */
async function openStage() {
  const opened = await openCompany(world)
  const { companyId } = opened
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const manager = await addPerson(world, companyId, { name: '研发经理', departmentId: of('研发部') })
  await addPerson(world, companyId, { name: '销售员', departmentId: of('销售部') })
  const menus = [{ menu: staffMenu, scope: dataScope.ownDepartment }]
  const roleId = await addRole(world, companyId, { menus, rights: [staffMenu.rights.add, staffMenu.rights.department] }, [
    manager,
  ])
  return { ...opened, of, manager, roleId }
}

test('an administrator sees what the person sees, and nothing can be changed in that session', async () => {
  const { admin, boss, companyId, manager } = await openStage()
  const view = await world.as(admin).get(viewAs.start, { staffId: manager.id, reason: '核对范围' })
  const as = world.as(view)
  expect((await as.get(staff.list, {})).dataList.map(({ name }) => name)).toEqual(['研发经理'])
  expect(await as.get(permissionCalls.queryUserButtonPerm)).toContain('orgoumgmt:add')
  const refusal = { code: 1002, message: '以他人视角查看时不能修改数据' }
  expect(await as.call(department.save, { name: '新部门' })).toMatchObject(refusal)
  expect(await as.call(sessionCalls.changeToken, {})).toMatchObject(refusal)
  expect(await as.call(sessionCalls.logout)).toMatchObject(refusal)
  const log = await world.rows(
    `select action, actor_id, target_id, target_name, reason from kit.operation_log where company_id = $1 and action like 'viewAs%'`,
    [companyId],
  )
  expect(log).toEqual([
    { action: 'viewAs', actor_id: boss.id, target_id: manager.id, target_name: '研发经理', reason: '核对范围' },
  ])
})

test('looking ends when told, after half an hour, with the looker’s own sessions, and when another look begins', async () => {
  const { admin, boss, manager } = await openStage()
  const start = () => world.as(admin).get(viewAs.start, { staffId: manager.id })
  const codeOf = async (session: { token: string }) => (await world.as(session).call(permissionCalls.queryUserButtonPerm)).code
  const first = await start()
  await world.as(admin).get(viewAs.end, { id: first.id })
  await vi.waitFor(async () => expect(await codeOf(first)).toBe(1003))
  expect(await world.as(admin).call(viewAs.end, { id: first.id })).toMatchObject({ code: 1008 })
  const second = await start()
  const third = await start()
  await vi.waitFor(async () => expect(await codeOf(second)).toBe(1003))
  expect(await codeOf(third)).toBe(0)
  const later = Date.now() + 30 * 60_000
  world.now = () => new Date(later)
  expect(await codeOf(third)).toBe(10004)
  world.now = () => new Date()
  const fourth = await start()
  await world.rows('update identity.account set is_enabled = false where id = $1', [boss.id])
  await vi.waitFor(async () => expect(await codeOf(fourth)).toBe(5002))
})

test('nobody looks through the eyes of themselves, of a disabled account, or of somebody with more rights or people', async () => {
  const { admin, boss, companyId, manager, of } = await openStage()
  const start = (session: { token: string }, staffId: string) => world.as(session).call(viewAs.start, { staffId })
  expect(await start(admin, boss.id)).toMatchObject({ code: viewAsErrors.oneself.code })
  const helper = await addPerson(world, companyId, { name: '助理', departmentId: of('总部') })
  expect((await start(await logIn(world, helper), manager.id)).code).toBe(1002)
  const onlyView = { menus: [{ menu: explainMenu }], rights: [explainMenu.rights.viewAs] }
  await addRole(world, companyId, onlyView, [helper])
  const session = await logIn(world, helper)
  for (const id of [boss.id, manager.id]) expect(await start(session, id)).toMatchObject({ code: viewAsErrors.beyond.code })
  const rights = [staffMenu.rights.add, staffMenu.rights.department]
  const narrow = { menu: staffMenu, scope: dataScope.self }
  const narrowId = await addRole(world, companyId, { menus: [narrow], rights }, [helper])
  await vi.waitFor(async () => expect((await start(session, manager.id)).code).toBe(viewAsErrors.beyond.code))
  await world.rows('update identity.role_menu set scope = 1 where role_id = $1', [narrowId])
  await vi.waitFor(async () => expect((await start(session, manager.id)).code).toBe(0))
  await world.rows('update identity.account set is_enabled = false where id = $1', [manager.id])
  expect(await start(admin, manager.id)).toMatchObject({ code: viewAsErrors.disabled.code })
})

test('a look never shows more than the looker has by now', async () => {
  const { adminRoleId, boss, companyId, manager } = await openStage()
  await makeAdmin(world, await addPerson(world, companyId))
  const admin = await logIn(world, boss)
  const view = await world.as(admin).get(viewAs.start, { staffId: manager.id })
  const rights = () => world.as(view).get(permissionCalls.queryUserButtonPerm)
  expect(await rights()).toContain('orgoumgmt:add')
  await world.as(admin).get(rolePeople.removeRoleStaff, { roleId: adminRoleId, staffIds: [boss.id] })
  await vi.waitFor(async () => expect(await rights()).toEqual([]))
})

test('a look ends when the looker sees fewer people by now than the person, or the person more than the looker', async () => {
  const { companyId, manager, of, roleId } = await openStage()
  const helper = await addPerson(world, companyId, { name: '助理', departmentId: of('研发部') })
  const rights = [staffMenu.rights.add, staffMenu.rights.department, explainMenu.rights.viewAs]
  const menus = [staffMenu, explainMenu].map((menu) => ({ menu, scope: dataScope.ownDepartment }))
  const ownId = await addRole(world, companyId, { menus, rights }, [helper])
  const session = await logIn(world, helper)
  const changes = [
    [
      'update identity.role_menu set scope = 5 where role_id = $1',
      ownId,
      'update identity.role_menu set scope = 3 where role_id = $1',
    ],
    [
      'update identity.role_menu set scope = 1 where role_id = $1',
      roleId,
      'update identity.role_menu set scope = 3 where role_id = $1',
    ],
  ] as const
  for (const [change, changedId, back] of changes) {
    const view = await world.as(session).get(viewAs.start, { staffId: manager.id })
    const codeOf = async () => (await world.as(view).call(staff.list, {})).code
    expect(await codeOf()).toBe(0)
    await world.rows(change, [changedId])
    await vi.waitFor(async () => expect(await codeOf()).toBe(5002))
    await world.rows(back, [changedId])
    await vi.waitFor(async () => expect((await world.as(session).call(viewAs.start, { staffId: manager.id })).code).toBe(0))
  }
})

test('a picker shows the people of a scope, also to who claims to stand on a menu that has none', async () => {
  const { companyId, manager } = await openStage()
  await addRole(world, companyId, { menus: [{ menu: roleMenu, scope: dataScope.all }], rights: [] }, [manager])
  const session = await logIn(world, manager)
  const names = async (menu: string) => {
    const { data } = await world.as(session).call(staff.listFast, {}, { 'route-name': menu })
    return data.dataList.map(({ name }) => name)
  }
  for (const menu of [staffMenu.name, roleMenu.name, 'none']) expect(await names(menu), menu).toEqual(['研发经理'])
})

test('why somebody sees a row or not: by role, menu, button, scope and row', async () => {
  const { admin, companyId, manager, of } = await openStage()
  const seller = await addPerson(world, companyId, { name: '销售甲', departmentId: of('销售部') })
  const ask = (question: object) =>
    world.as(admin).get(explainCalls.explainAccess, { staffId: manager.id, menu: 'orgoumgmt', ...question })
  expect(await ask({})).toMatchObject({ allowed: true })
  const row = await ask({ record: { kind: recordKind.staff, id: seller.id } })
  expect(row.allowed).toBe(false)
  expect(row.because.at(-1)).toMatchObject({ step: explainStep.row, isMet: false, text: '人员“销售甲”不在数据范围内' })
  expect(await ask({ record: { kind: recordKind.department, id: of('研发部') } })).toMatchObject({ allowed: true })
  expect((await ask({ right: 'orgoumgmt:remove' })).because.at(-1)).toMatchObject({ step: explainStep.right, isMet: false })
  const menus = await world.as(admin).get(explainCalls.listExplainMenu)
  expect(menus.find(({ id }) => id === 'orgoumgmt')).toMatchObject({ title: '员工花名册', hasScope: true })
  const foreign = await openCompany(world)
  const stranger = { staffId: foreign.boss.id, menu: 'orgoumgmt' }
  expect(await world.as(admin).call(explainCalls.explainAccess, stranger)).toMatchObject({ code: 1008 })
})
