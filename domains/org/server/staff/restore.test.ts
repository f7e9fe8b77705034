import { protocolErrors } from '@kaopei/contract'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { department as departmentCalls } from '../../contract/department.ts'
import { staffErrors } from '../../contract/errors.ts'
import { restoreMenu } from '../../contract/menus.ts'
import { outerStaff, recoveryDays, restore } from '../../contract/restore.ts'
import { staff } from '../../contract/staff.ts'
import { enrolOuterStaff, linkedOuterStaff } from '../index.ts'
import { addDepartments, addPerson, openOrgWorld } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

test('a removed person is listed with the reason and comes back with account, department and history', async () => {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, { 总部: null, 研发部: '总部' })
  const as = world.as(admin)
  const id = await addPerson(world, admin, { name: '归来者', departmentId: department('研发部'), jobNumber: 'G1' })
  await as.get(staff.remove, { id, reason: '离职' })
  const { dataList, totalCount } = await as.get(restore.listRest, { keyWords: '归来', departmentId: department('总部') })
  expect(totalCount).toBe(1)
  expect(dataList[0]).toMatchObject({ name: '归来者', removedReason: '离职', isRecoverable: true, isDepartmentGone: false })
  expect(await as.get(restore.getRest, { id })).toMatchObject({ conflicts: [] })
  await as.get(restore.modifyRecovery, { id, version: 2 })
  expect(await as.get(staff.get, { id })).toMatchObject({ department: '研发部', jobNumber: 'G1', isEnabled: true })
  expect((await as.get(restore.listRest, {})).totalCount).toBe(0)
  const account = await world.rows('select removed_at from identity.account where id = $1', [id])
  expect(account).toEqual([{ removed_at: null }])
  const logged = await world.rows(`select target_name from kit.operation_log where company_id = $1 and action = 'recover'`, [
    admin.companyId,
  ])
  expect(logged).toEqual([{ target_name: '归来者' }])
  const memberships = await world.rows(
    'select until is null as open from org.staff_department where staff_id = $1 order by since',
    [id],
  )
  expect(memberships).toEqual([{ open: false }, { open: true }])
})

test('who belonged to no department comes back to none', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const department = await addDepartments(world, admin, { 总部: null })
  const people = [{ name: '路过的考生', phone: '13900139000', email: 'guest@example.com' }]
  const [enrolled] = await world.inCompany(companyId, (db) =>
    enrolOuterStaff(db, people, { now: new Date(), rowNumbers: [1], isAllOrNothing: true }),
  )
  const id = enrolled?.id ?? ''
  const as = world.as(admin)
  await as.get(staff.remove, { id, reason: '' })
  const rest = await as.get(restore.getRest, { id })
  expect(rest).toMatchObject({ departmentId: null, isDepartmentGone: false })
  await as.get(restore.modifyRecovery, { id, version: rest.version })
  expect(await as.get(staff.get, { id })).toMatchObject({ name: '路过的考生', departmentId: null })
  await as.get(staff.remove, { id, reason: '' })
  await as.get(restore.modifyRecovery, { id, version: rest.version + 2, departmentId: department('总部') })
  expect(await as.get(staff.get, { id })).toMatchObject({ department: '总部' })
})

test('what others have taken meanwhile is told all at once and can be changed; a department that is gone is replaced', async () => {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, { 总部: null, 撤销部: '总部' })
  const as = world.as(admin)
  const same = { phone: '13912345678', loginAccount: 'lisi', jobNumber: 'L1', email: 'lisi@example.com' }
  const id = await addPerson(world, admin, { name: '原来的李四', departmentId: department('撤销部'), ...same })
  await as.get(staff.remove, { id, reason: '' })
  await as.get(departmentCalls.delete, { id: department('撤销部') })
  await addPerson(world, admin, { name: '后来的李四', departmentId: department('总部'), ...same })

  const rest = await as.get(restore.getRest, { id })
  expect(rest.isDepartmentGone).toBe(true)
  expect(rest.conflicts.map(({ field, takenByName }) => `${field} ${takenByName}`).sort()).toEqual(
    ['email', 'jobNumber', 'loginAccount', 'phone'].map((field) => `${field} 后来的李四`),
  )
  expect(await as.call(restore.modifyRecovery, { id, version: 2 })).toMatchObject({
    code: staffErrors.departmentMissing.code,
    data: { fields: [{ path: 'departmentId' }] },
  })
  const here = { id, version: 2, departmentId: department('总部') }
  const refused = await as.call(restore.modifyRecovery, here)
  expect(refused.code).toBe(staffErrors.accountTaken.code)
  expect(refused.data).toMatchObject({
    fields: [{ path: 'loginAccount' }, { path: 'phone' }, { path: 'email' }, { path: 'jobNumber' }],
  })
  await as.get(restore.modifyRecovery, { ...here, loginAccount: 'lisi2', phone: '13912345679', email: '', jobNumber: null })
  expect(await as.get(staff.get, { id })).toMatchObject({
    loginAccount: 'lisi2',
    phone: '13912345679',
    email: null,
    department: '总部',
  })
  expect(await as.call(restore.modifyRecovery, here)).toMatchObject({ code: protocolErrors.notFound.code })
})

