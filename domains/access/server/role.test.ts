import { permissionCalls } from '@kaopei/identity/contract/permission'
import { dataScope } from '@kaopei/identity/contract/role'
import { staffMenu } from '@kaopei/org/contract/menus'
import { staff } from '@kaopei/org/contract/staff'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roleErrors } from '../contract/errors.ts'
import { roleMenu, rolePeopleMenu } from '../contract/menus.ts'
import { role } from '../contract/role.ts'
import { menuCalls, roleMenuCalls } from '../contract/role-menu.ts'
import { rolePeople } from '../contract/role-people.ts'
import { addDepartments, addGroup, addPerson, addRole, joinGroup, logIn, openAccessWorld, openCompany } from './access-world.ts'

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const logs = (companyId: string, target = 'role') =>
  world.rows<{ action: string; before: unknown; after: unknown }>(
    'select action, before, after from kit.operation_log where company_id = $1 and target = $2 order by id',
    [companyId, target],
  )

test('a role is made, renamed, copied with what it grants, and deleted, each with its log', async () => {
  const { admin, companyId } = await openCompany(world)
  const as = world.as(admin)
  const { id } = await as.get(role.createRole, { name: '人事', descript: '管理员工' })
  expect(await as.get(role.checkExistRole, { name: '人事' })).toBe(true)
  expect(await as.get(role.checkExistRole, { name: '人事', id })).toBe(false)
  expect(await as.call(role.createRole, { name: '人事' })).toMatchObject({ code: roleErrors.nameTaken.code })
  const { version } = await as.get(role.updateRole, { id, version: 1, name: '人事专员' })
  const grants = { menus: ['orgoumgmt'], rights: ['orgoumgmt:add'] }
  await as.get(roleMenuCalls.setRoleMenu, { roleId: id, version, ...grants })
  const copy = await as.get(role.copyRole, { id })
  expect(copy.name).toBe('人事专员 - 副本')
  expect((await as.get(role.copyRole, { id })).name).toBe('人事专员 - 副本2')
  expect(await as.get(roleMenuCalls.listRoleMenu, { roleId: copy.id })).toMatchObject({
    menus: [{ menu: 'orgoumgmt', scope: 1 }],
    rights: ['orgoumgmt:add'],
    isEditable: true,
  })
  await as.get(role.deleteRole, { id: copy.id })
  const roles = await as.get(role.listRole, {})
  expect(roles.map(({ name }) => name)).toEqual(['企业管理员', '人事专员', '人事专员 - 副本2'])
  expect(roles.map(({ staffCount, isEditable }) => [staffCount, isEditable])).toEqual([
    [1, false],
    [0, true],
    [0, true],
  ])
  expect((await logs(companyId)).map(({ action }) => action)).toEqual([
    'create',
    'update',
    'setRoleMenu',
    'create',
    'create',
    'delete',
  ])
  expect((await logs(companyId))[1]).toMatchObject({ before: { name: '人事' }, after: { name: '人事专员' } })
})

test('two administrators editing one role: the second gets 1007 with what it grants now', async () => {
  const { admin, companyId } = await openCompany(world)
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu }] })
  const as = world.as(admin)
  await as.get(roleMenuCalls.setRoleMenu, { roleId, version: 1, menus: ['orgoumgmt', 'userGroup'], rights: [] })
  const late = await as.call(roleMenuCalls.setRoleMenu, { roleId, version: 1, menus: [], rights: [] })
  expect(late).toMatchObject({ code: 1007, data: { version: 2 } })
  expect(JSON.stringify(late.data)).toContain('userGroup')
  expect(await as.call(role.updateRole, { id: roleId, version: 1, name: '迟到' })).toMatchObject({ code: 1007 })
})

