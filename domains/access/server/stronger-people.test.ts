import { dataScope } from '@kaopei/identity/contract/role'
import { department } from '@kaopei/org/contract/department'
import { staffErrors } from '@kaopei/org/contract/errors'
import { invitation } from '@kaopei/org/contract/invitation'
import { restoreMenu, staffMenu } from '@kaopei/org/contract/menus'
import { outerStaff, restore } from '@kaopei/org/contract/restore'
import { staff } from '@kaopei/org/contract/staff'
import type { World } from '@kaopei/server/testing'
import { userGroupMenu } from '@kaopei/usergroup/contract/menus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleMenu } from '../contract/menus.ts'
import { addDepartments, addGroup, addPerson, addRole, logIn, makeAdmin, openAccessWorld, type Person } from './access-world.ts'

// Whoever keeps the roster can reset passwords and change where codes are sent: never of people who may do more than they themselves.

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

/** A keeper of the roster of the whole company, and people who may do more, as much and less. */
async function openOffice() {
  const companyId = await world.company()
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const add = (name: string, departmentId = of('研发部')) => addPerson(world, companyId, { name, departmentId })
  const [keeper, boss, keyHolder, member, equal, plain, other] = [
    await add('花名册管理'),
    await add('企业管理员'),
    await add('角色管理'),
    await add('组内成员'),
    await add('同级'),
    await add('普通员工'),
    await add('其他管理员'),
  ]
  for (const admin of [boss, other]) await makeAdmin(world, admin)
  const rosterRights = [...Object.values(staffMenu.rights), ...Object.values(restoreMenu.rights)].filter(
    ({ code }) => !code.endsWith(':view'),
  )
  await addRole(world, companyId, { menus: [{ menu: staffMenu }, { menu: restoreMenu }], rights: rosterRights }, [keeper, equal])
  await addRole(world, companyId, { menus: [{ menu: roleMenu }] }, [keyHolder])
  const groupId = await addGroup(world, companyId, [member])
  const groupRoleId = await addRole(world, companyId, { menus: [{ menu: userGroupMenu }] })
  await world.rows('insert into identity.role_group (company_id, role_id, group_id) values ($1, $2, $3)', [
    companyId,
    groupRoleId,
    groupId,
  ])
  return { companyId, of, boss, keyHolder, member, equal, plain, as: world.as(await logIn(world, keeper)) }
}

const stronger = { code: staffErrors.stronger.code }
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id)
const hashes = async (people: readonly Person[]) =>
  (await world.rows('select password_hash from identity.account where id = any ($1) order by id', [idsOf(people)])).map(
    (row) => row.password_hash,
  )

test('passwords of administrators, of holders of other rights and of members of groups with them are not reset', async () => {
  const { as, boss, keyHolder, member, equal, plain } = await openOffice()
  const strong = [boss, keyHolder, member]
  const before = await hashes(strong)
  for (const { id } of strong) expect(await as.call(staff.resets, { ids: [id] })).toMatchObject(stronger)
  const answer = await as.get(staff.resets, { ids: idsOf([...strong, equal, plain]) })
  expect(answer.list.map(({ name }) => name).sort()).toEqual(['同级', '普通员工'])
  expect([...answer.refused].sort()).toEqual(['企业管理员', '组内成员', '角色管理'])
  expect(await hashes(strong)).toEqual(before)
})

test('the refusal names who it is about', async () => {
  const { as, boss } = await openOffice()
  const { message } = await as.call(staff.resets, { ids: [boss.id] })
  expect(message).toBe('企业管理员拥有您没有的权限，只能由管理员操作')
})

test('they are not disabled, enabled, unlocked, removed, invited or linked either', async () => {
  const { as, boss, member, plain, companyId } = await openOffice()
  const mixed = idsOf([boss, member, plain])
  const refused = { count: 1, refused: expect.arrayContaining(['企业管理员', '组内成员']) }
  for (const isEnabled of [false, true]) expect(await as.get(staff.enables, { ids: mixed, isEnabled })).toMatchObject(refused)
  expect(await as.get(staff.unlocks, { ids: mixed })).toMatchObject(refused)
  const invited = await as.get(invitation.invite, { ids: mixed, ways: ['link'] })
  expect(invited.links.map(({ name }) => name)).toEqual(['普通员工'])
  expect(
    invited.skipped
      .filter(({ reason }) => reason.includes('您没有的权限'))
      .map(({ id }) => id)
      .sort(),
  ).toEqual(idsOf([boss, member]).sort())
  await world.rows('update org.staff set staff_source = 2 where id = $1', [member.id])
  expect(await as.call(outerStaff.linkOuterStaff, { outerStaffId: member.id, staffId: plain.id })).toMatchObject(stronger)
  expect(await as.call(staff.remove, { id: boss.id })).toMatchObject(stronger)
  expect(await as.get(staff.removes, { ids: mixed })).toMatchObject(refused)
  const left = await world.rows('select id from org.staff where company_id = $1 and removed_at is not null', [companyId])
  expect(left).toEqual([{ id: plain.id }])
})