test('after the recovery window nobody comes back, and others see only their own part of the removed', async () => {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, { 总部: null, 研发部: '总部', 市场部: '总部' })
  const as = world.as(admin)
  const old = await addPerson(world, admin, { name: '早走的', departmentId: department('市场部') })
  const late = await addPerson(world, admin, { name: '刚走的', departmentId: department('研发部') })
  world.now = () => new Date(Date.now() - (recoveryDays + 1) * 86_400_000)
  await as.get(staff.remove, { id: old, reason: '' })
  world.now = () => new Date()
  await as.get(staff.remove, { id: late, reason: '' })
  expect(await as.call(restore.modifyRecovery, { id: old, version: 2 })).toMatchObject({ code: staffErrors.recoveryOver.code })
  expect((await as.get(restore.listRest, {})).dataList).toMatchObject([
    { name: '刚走的', isRecoverable: true },
    { name: '早走的', isRecoverable: false },
  ])
  const some = { kind: 'some', departmentIds: [], subtreeIds: [department('研发部')], ownStaffId: null } as const
  const rights = Object.values(restoreMenu.rights)
  const part = await world.actor({ companyId: admin.companyId, rights, scopes: { [restoreMenu.name]: some } })
  expect((await world.as(part).get(restore.listRest, {})).dataList.map(({ name }) => name)).toEqual(['刚走的'])
  expect(await world.as(part).call(restore.getRest, { id: old })).toMatchObject({ code: protocolErrors.notFound.code })
  expect(
    await world.as(part).call(restore.modifyRecovery, { id: late, version: 2, departmentId: department('市场部') }),
  ).toMatchObject({
    code: staffErrors.departmentMissing.code,
  })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(restore.modifyRecovery, { id: late, version: 2 })).toMatchObject({
    code: protocolErrors.notFound.code,
  })
})

test('an outside candidate is linked to the employee they became, with a log row, and recovering undoes it', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const department = await addDepartments(world, admin, { 总部: null })
  const here = { departmentId: department('总部') }
  const as = world.as(admin)
  const outerStaffId = await addPerson(world, admin, { ...here, name: '候选人', staffSource: 2 })
  const staffId = await addPerson(world, admin, { ...here, name: '新员工' })
  expect(await as.call(outerStaff.linkOuterStaff, { outerStaffId: staffId, staffId: outerStaffId })).toMatchObject({
    code: staffErrors.notLinkable.code,
  })
  await as.get(outerStaff.linkOuterStaff, { outerStaffId, staffId })
  expect((await as.get(staff.list, { staffSource: 2 })).totalCount).toBe(0)
  expect(await as.get(outerStaff.listLinked, { staffId })).toMatchObject([{ id: outerStaffId, name: '候选人' }])
  const linked = await world.inCompany(companyId, (db) => linkedOuterStaff(db, [staffId]))
  expect(linked).toMatchObject([{ id: outerStaffId, staffId }])
  const logged = await world.rows(`select reason from kit.operation_log where company_id = $1 and action = 'link'`, [companyId])
  expect(logged).toEqual([{ reason: '已关联到员工新员工' }])
  await as.get(restore.modifyRecovery, { id: outerStaffId, version: 2 })
  expect(await as.get(outerStaff.listLinked, { staffId })).toEqual([])
})
