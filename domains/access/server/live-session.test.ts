import { permissionCalls } from '@kaopei/identity/contract/permission'
import { dataScope } from '@kaopei/identity/contract/role'
import { department } from '@kaopei/org/contract/department'
import { staffMenu } from '@kaopei/org/contract/menus'
import { staff } from '@kaopei/org/contract/staff'
import type { World } from '@kaopei/server/testing'
import { group } from '@kaopei/usergroup/contract/group'
import { groupMember } from '@kaopei/usergroup/contract/member'
import { userGroupMenu } from '@kaopei/usergroup/contract/menus'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { role } from '../contract/role.ts'
import { roleMenuCalls } from '../contract/role-menu.ts'
import { rolePeople } from '../contract/role-people.ts'
import { addDepartments, addGroup, addPerson, addRole, logIn, openAccessWorld, openCompany } from './access-world.ts'

// An open session meets every change at its very next call: nothing here waits or tries again, but where a job has to follow first.

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

/** A manager who is signed in and has been seen by the server, and a role of theirs with the roster of their own department and below. */
async function openStage() {
  const opened = await openCompany(world)
  const { companyId } = opened
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 测试组: '研发部', 销售部: '总部' })
  const manager = await addPerson(world, companyId, { name: '经理', departmentId: of('研发部') })
  await addPerson(world, companyId, { name: '测试员', departmentId: of('测试组') })
  await addPerson(world, companyId, { name: '销售员', departmentId: of('销售部') })
  const menus = [{ menu: staffMenu, scope: dataScope.ownAndBelow }]
  const roleId = await addRole(world, companyId, { menus, rights: [staffMenu.rights.add] }, [manager])
  const as = world.as(await logIn(world, manager))
  const seen = async () => (await as.get(staff.list, {})).dataList.map(({ name }) => name).sort()
  expect(await seen()).toEqual(['测试员', '经理'])
  return { ...opened, boss: world.as(opened.admin), of, manager, roleId, as, seen }
}

const menusOf = async ({ as }: Pick<Awaited<ReturnType<typeof openStage>>, 'as'>) => {
  const tree = await as.get(permissionCalls.queryUserMenuTree)
  const names = (nodes: typeof tree): string[] => nodes.flatMap(({ name, children }) => [name, ...names(children)])
  return names(tree)
}

test('a button and a menu taken from the role, and given back', async () => {
  const { as, boss, roleId } = await openStage()
  const set = async (menus: string[], rights: string[]) => {
    const { version } = await boss.get(roleMenuCalls.listRoleMenu, { roleId })
    await boss.get(roleMenuCalls.setRoleMenu, { roleId, version, menus, rights })
  }
  await set(['orgoumgmt', 'userGroup'], [])
  expect(await as.get(permissionCalls.queryUserButtonPerm)).toEqual(['orgoumgmt:view', 'userGroup:view'])
  await set(['userGroup'], [])
  expect(await as.call(staff.list, {})).toMatchObject({ code: 1002 })
  expect(await menusOf({ as })).not.toContain('orgoumgmt')
  await set(['orgoumgmt'], ['orgoumgmt:add'])
  expect(await menusOf({ as })).toContain('orgoumgmt')
  expect(await as.get(permissionCalls.queryUserButtonPerm)).toEqual(['orgoumgmt:add', 'orgoumgmt:view'])
})

test('each data scope, one after the other', async () => {
  const { boss, of, roleId, seen } = await openStage()
  const give = async (scope: 1 | 2 | 3 | 4 | 5, departmentIds: string[] = []) => {
    const { version } = await boss.get(roleMenuCalls.listRoleMenu, { roleId })
    await boss.get(roleMenuCalls.setDataPermission, { roleId, version, menus: ['orgoumgmt'], scope, departmentIds })
    return seen()
  }
  expect(await give(dataScope.self)).toEqual(['经理'])
  expect(await give(dataScope.all)).toEqual(['测试员', '经理', '管理员', '销售员'].sort())
  expect(await give(dataScope.chosen, [of('销售部')])).toEqual(['销售员'])
  expect(await give(dataScope.ownDepartment)).toEqual(['经理'])
  expect(await give(dataScope.ownAndBelow)).toEqual(['测试员', '经理'])
})

