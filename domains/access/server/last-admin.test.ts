import { identityErrors } from '@kaopei/identity/contract/errors'
import { department } from '@kaopei/org/contract/department'
import { staffErrors } from '@kaopei/org/contract/errors'
import { staffMenu } from '@kaopei/org/contract/menus'
import { outerStaff, restore } from '@kaopei/org/contract/restore'
import { staff } from '@kaopei/org/contract/staff'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleErrors } from '../contract/errors.ts'
import { role } from '../contract/role.ts'
import { roleMenuCalls } from '../contract/role-menu.ts'
import { rolePeople } from '../contract/role-people.ts'
import {
  addDepartments,
  addGroup,
  addPerson,
  addRole,
  logIn,
  makeAdmin,
  openAccessWorld,
  openCompany,
  type Person,
} from './access-world.ts'

// Whatever is done, a company keeps an administrator who can log in.

let world: World
beforeAll(async () => {
  world = await openAccessWorld()
})
afterAll(() => world.close())

const kept = { code: identityErrors.lastAdmin.code }

async function adminsOf(companyId: string): Promise<number> {
  const rows = await world.rows(
    `select from identity.role r
     join identity.role_account held on held.company_id = r.company_id and held.role_id = r.id
     join identity.account a on a.company_id = held.company_id and a.id = held.account_id
     where r.company_id = $1 and r.code = 'admin' and a.is_enabled and a.removed_at is null and a.password_hash is not null`,
    [companyId],
  )
  return rows.length
}

test('the only one is not taken from the role, nor is the role deleted, emptied or given to groups', async () => {
  const { admin, adminRoleId, boss, companyId } = await openCompany(world)
  const as = world.as(admin)
  expect(await as.call(rolePeople.removeRoleStaff, { roleId: adminRoleId, staffIds: [boss.id] })).toMatchObject(kept)
  const fixed = { code: roleErrors.adminFixed.code }
  expect(await as.call(role.deleteRole, { id: adminRoleId, isConfirmed: true })).toMatchObject(fixed)
  const emptied = { roleId: adminRoleId, version: 1, menus: [], rights: [] }
  expect(await as.call(roleMenuCalls.setRoleMenu, emptied)).toMatchObject(fixed)
  const groupId = await addGroup(world, companyId, [boss])
  expect(await as.call(rolePeople.associateStaffGroup, { roleId: adminRoleId, groupIds: [groupId] })).toMatchObject({
    code: roleErrors.adminWithoutGroups.code,
  })
  expect(await adminsOf(companyId)).toBe(1)
})

test('nobody disables or removes themselves; who keeps the roster does it to no administrator', async () => {
  const { admin, boss, companyId } = await openCompany(world)
  const keeper = await addPerson(world, companyId, { name: '人事' })
  const rights = Object.values(staffMenu.rights).filter(({ code }) => !code.endsWith(':view'))
  await addRole(world, companyId, { menus: [{ menu: staffMenu }], rights }, [keeper])
  const ways = async (session: { token: string }) => {
    const as = world.as(session)
    return [
      (await as.call(staff.remove, { id: boss.id })).code,
      (await as.call(staff.removes, { ids: [boss.id] })).code,
      (await as.call(staff.enables, { ids: [boss.id], isEnabled: false })).code,
    ]
  }
  expect(await ways(admin)).toEqual(Array.from({ length: 3 }, () => staffErrors.notYourself.code))
  expect(await ways(await logIn(world, keeper))).toEqual(Array.from({ length: 3 }, () => staffErrors.stronger.code))
  expect(await adminsOf(companyId)).toBe(1)
})

test('somebody who was invited and has no password yet does not count as the one who stays', async () => {
  const { admin, adminRoleId, boss, companyId } = await openCompany(world)
  const as = world.as(admin)
  const invited = await addPerson(world, companyId, { name: '受邀人' })
  await as.get(rolePeople.addRoleStaff, { roleId: adminRoleId, staffIds: [invited.id] })
  await world.rows('update identity.account set password_hash = null where id = $1', [invited.id])
  const leave = { roleId: adminRoleId, staffIds: [boss.id] }
  expect(await as.call(rolePeople.removeRoleStaff, leave)).toMatchObject(kept)
  const ready = await addPerson(world, companyId, { name: '继任者' })
  await as.get(rolePeople.addRoleStaff, { roleId: adminRoleId, staffIds: [ready.id] })
  expect(await as.call(rolePeople.removeRoleStaff, leave)).toMatchObject({ code: 0 })
  expect(await adminsOf(companyId)).toBe(1)
})

test('two who disable, or remove, each other at once: one stays', async () => {
  for (const way of ['disable', 'remove'] as const) {
    const { admin, boss, companyId } = await openCompany(world)
    const second = await addPerson(world, companyId, { name: '第二位' })
    await makeAdmin(world, second)
    const other = await logIn(world, second)
    const act = (session: { token: string }, { id }: Person) =>
      way === 'disable'
        ? world.as(session).call(staff.enables, { ids: [id], isEnabled: false })
        : world.as(session).call(staff.removes, { ids: [id] })
    await Promise.all([act(admin, second), act(other, boss)])
    expect(await adminsOf(companyId)).toBe(1)
  }
})

test('an outside candidate who is the only one with a password is not linked away', async () => {
  const { admin, adminRoleId, boss, companyId } = await openCompany(world)
  const outside = await addPerson(world, companyId, { name: '外部管理员' })
  const employee = await addPerson(world, companyId, { name: '员工' })
  await world.rows('update org.staff set staff_source = 2 where id = $1', [outside.id])
  await world.as(admin).get(rolePeople.addRoleStaff, { roleId: adminRoleId, staffIds: [outside.id] })
  await world.rows('update identity.account set password_hash = null where id = $1', [boss.id])
  const link = { outerStaffId: outside.id, staffId: employee.id }
  expect(await world.as(admin).call(outerStaff.linkOuterStaff, link)).toMatchObject(kept)
  expect(await adminsOf(companyId)).toBe(1)
})

test('a deleted department takes its people elsewhere, the administrator among them, with their role', async () => {
  const { admin, boss, companyId } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null, 研发部: '总部' })
  await world.rows('update org.staff set department_id = $2 where id = $1', [boss.id, of('研发部')])
  const gone = { id: of('研发部'), targetDepartmentId: of('总部') }
  expect(await world.as(admin).get(department.delete, gone)).toMatchObject({ movedStaffCount: 1 })
  expect(await adminsOf(companyId)).toBe(1)
})

test('a former administrator who is recovered is one again, and the present one stays one', async () => {
  const { admin, companyId } = await openCompany(world)
  const of = await addDepartments(world, companyId, { 总部: null })
  const former = await addPerson(world, companyId, { name: '前任', departmentId: of('总部') })
  await makeAdmin(world, former)
  const as = world.as(admin)
  await as.get(staff.removes, { ids: [former.id] })
  expect(await adminsOf(companyId)).toBe(1)
  const { version } = await as.get(restore.getRest, { id: former.id })
  await as.get(restore.modifyRecovery, { id: former.id, version })
  expect(await adminsOf(companyId)).toBe(2)
})
