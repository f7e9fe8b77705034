import { dataScope } from '@kaopei/identity/contract/role'
import { staffMenu } from '@kaopei/org/contract/menus'
import type { World } from '@kaopei/server/testing'
import { groupErrors } from '@kaopei/usergroup/contract/errors'
import { group } from '@kaopei/usergroup/contract/group'
import { groupMember } from '@kaopei/usergroup/contract/member'
import { userGroupMenu } from '@kaopei/usergroup/contract/menus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleErrors } from '../contract/errors.ts'
import { roleMenu, rolePeopleMenu } from '../contract/menus.ts'
import { role } from '../contract/role.ts'
import { roleMenuCalls } from '../contract/role-menu.ts'
import { rolePeople } from '../contract/role-people.ts'
import { addDepartments, addGroup, addPerson, addRole, logIn, openAccessWorld, openCompany } from './access-world.ts'

// Whoever edits people's departments, labels and posts decides who is in a dynamic group: what such a group gives is for administrators to weigh.

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const menus = [roleMenu, rolePeopleMenu, userGroupMenu, staffMenu]
const rights = menus.flatMap((menu) => Object.values(menu.rights)).filter(({ code }) => !code.endsWith(':view'))

/** Somebody who may do everything with people, groups and roles, but is no administrator; a role within theirs; a group that a rule fills. */
async function openOffice() {
  const { companyId, admin } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const keeper = await addPerson(world, companyId, { name: '管权限的', departmentId: of('总部') })
  await addRole(world, companyId, { menus: menus.map((menu) => ({ menu })), rights }, [keeper])
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu }] })
  const rule = (name: '研发部' | '销售部') => ({
    match: 'all' as const,
    items: [{ kind: 'department' as const, departmentIds: [of(name)], withBelow: true, isNot: false }],
  })
  const { id: ruledId } = await world.as(admin).get(group.createStaffGroup, { name: '研发', kind: 2, rule: rule('研发部') })
  const chosenId = await addGroup(world, companyId, [])
  return { companyId, of, rule, roleId, ruledId, chosenId, boss: world.as(admin), as: world.as(await logIn(world, keeper)) }
}

test('a dynamic group is attached to a role by administrators alone, also together with a static one', async () => {
  const { as, boss, companyId, roleId, ruledId, chosenId } = await openOffice()
  const refused = { code: roleErrors.dynamicGroup.code }
  expect(await as.call(rolePeople.associateStaffGroup, { roleId, groupIds: [ruledId] })).toMatchObject(refused)
  expect(await as.call(rolePeople.associateStaffGroup, { roleId, groupIds: [chosenId, ruledId] })).toMatchObject(refused)
  expect(await world.rows('select from identity.role_group where company_id = $1', [companyId])).toEqual([])
  expect(await as.get(rolePeople.associateStaffGroup, { roleId, groupIds: [chosenId] })).toEqual({ count: 1 })
  expect(await boss.get(rolePeople.associateStaffGroup, { roleId, groupIds: [ruledId] })).toEqual({ count: 1 })
})