test('menus that stay keep their data scope; a button without its menu and a menu outside the package are refused', async () => {
  const { admin, companyId } = await openCompany(world)
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu, scope: dataScope.self }] })
  const as = world.as(admin)
  await as.get(roleMenuCalls.setRoleMenu, { roleId, version: 1, menus: ['orgoumgmt', 'rolePeople'], rights: [] })
  const { menus } = await as.get(roleMenuCalls.listRoleMenu, { roleId })
  expect(menus.map(({ menu, scope }) => [menu, scope])).toEqual([
    ['orgoumgmt', dataScope.self],
    ['rolePeople', dataScope.all],
  ])
  const refused = { code: roleErrors.unknownMenu.code }
  const version = 2
  expect(await as.call(roleMenuCalls.setRoleMenu, { roleId, version, menus: [], rights: ['orgoumgmt:add'] })).toMatchObject(
    refused,
  )
  await world.rows(`update identity.company set menu_package = '{rolePermission,rolePeople}' where id = $1`, [companyId])
  await vi.waitFor(async () => expect(JSON.stringify(await as.get(menuCalls.listCompanyApp))).not.toContain('orgoumgmt'))
  expect(await as.call(roleMenuCalls.setRoleMenu, { roleId, version, menus: ['orgoumgmt'], rights: [] })).toMatchObject(refused)
  await as.get(roleMenuCalls.setRoleMenu, { roleId, version, menus: ['rolePeople'], rights: [] })
  await world.rows('update identity.company set menu_package = null where id = $1', [companyId])
  const later = await as.get(roleMenuCalls.listRoleMenu, { roleId })
  expect(later.menus.map(({ menu }) => menu)).toEqual(['orgoumgmt', 'rolePeople'])
})

test('the data permission of a menu: chosen departments must exist, a menu without people has none', async () => {
  const { admin, companyId } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部' })
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu }, { menu: roleMenu }] })
  const as = world.as(admin)
  const on = (menu: string, scope: 1 | 2 | 3 | 4 | 5, departmentIds: string[] = [], version = 1) =>
    as.call(roleMenuCalls.setDataPermission, { roleId, version, menus: [menu], scope, departmentIds })
  expect(await on('orgoumgmt', 2)).toMatchObject({ code: 1001 })
  expect(await on('orgoumgmt', 2, ['01990000-0000-7000-8000-000000000001'])).toMatchObject({
    code: roleErrors.departmentMissing.code,
  })
  expect(await on('rolePermission', 5)).toMatchObject({ code: roleErrors.withoutScope.code })
  expect(await on('userGroup', 5)).toMatchObject({ code: roleErrors.unknownMenu.code })
  expect(await on('orgoumgmt', 2, [of('研发部')])).toMatchObject({ code: 0 })
  expect(await as.get(roleMenuCalls.getRoleMenuDataPerm, { roleId, menuId: 'orgoumgmt' })).toMatchObject({
    scope: 2,
    departments: [{ name: '研发部' }],
    version: 2,
  })
  // Left out, the departments of a menu that has this scope stay; another one has none.
  const again = { roleId, version: 2, menus: ['orgoumgmt'], scope: 2 as const }
  await as.get(roleMenuCalls.setDataPermission, again)
  const { departments } = await as.get(roleMenuCalls.getRoleMenuDataPerm, { roleId, menuId: 'orgoumgmt' })
  expect(departments).toMatchObject([{ name: '研发部' }])
  await as.get(roleMenuCalls.setDataPermission, { ...again, version: 3, scope: 1 })
  expect(await as.call(roleMenuCalls.setDataPermission, { ...again, version: 4 })).toMatchObject({ code: 1001 })
})

test('what an edit of a role does not name stays', async () => {
  const { admin } = await openCompany(world)
  const as = world.as(admin)
  const { id } = await as.get(role.createRole, { name: '人事', descript: '管人' })
  const { version } = await as.get(role.updateRole, { id, version: 1, name: '人事专员' })
  const shown = async () => (await as.get(role.listRole, {})).find((row) => row.id === id)
  expect(await shown()).toMatchObject({ name: '人事专员', descript: '管人' })
  await as.get(role.updateRole, { id, version, name: '人事专员', descript: '' })
  expect(await shown()).toMatchObject({ descript: '' })
})

