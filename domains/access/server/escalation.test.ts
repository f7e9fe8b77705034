import { dataScope } from '@kaopei/identity/contract/role'
import { staffMenu } from '@kaopei/org/contract/menus'
import type { World } from '@kaopei/server/testing'
import { userGroupMenu } from '@kaopei/usergroup/contract/menus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleErrors } from '../contract/errors.ts'
import { roleMenu, rolePeopleMenu } from '../contract/menus.ts'
import { role } from '../contract/role.ts'
import { roleMenuCalls } from '../contract/role-menu.ts'
import { rolePeople } from '../contract/role-people.ts'
import { addDepartments, addGroup, addPerson, addRole, logIn, makeAdmin, openAccessWorld } from './access-world.ts'

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const everyRight = [...Object.values(roleMenu.rights), ...Object.values(rolePeopleMenu.rights)]

/** Somebody who keeps roles for their own department and below, and knows the roster there, but may not remove people from it. */
async function openKeeper() {
  const companyId = await world.company()
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 测试组: '研发部', 销售部: '总部' })
  const keeper = await addPerson(world, companyId, { name: '管权限的', departmentId: of('研发部') })
  const scope = dataScope.ownAndBelow
  const ownRoleId = await addRole(
    world,
    companyId,
    {
      menus: [{ menu: roleMenu }, { menu: rolePeopleMenu }, { menu: staffMenu, scope }],
      rights: [...everyRight.filter(({ code }) => !code.endsWith(':view')), staffMenu.rights.add],
    },
    [keeper],
  )
  return { companyId, of, keeper, ownRoleId, as: world.as(await logIn(world, keeper)) }
}
const beyond = { code: roleErrors.beyondOwn.code }
const stronger = { code: roleErrors.roleBeyond.code }

test('nobody grants a menu, a button or a scope that they do not have', async () => {
  const { as, companyId, of } = await openKeeper()
  const { id: roleId } = await as.get(role.createRole, { name: '新角色' })
  const set = (menus: string[], rights: string[], version = 1) =>
    as.call(roleMenuCalls.setRoleMenu, { roleId, version, menus, rights })
  expect(await set(['userGroup'], [])).toMatchObject({ ...beyond, data: { excess: [{ kind: 'menu', code: 'userGroup' }] } })
  expect(await set(['orgoumgmt'], ['orgoumgmt:remove'])).toMatchObject(beyond)
  expect(await set(['orgoumgmt'], ['orgoumgmt:add'])).toMatchObject({ code: 0 })
  const [granted] = await world.rows('select scope from identity.role_menu where company_id = $1 and role_id = $2', [
    companyId,
    roleId,
  ])
  expect(granted).toEqual({ scope: dataScope.ownAndBelow })
  const give = (scope: 1 | 2 | 3 | 4 | 5, departmentIds: string[] = [], version = 2) =>
    as.call(roleMenuCalls.setDataPermission, { roleId, version, menus: ['orgoumgmt'], scope, departmentIds })
  expect(await give(dataScope.all)).toMatchObject(beyond)
  expect(await give(dataScope.chosen, [of('测试组'), of('销售部')])).toMatchObject(beyond)
  expect(await give(dataScope.chosen, [of('测试组'), of('研发部')])).toMatchObject({ code: 0 })
})

test('nobody makes their own role stronger, nor takes a stronger one, in any way', async () => {
  const { as, companyId, keeper, ownRoleId } = await openKeeper()
  const own = await as.get(roleMenuCalls.listRoleMenu, { roleId: ownRoleId })
  const more = {
    roleId: ownRoleId,
    version: own.version,
    menus: own.menus.map(({ menu }) => menu),
    rights: [...own.rights, 'orgoumgmt:reset'],
  }
  expect(await as.call(roleMenuCalls.setRoleMenu, more)).toMatchObject(beyond)
  const wide = { roleId: ownRoleId, version: own.version, menus: ['orgoumgmt'], scope: dataScope.all }
  expect(await as.call(roleMenuCalls.setDataPermission, wide)).toMatchObject(beyond)

  const strongId = await addRole(world, companyId, { menus: [{ menu: userGroupMenu }] })
  const groupId = await addGroup(world, companyId, [keeper])
  const adminId = await makeAdmin(world, await addPerson(world, companyId))
  for (const roleId of [strongId, adminId]) {
    expect(await as.call(rolePeople.addRoleStaff, { roleId, staffIds: [keeper.id] })).toMatchObject(stronger)
  }
  expect(await as.call(rolePeople.associateStaffGroup, { roleId: strongId, groupIds: [groupId] })).toMatchObject(stronger)
  expect(await as.call(role.copyRole, { id: strongId })).toMatchObject(stronger)
  expect(await as.call(role.copyRole, { id: adminId })).toMatchObject(stronger)
  expect(await as.call(role.deleteRole, { id: strongId, isConfirmed: true })).toMatchObject(stronger)
  expect(await as.call(roleMenuCalls.setRoleMenu, { roleId: strongId, version: 1, menus: [], rights: [] })).toMatchObject(
    stronger,
  )
  const rows = await as.get(role.listRole, {})
  expect(rows.filter(({ isEditable }) => isEditable).map(({ id }) => id)).toEqual([ownRoleId])
})

test('a role with "own department" is not given to people whose department the giver does not see, alone or in a group', async () => {
  const { as, companyId, of } = await openKeeper()
  const inside = await addPerson(world, companyId, { departmentId: of('测试组') })
  const outside = await addPerson(world, companyId, { departmentId: of('销售部') })
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu, scope: dataScope.ownDepartment }] })
  expect(await as.call(rolePeople.addRoleStaff, { roleId, staffIds: [outside.id] })).toMatchObject(beyond)
  expect(await as.get(rolePeople.addRoleStaff, { roleId, staffIds: [inside.id] })).toEqual({ count: 1 })
  const mixed = await addGroup(world, companyId, [inside, outside])
  expect(await as.call(rolePeople.associateStaffGroup, { roleId, groupIds: [mixed] })).toMatchObject(beyond)
  const whole = await addGroup(world, companyId, [inside])
  expect(await as.get(rolePeople.associateStaffGroup, { roleId, groupIds: [whole] })).toEqual({ count: 1 })
})

test('a scope is not widened for people who hold the role elsewhere', async () => {
  const { as, companyId, of } = await openKeeper()
  const outside = await addPerson(world, companyId, { departmentId: of('销售部') })
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu, scope: dataScope.self }] }, [outside])
  const give = (scope: 3 | 5, version: number) =>
    as.call(roleMenuCalls.setDataPermission, { roleId, version, menus: ['orgoumgmt'], scope })
  expect(await give(dataScope.ownDepartment, 1)).toMatchObject(beyond)
  expect(await give(dataScope.self, 1)).toMatchObject({ code: 0 })
})