test('what a role with a dynamic group grants is changed by administrators alone, until the group is detached', async () => {
  const { as, boss, roleId, ruledId } = await openOffice()
  await boss.get(rolePeople.associateStaffGroup, { roleId, groupIds: [ruledId] })
  const refused = { code: roleErrors.withDynamicGroup.code }
  const { version } = await as.get(roleMenuCalls.listRoleMenu, { roleId })
  const more = { roleId, version, menus: ['orgoumgmt'], rights: ['orgoumgmt:reset'] }
  expect(await as.call(roleMenuCalls.setRoleMenu, more)).toMatchObject(refused)
  const scope = { roleId, version, menus: ['orgoumgmt'], scope: dataScope.self }
  expect(await as.call(roleMenuCalls.setDataPermission, scope)).toMatchObject(refused)
  expect(await as.call(role.updateRole, { id: roleId, version, name: '改名' })).toMatchObject(refused)
  expect(await as.call(role.deleteRole, { id: roleId, isConfirmed: true })).toMatchObject(refused)
  expect(await as.get(roleMenuCalls.listRoleMenu, { roleId })).toMatchObject({ isEditable: false, hasDynamicGroup: true })
  const shown = async (who: typeof as) => (await who.get(role.listRole, {})).find(({ id }) => id === roleId)
  expect(await shown(as)).toMatchObject({ isEditable: false, hasDynamicGroup: true })
  expect(await shown(boss)).toMatchObject({ isEditable: true, hasDynamicGroup: true })
  await boss.get(roleMenuCalls.setRoleMenu, more)
  // A copy has no groups, so it is theirs like any other role.
  const { id: copyId } = await as.get(role.copyRole, { id: roleId })
  expect(await shown(as)).toMatchObject({ groupCount: 1 })
  expect((await as.get(role.listRole, {})).find(({ id }) => id === copyId)).toMatchObject({ isEditable: true, groupCount: 0 })
  await as.get(rolePeople.removeStaffGroup, { roleId, groupIds: [ruledId] })
  expect(await as.call(roleMenuCalls.setRoleMenu, { ...more, version: version + 1 })).toMatchObject({ code: 0 })
})

test('the rule of a group with roles is changed by administrators alone; its name is not the rule', async () => {
  const { as, boss, roleId, ruledId, rule } = await openOffice()
  await boss.get(rolePeople.associateStaffGroup, { roleId, groupIds: [ruledId] })
  const change = { id: ruledId, version: 1, rule: rule('销售部') }
  expect(await as.call(group.updateStaffGroup, change)).toMatchObject({ code: groupErrors.ruleGivesRoles.code })
  expect(await as.get(group.updateStaffGroup, { ...change, rule: rule('研发部'), name: '研发人员' })).toMatchObject({
    name: '研发人员',
    roleCount: 1,
  })
  expect(await boss.get(group.updateStaffGroup, { ...change, version: 2 })).toMatchObject({ version: 3 })
})

test('a static group does not become dynamic, so no role comes under a rule by that way', async () => {
  const { as, boss, roleId, chosenId, rule } = await openOffice()
  await as.get(rolePeople.associateStaffGroup, { roleId, groupIds: [chosenId] })
  for (const who of [as, boss]) {
    expect(await who.call(group.updateStaffGroup, { id: chosenId, version: 1, rule: rule('研发部') })).toMatchObject({
      code: groupErrors.notDynamic.code,
    })
  }
  expect(await boss.get(group.getStaffGroupById, { id: chosenId })).toMatchObject({ kind: 1, rule: null })
})

test('nobody joins a group by whose role they would see a department that whoever adds them does not', async () => {
  const { companyId, admin } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const keeper = await addPerson(world, companyId, { name: '研发主管', departmentId: of('研发部') })
  const own = await addPerson(world, companyId, { name: '研发员', departmentId: of('研发部') })
  const other = await addPerson(world, companyId, { name: '销售员', departmentId: of('销售部') })
  const groupRights = Object.values(userGroupMenu.rights).filter(({ code }) => !code.endsWith(':view'))
  await addRole(
    world,
    companyId,
    { menus: [{ menu: userGroupMenu }, { menu: staffMenu, scope: dataScope.ownDepartment }], rights: groupRights },
    [keeper],
  )
  const groupId = await addGroup(world, companyId, [])
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu, scope: dataScope.ownDepartment }] })
  await world.as(admin).get(rolePeople.associateStaffGroup, { roleId, groupIds: [groupId] })
  const as = world.as(await logIn(world, keeper))
  const add = (ids: string[]) => as.call(groupMember.addStaffGroupMember, { id: groupId, selection: { staffIds: ids } })
  expect(await add([own.id, other.id])).toMatchObject({ code: groupErrors.givesMoreRights.code })
  expect(await world.rows('select from usergroup.member where company_id = $1', [companyId])).toEqual([])
  expect(await add([own.id])).toMatchObject({ code: 0, data: { count: 1 } })
})