test('the administrators’ role stays as it is, is never without anybody, and takes no groups', async () => {
  const { admin, adminRoleId, boss, companyId } = await openCompany(world)
  const as = world.as(admin)
  const fixed = { code: roleErrors.adminFixed.code }
  expect(await as.call(role.updateRole, { id: adminRoleId, version: 1, name: '别的' })).toMatchObject(fixed)
  expect(await as.call(role.deleteRole, { id: adminRoleId, isConfirmed: true })).toMatchObject(fixed)
  const nothing = { roleId: adminRoleId, version: 1, menus: [], rights: [] }
  expect(await as.call(roleMenuCalls.setRoleMenu, nothing)).toMatchObject(fixed)
  const groupId = await addGroup(world, companyId, [await addPerson(world, companyId)])
  const withGroup = { roleId: adminRoleId, groupIds: [groupId] }
  expect(await as.call(rolePeople.associateStaffGroup, withGroup)).toMatchObject({ code: roleErrors.adminWithoutGroups.code })
  const self = { roleId: adminRoleId, staffIds: [boss.id] }
  const last = { message: '至少需要保留一名可用的企业管理员' }
  expect(await as.call(rolePeople.removeRoleStaff, self)).toMatchObject(last)
  const second = await addPerson(world, companyId)
  await as.get(rolePeople.addRoleStaff, { roleId: adminRoleId, staffIds: [second.id] })
  await world.rows('update identity.account set is_enabled = false where id = $1', [second.id])
  expect(await as.call(rolePeople.removeRoleStaff, self)).toMatchObject(last)
  await world.rows('update identity.account set is_enabled = true where id = $1', [second.id])
  expect(await as.get(rolePeople.removeRoleStaff, self)).toEqual({ count: 1, outOfScopeCount: 0 })
})

test('of two administrators who remove one another at once, one stays', async () => {
  const { admin, adminRoleId, boss, companyId } = await openCompany(world)
  const second = await addPerson(world, companyId)
  await world.as(admin).get(rolePeople.addRoleStaff, { roleId: adminRoleId, staffIds: [second.id] })
  const other = await logIn(world, second)
  const remove = (session: { token: string }, id: string) =>
    world.as(session).call(rolePeople.removeRoleStaff, { roleId: adminRoleId, staffIds: [id] })
  const answers = await Promise.all([remove(admin, second.id), remove(other, boss.id)])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  const held = await world.rows('select 1 from identity.role_account where role_id = $1', [adminRoleId])
  expect(held).toHaveLength(1)
})

test('deleting a role that somebody holds asks first, and says how many hold it', async () => {
  const { admin, companyId } = await openCompany(world)
  const people = [await addPerson(world, companyId), await addPerson(world, companyId)]
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu }] }, people)
  const as = world.as(admin)
  const asked = await as.call(role.deleteRole, { id: roleId })
  expect(asked).toMatchObject({ code: roleErrors.hasMembers.code, data: { staffCount: 2, groupCount: 0 } })
  expect(asked.message).toContain('2名成员')
  expect(await as.call(role.deleteRole, { id: roleId, isConfirmed: true })).toMatchObject({ code: 0 })
})

test('what a role grants reaches living sessions at once, directly and through a group', async () => {
  const { admin, companyId } = await openCompany(world)
  const [direct, member] = [await addPerson(world, companyId), await addPerson(world, companyId)]
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu }] }, [direct])
  const groupId = await addGroup(world, companyId, [])
  const as = world.as(admin)
  await as.get(rolePeople.associateStaffGroup, { roleId, groupIds: [groupId] })
  const [one, two] = [await logIn(world, direct), await logIn(world, member)]
  const rightsOf = (session: { token: string }) => world.as(session).get(permissionCalls.queryUserButtonPerm)
  expect(await rightsOf(one)).toEqual(['orgoumgmt:view'])
  expect(await rightsOf(two)).toEqual([])
  expect(await world.as(two).call(staff.list, {})).toMatchObject({ code: 1002 })
  await joinGroup(world, companyId, groupId, [member])
  await vi.waitFor(async () => expect(await rightsOf(two)).toEqual(['orgoumgmt:view']))
  expect(await world.as(two).get(permissionCalls.getLoginStaffRoleInfo)).toHaveLength(1)
  await as.get(roleMenuCalls.setRoleMenu, { roleId, version: 1, menus: ['orgoumgmt'], rights: ['orgoumgmt:add'] })
  for (const session of [one, two]) await vi.waitFor(async () => expect(await rightsOf(session)).toContain('orgoumgmt:add'))
  await as.get(rolePeople.removeStaffGroup, { roleId, groupIds: [groupId] })
  await vi.waitFor(async () => expect(await rightsOf(two)).toEqual([]))
  await as.get(rolePeople.removeRoleStaff, { roleId, staffIds: [direct.id] })
  await vi.waitFor(async () => expect(await rightsOf(one)).toEqual([]))
  expect(await world.as(one).call(staff.list, {})).toMatchObject({ code: 1002 })
})