test('a role given, taken and deleted', async () => {
  const { as, boss, companyId, manager, roleId } = await openStage()
  const otherId = await addRole(world, companyId, { menus: [{ menu: userGroupMenu }] })
  await boss.get(rolePeople.addRoleStaff, { roleId: otherId, staffIds: [manager.id] })
  expect(await menusOf({ as })).toContain('userGroup')
  await boss.get(rolePeople.removeRoleStaff, { roleId: otherId, staffIds: [manager.id] })
  expect(await menusOf({ as })).not.toContain('userGroup')
  await boss.get(role.deleteRole, { id: roleId, isConfirmed: true })
  expect(await as.call(staff.list, {})).toMatchObject({ code: 1002 })
})

test('a group attached and detached; somebody put in and taken out', async () => {
  const { as, boss, companyId, manager } = await openStage()
  const roleId = await addRole(world, companyId, { menus: [{ menu: userGroupMenu }] })
  const groupId = await addGroup(world, companyId, [manager])
  const has = async () => (await menusOf({ as })).includes('userGroup')
  expect(await has()).toBe(false)
  await boss.get(rolePeople.associateStaffGroup, { roleId, groupIds: [groupId] })
  expect(await has()).toBe(true)
  const member = { id: groupId, selection: { staffIds: [manager.id] } }
  await boss.get(groupMember.removeStaffGroupMember, member)
  expect(await has()).toBe(false)
  await boss.get(groupMember.addStaffGroupMember, member)
  expect(await has()).toBe(true)
  await boss.get(rolePeople.removeStaffGroup, { roleId, groupIds: [groupId] })
  expect(await has()).toBe(false)
})

test('a rule changed, and people who come under it and leave it', async () => {
  const { as, boss, companyId, of, manager } = await openStage()
  const roleId = await addRole(world, companyId, { menus: [{ menu: userGroupMenu }] })
  const rule = (name: '总部' | '研发部' | '销售部') => ({
    match: 'all' as const,
    items: [{ kind: 'department' as const, departmentIds: [of(name)], withBelow: false, isNot: false }],
  })
  const { id } = await boss.get(group.createStaffGroup, { name: '销售', kind: 2, rule: rule('销售部') })
  await boss.get(rolePeople.associateStaffGroup, { roleId, groupIds: [id] })
  const has = async () => (await menusOf({ as })).includes('userGroup')
  expect(await has()).toBe(false)
  await boss.get(group.updateStaffGroup, { id, version: 1, rule: rule('研发部') })
  expect(await has()).toBe(true)
  await boss.get(staff.moves, { ids: [manager.id], departmentId: of('销售部') })
  await world.runJobs()
  await vi.waitFor(async () => expect(await has()).toBe(false))
  await boss.get(staff.moves, { ids: [manager.id], departmentId: of('研发部') })
  await world.runJobs()
  await vi.waitFor(async () => expect(await has()).toBe(true))
})

test('a department moved below another, and a person moved to another', async () => {
  const { boss, of, manager, seen } = await openStage()
  const { version } = await boss.get(department.getDepartmentInfo, { id: of('销售部') })
  await boss.get(department.update, { id: of('销售部'), version, parentId: of('测试组') })
  expect(await seen()).toEqual(['测试员', '经理', '销售员'])
  await boss.get(staff.moves, { ids: [manager.id], departmentId: of('销售部') })
  expect(await seen()).toEqual(['经理', '销售员'])
})

test('an account disabled, and a person removed', async () => {
  const { as, boss, companyId, manager } = await openStage()
  await boss.get(staff.enables, { ids: [manager.id], isEnabled: false })
  expect(await as.call(staff.list, {})).toMatchObject({ code: 5002, message: '账号已停用，请联系管理员' })
  const other = await addPerson(world, companyId, { name: '离职者' })
  const leaving = world.as(await logIn(world, other))
  expect(await leaving.call(permissionCalls.queryUserButtonPerm)).toMatchObject({ code: 0 })
  await boss.get(staff.remove, { id: other.id })
  expect(await leaving.call(permissionCalls.queryUserButtonPerm)).toMatchObject({ code: 5002 })
})
