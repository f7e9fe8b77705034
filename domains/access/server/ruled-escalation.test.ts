import { dataScope } from '@kaopei/identity/contract/role'
import { department } from '@kaopei/org/contract/department'
import { staffErrors } from '@kaopei/org/contract/errors'
import { staffMenu } from '@kaopei/org/contract/menus'
import { label } from '@kaopei/org/contract/post'
import { staff } from '@kaopei/org/contract/staff'
import type { World } from '@kaopei/server/testing'
import { group } from '@kaopei/usergroup/contract/group'
import { userGroupMenu } from '@kaopei/usergroup/contract/menus'
import type { GroupRule } from '@kaopei/usergroup/contract/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rolePeople } from '../contract/role-people.ts'
import { addDepartments, addPerson, addRole, logIn, openAccessWorld, openCompany } from './access-world.ts'

// A rule gives a role to whoever fits it; who edits people must not come, or bring others, by it to what they do not have themselves.

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const refused = { code: staffErrors.growing.code }

const names = { 总部: null, 研发部: '总部', 销售部: '总部', 特权部: '总部' } as const
type DepartmentOf = (name: keyof typeof names) => string
type Items = GroupRule['items']

/** A manager of the roster; a role beyond theirs that a rule gives. */
async function openOffice(ruleOf: (labelId: string, of: DepartmentOf) => Items) {
  const { companyId, admin } = await openCompany(world)
  const of = await addDepartments(world, companyId, names)
  const { view: _view, ...rights } = staffMenu.rights
  const manager = await addPerson(world, companyId, { name: '经理', departmentId: of('研发部') })
  const helper = await addPerson(world, companyId, { name: '助理', departmentId: of('研发部') })
  await addRole(world, companyId, { menus: [{ menu: staffMenu }], rights: Object.values(rights) }, [manager])
  const roleId = await addRole(world, companyId, {
    name: '特权',
    menus: [{ menu: userGroupMenu }],
    rights: [userGroupMenu.rights.edit],
  })
  const boss = world.as(admin)
  const { id: labelId } = await boss.get(label.save, { name: '核心' })
  const rule: GroupRule = { match: 'all', items: ruleOf(labelId, of) }
  const { id: groupId } = await boss.get(group.createStaffGroup, { name: '按规则', kind: 2, rule })
  await boss.get(rolePeople.associateStaffGroup, { roleId, groupIds: [groupId] })
  return { companyId, of, manager, helper, labelId, roleId, boss, as: world.as(await logIn(world, manager)) }
}

const byLabel = (labelId: string): Items => [{ kind: 'label', labelIds: [labelId], isNot: false }]

test('nobody gives the label of a rule with a role, to themselves or to others, who does not have what the role gives', async () => {
  const { as, boss, manager, helper, labelId } = await openOffice(byLabel)
  const give = (who: typeof as, id: string, version = 1) => who.call(staff.modify, { id, version, labelIds: [labelId] })
  const own = await give(as, manager.id)
  expect(own).toMatchObject(refused)
  expect(own.message).toContain('经理')
  expect(await give(as, helper.id)).toMatchObject(refused)
  expect(await world.rows('select from org.staff_label where staff_id = any ($1)', [[manager.id, helper.id]])).toEqual([])
  // Other labels and facts are the roster's daily work.
  expect(await as.call(staff.modify, { id: helper.id, version: 1, jobNumber: 'A1' })).toMatchObject({ code: 0 })
  expect(await give(boss, helper.id, 2)).toMatchObject({ code: 0 })
})

test('nobody makes a person with it', async () => {
  const { as, of, labelId } = await openOffice(byLabel)
  const person = { name: '新人', phone: '13800010001', departmentId: of('研发部'), hasTemporaryPassword: true }
  expect(await as.call(staff.create, { ...person, labelIds: [labelId] })).toMatchObject(refused)
  expect(await as.call(staff.create, person)).toMatchObject({ code: 0 })
})

test('nobody moves people, or a department with its people, to where a rule gives more', async () => {
  const inside = (_label: string, of: DepartmentOf): Items => [
    { kind: 'department', departmentIds: [of('特权部')], withBelow: true, isNot: false },
  ]
  const { as, manager, helper, of } = await openOffice(inside)
  expect(await as.call(staff.moves, { ids: [helper.id], departmentId: of('特权部') })).toMatchObject(refused)
  expect(await as.call(staff.modify, { id: manager.id, version: 1, departmentId: of('特权部') })).toMatchObject(refused)
  expect(await as.call(department.move, { id: of('研发部'), parentId: of('特权部') })).toMatchObject(refused)
  expect(await as.call(department.update, { id: of('研发部'), version: 1, parentId: of('特权部') })).toMatchObject(refused)
  const merge = { id: of('研发部'), targetDepartmentId: of('特权部') }
  expect(await as.call(department.delete, merge)).toMatchObject(refused)
  expect(await as.call(department.move, { id: of('销售部'), parentId: of('特权部') })).toMatchObject({ code: 0 })
})

test('nobody deletes the label that keeps people out of a rule, or enables whom a rule then finds', async () => {
  const { as, manager, helper, labelId } = await openOffice((id) => [
    { kind: 'label', labelIds: [id], isNot: true },
    { kind: 'state', state: 0, isNot: false },
  ])
  expect(await as.call(staff.enables, { ids: [helper.id], isEnabled: false })).toMatchObject(refused)
  await world.rows('update org.staff set is_enabled = false where id = $1', [helper.id])
  await world.rows('insert into org.staff_label (company_id, staff_id, label_id) values ($1, $2, $3)', [
    manager.companyId,
    helper.id,
    labelId,
  ])
  expect(await as.call(label.delete, { id: labelId })).toMatchObject(refused)
})

test('who has all that the role gives may give the label', async () => {
  const { as, companyId, manager, helper, labelId } = await openOffice(byLabel)
  await addRole(
    world,
    companyId,
    { menus: [{ menu: userGroupMenu, scope: dataScope.all }], rights: [userGroupMenu.rights.edit] },
    [manager],
  )
  expect(await as.call(staff.modify, { id: helper.id, version: 1, labelIds: [labelId] })).toMatchObject({ code: 0 })
  const roles = await world.rows('select from usergroup.member where staff_id = $1', [helper.id])
  expect(roles).toHaveLength(1)
})