test('a department moved under a manager’s own is seen at once, and an edited scope narrows a list in the same session', async () => {
  const { admin, companyId } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 测试组: '研发部' })
  const manager = await addPerson(world, companyId, { name: '经理', departmentId: of('研发部') })
  await addPerson(world, companyId, { name: '测试员', departmentId: of('测试组') })
  await addPerson(world, companyId, { name: '局外人', departmentId: of('总部') })
  const roleId = await addRole(world, companyId, { menus: [{ menu: staffMenu, scope: dataScope.ownAndBelow }] }, [manager])
  const session = await logIn(world, manager)
  const names = async () => (await world.as(session).get(staff.list, {})).dataList.map(({ name }) => name).sort()
  expect(await names()).toEqual(['测试员', '经理'])
  const narrower = { roleId, version: 1, menus: ['orgoumgmt'], scope: dataScope.ownDepartment }
  await world.as(admin).get(roleMenuCalls.setDataPermission, narrower)
  await vi.waitFor(async () => expect(await names()).toEqual(['经理']))
})

test('members are listed with how they hold the role, searched, and only within the data scope', async () => {
  const { admin, companyId } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const [direct, member, outsider, manager] = [
    await addPerson(world, companyId, { name: '直接', departmentId: of('研发部') }),
    await addPerson(world, companyId, { name: '组员', departmentId: of('研发部') }),
    await addPerson(world, companyId, { name: '外部', departmentId: of('销售部') }),
    await addPerson(world, companyId, { name: '经理', departmentId: of('研发部') }),
  ]
  const roleId = await addRole(world, companyId, { menus: [] }, [direct, outsider])
  const groupId = await addGroup(world, companyId, [direct, member])
  await world.as(admin).get(rolePeople.associateStaffGroup, { roleId, groupIds: [groupId] })
  const list = async (session: { token: string }, filter = {}) =>
    world.as(session).get(rolePeople.listRoleStaffPage, { roleId, ...filter })
  const all = await list(admin)
  expect(all.totalCount).toBe(3)
  expect(all.dataList.map(({ name, isDirect, groups }) => [name, isDirect, groups.length])).toEqual(
    expect.arrayContaining([
      ['直接', true, 1],
      ['组员', false, 1],
      ['外部', true, 0],
    ]),
  )
  expect((await list(admin, { source: 2 })).dataList.map(({ name }) => name)).toEqual(['组员'])
  expect((await list(admin, { keyWords: '外' })).totalCount).toBe(1)
  expect((await list(admin, { departmentId: of('总部') })).totalCount).toBe(3)
  const rights = [rolePeopleMenu.rights.add, rolePeopleMenu.rights.remove]
  const menus = [{ menu: rolePeopleMenu, scope: dataScope.ownDepartment }]
  await addRole(world, companyId, { menus, rights }, [manager])
  const scoped = await logIn(world, manager)
  expect((await list(scoped)).dataList.map(({ name }) => name).sort()).toEqual(['直接', '组员'].sort())
  const removal = await world.as(scoped).get(rolePeople.removeRoleStaff, { roleId, staffIds: [direct.id, outsider.id] })
  expect(removal).toEqual({ count: 1, outOfScopeCount: 1 })
  const beyond = await world.as(scoped).call(rolePeople.removeRoleStaff, { roleId, staffIds: [outsider.id] })
  expect(beyond).toMatchObject({ code: roleErrors.nobodyChosen.code })
  expect(await world.as(scoped).get(rolePeople.addRoleStaff, { roleId, departmentIds: [of('总部')] })).toEqual({ count: 3 })
})