test('their account, phone and e-mail stay, and so does everything else in that form; names may be corrected', async () => {
  const { as, boss } = await openOffice()
  const change = { id: boss.id, version: 1 }
  expect(await as.call(staff.modify, { ...change, email: 'thief@example.cn' })).toMatchObject(stronger)
  expect(await as.call(staff.modify, { ...change, phone: '13900000001' })).toMatchObject(stronger)
  expect(await as.call(staff.modify, { ...change, loginAccount: 'thief' })).toMatchObject(stronger)
  expect(await as.get(staff.modify, { ...change, name: '企业总管' })).toMatchObject({ name: '企业总管', email: null })
})

test('somebody removed who held more comes back through an administrator alone', async () => {
  const { as, boss, keyHolder, plain } = await openOffice()
  await world.as(await logIn(world, boss)).get(staff.removes, { ids: idsOf([keyHolder, plain]) })
  const recover = async ({ id }: Person) => {
    const { version } = await as.get(restore.getRest, { id })
    return as.call(restore.modifyRecovery, { id, version, email: 'thief@example.cn' })
  }
  expect(await recover(keyHolder)).toMatchObject(stronger)
  expect(await recover(plain)).toMatchObject({ code: 0 })
})

test('the same menu with a wider scope is more: of "own department" what counts is whose it is', async () => {
  const companyId = await world.company()
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 测试组: '研发部', 销售部: '总部' })
  const rights = Object.values(staffMenu.rights).filter(({ code }) => !code.endsWith(':view'))
  const holder = async (name: Parameters<typeof of>[0], scope: number, chosen: Parameters<typeof of>[0][] = []) => {
    const person = await addPerson(world, companyId, { name: `${name}${scope}`, departmentId: of(name) })
    await addRole(world, companyId, { menus: [{ menu: staffMenu, scope, departmentIds: chosen.map(of) }], rights }, [person])
    return person
  }
  const keeper = await holder('研发部', dataScope.ownAndBelow)
  const within = [
    await holder('测试组', dataScope.ownAndBelow),
    await holder('研发部', dataScope.ownDepartment),
    await holder('测试组', dataScope.self),
    await holder('测试组', dataScope.chosen, ['测试组', '研发部']),
  ]
  const beyond = [await holder('测试组', dataScope.all), await holder('研发部', dataScope.chosen, ['测试组', '销售部'])]
  const as = world.as(await logIn(world, keeper))
  const answer = await as.get(staff.resets, { ids: idsOf([...within, ...beyond]) })
  expect(answer.list.map(({ id }) => id).sort()).toEqual(idsOf(within).sort())
  expect(answer.refused).toHaveLength(beyond.length)
})

test('nobody is moved, themselves included, to where "own department" shows more than whoever moves them sees', async () => {
  const companyId = await world.company()
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const mover = await addPerson(world, companyId, { name: '调动员', departmentId: of('研发部') })
  const manager = await addPerson(world, companyId, { name: '经理', departmentId: of('研发部') })
  const rights = Object.values(staffMenu.rights).filter(({ code }) => !code.endsWith(':view'))
  await addRole(world, companyId, { menus: [{ menu: staffMenu }], rights }, [mover])
  const menus = [{ menu: userGroupMenu, scope: dataScope.ownAndBelow }]
  await addRole(world, companyId, { menus }, [mover, manager])
  const as = world.as(await logIn(world, mover))
  const growing = { code: staffErrors.growing.code }
  expect(await as.call(staff.moves, { ids: [manager.id], departmentId: of('总部') })).toMatchObject(growing)
  expect(await as.call(staff.moves, { ids: [mover.id], departmentId: of('总部') })).toMatchObject(growing)
  expect(await as.call(staff.modify, { id: mover.id, version: 1, departmentId: of('总部') })).toMatchObject(growing)
  const gone = { id: of('研发部'), targetDepartmentId: of('总部') }
  expect(await as.call(department.delete, gone)).toMatchObject(growing)
  const rows = await world.rows('select distinct department_id from org.staff where company_id = $1', [companyId])
  expect(rows).toEqual([{ department_id: of('研发部') }])
})

test('somebody who comes back comes to no department where they would see more than whoever recovers them', async () => {
  const companyId = await world.company()
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部', 销售部: '总部' })
  const keeper = await addPerson(world, companyId, { name: '人事', departmentId: of('研发部') })
  const manager = await addPerson(world, companyId, { name: '经理', departmentId: of('研发部') })
  const rights = [...Object.values(staffMenu.rights), ...Object.values(restoreMenu.rights)].filter(
    ({ code }) => !code.endsWith(':view'),
  )
  const groups = { menu: userGroupMenu, scope: dataScope.ownDepartment }
  await addRole(world, companyId, { menus: [{ menu: staffMenu }, { menu: restoreMenu }, groups], rights }, [keeper])
  await addRole(world, companyId, { menus: [groups] }, [manager])
  const as = world.as(await logIn(world, keeper))
  await as.get(staff.remove, { id: manager.id })
  const { version } = await as.get(restore.getRest, { id: manager.id })
  const recover = (name: '研发部' | '销售部') =>
    as.call(restore.modifyRecovery, { id: manager.id, version, departmentId: of(name) })
  expect(await recover('销售部')).toMatchObject({ code: staffErrors.growing.code })
  expect(await recover('研发部')).toMatchObject({ code: 0 })
})
