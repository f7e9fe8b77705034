import { buffer } from 'node:stream/consumers'
import { storeFile } from '@kaopei/files/server'
import { download, jobState } from '@kaopei/jobs/contract/download'
import { failing, type TestActor, type World } from '@kaopei/server/testing'
import { writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffErrors } from '../../contract/errors.ts'
import { outerStaff, restore } from '../../contract/restore.ts'
import { staff } from '../../contract/staff.ts'
import { staffImport } from '../../contract/staff-import.ts'
import { addPerson as addByOtherRoom } from '../index.ts'
import { addDepartments, addPerson, nextPhone, openOrgWorld } from '../org-arrange.ts'

let world: World
beforeAll(async () => {
  world = await openOrgWorld()
})
afterAll(() => world.close())

const full = staffErrors.noSeatLeft.code

const setQuota = (companyId: string, quota: number | null) =>
  world.rows('update identity.company set staff_quota = $2 where id = $1', [companyId, quota])

async function heads(companyId: string): Promise<number> {
  const [row] = await world.rows<{ n: number }>(
    `select count(*)::int as n from org.staff
     where company_id = $1 and removed_at is null and is_enabled and staff_source = 1`,
    [companyId],
  )
  return row?.n ?? -1
}

async function companyWith(people: number, quota: number | null) {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, { 总部: null })
  const departmentId = department('总部')
  const ids: string[] = []
  for (let n = 0; n < people; n++) ids.push(await addPerson(world, admin, { name: `员工${n}`, departmentId }))
  await setQuota(admin.companyId, quota)
  const create = (more: { staffSource?: 1 | 2 } = {}) =>
    world.as(admin).call(staff.create, { name: '新人', phone: nextPhone(), departmentId, ...more })
  return { admin, companyId: admin.companyId, departmentId, ids, create }
}

async function importPeople(admin: TestActor, count: number, more: { isJob?: boolean; isAllOrNothing?: boolean } = {}) {
  const columns = ['*姓名', '*手机号', '*部门'].map((title) => ({ title }))
  const rows = Array.from({ length: count }, (_, n) => [`导入${n}`, nextPhone(), '总部'])
  const { companyId } = admin
  const body = await buffer(writeXlsx({ templateVersion: 'staff/1', sheets: [{ name: '员工导入', columns, rows }] }))
  const file = { companyId, name: '员工.xlsx', contentType: 'application/octet-stream', purpose: 'import', body }
  const { fileId } = await world.inCompany(companyId, (db) =>
    storeFile(db, world.services, { ...file, createdBy: admin.staffId }, failing),
  )
  return world.as(admin).call(staffImport.batchImport, { fileId, ...more })
}

test('the last seat is given once, also to two who ask at the same time', async () => {
  const { companyId, create } = await companyWith(2, 4)
  const answers = await Promise.all([create(), create(), create(), create(), create()])
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 0, full, full, full])
  expect(await heads(companyId)).toBe(4)
  const refused = await create()
  expect(refused).toMatchObject({
    code: full,
    message: '企业的员工名额为4人，已用完。请先停用或删除不再使用的员工，或联系平台管理员提高名额',
    data: { quota: 4, free: 0, added: 1 },
  })
})

test('without a quota everybody comes; a quota below those who are here takes nobody away', async () => {
  const { admin, companyId, create, ids } = await companyWith(3, null)
  expect((await create()).code).toBe(0)
  await setQuota(companyId, 1)
  expect((await create()).code).toBe(full)
  expect(await heads(companyId)).toBe(4)
  await world.as(admin).get(staff.modify, { id: ids[0] ?? '', version: 1, name: '改名' })
})

test('outside candidates and disabled people need no seat; who is enabled again does', async () => {
  const { admin, companyId, create, ids } = await companyWith(2, 2)
  const as = world.as(admin)
  const outside = await create({ staffSource: 2 })
  expect(outside.code).toBe(0)
  const [first = '', second = ''] = ids
  await as.get(staff.enables, { ids: [first], isEnabled: false })
  expect((await create()).code).toBe(0)
  expect((await as.call(staff.enables, { ids: [first], isEnabled: true })).code).toBe(full)
  // Who is enabled already takes no second seat.
  expect((await as.call(staff.enables, { ids: [second], isEnabled: true })).code).toBe(0)
  await as.get(staff.remove, { id: second, reason: '' })
  expect((await as.call(staff.enables, { ids: [first, second], isEnabled: true })).code).toBe(0)
  expect(await heads(companyId)).toBe(2)
})

test('a removed employee comes back only to a free seat; a disabled one and a candidate come back without', async () => {
  const { admin, companyId, create, departmentId, ids } = await companyWith(3, 3)
  const as = world.as(admin)
  const [first = '', second = '', third = ''] = ids
  const { id: outsideId } = await as.get(staff.create, { name: '考生', phone: nextPhone(), departmentId, staffSource: 2 })
  await as.get(staff.enables, { ids: [second], isEnabled: false })
  await as.get(outerStaff.linkOuterStaff, { outerStaffId: outsideId, staffId: third })
  await as.get(staff.removes, { ids: [first, second] })
  await create()
  await create()
  expect(await heads(companyId)).toBe(3)
  expect((await as.call(restore.modifyRecovery, { id: first, version: 2 })).code).toBe(full)
  expect((await as.call(restore.modifyRecovery, { id: second, version: 3 })).code).toBe(0)
  const [candidate] = await world.rows<{ version: number }>('select version from org.staff where id = $1', [outsideId])
  expect((await as.call(restore.modifyRecovery, { id: outsideId, version: candidate?.version ?? 0 })).code).toBe(0)
  expect(await heads(companyId)).toBe(3)
  await as.get(staff.remove, { id: third })
  expect((await as.call(restore.modifyRecovery, { id: first, version: 2 })).code).toBe(0)
})

test('an import that is too large for the seats brings nobody and says how many are free', async () => {
  const { admin, companyId } = await companyWith(1, 4)
  const refused = await importPeople(admin, 5, { isAllOrNothing: false })
  expect(refused).toMatchObject({ code: full, data: { quota: 4, free: 3, added: 5 } })
  expect(refused.message).toContain('还可增加3人，本次需要增加5人')
  expect(await heads(companyId)).toBe(1)
  expect(await importPeople(admin, 3)).toMatchObject({ code: 0, data: { successCount: 3 } })
})

test('an import in the background ends with the reason', async () => {
  const { admin, companyId } = await companyWith(1, 3)
  const started = await importPeople(admin, 4, { isJob: true })
  expect(started.code).toBe(0)
  await world.runJobs()
  const [row] = await world.rows<{ id: string }>('select id from jobs.background_job where company_id = $1', [companyId])
  const job = await world.as(admin).get(download.get, { id: row?.id ?? '' })
  expect(job).toMatchObject({ state: jobState.failed })
  expect(job.message).toContain('企业的员工名额为3人，还可增加2人，本次需要增加4人')
  expect(await heads(companyId)).toBe(1)
})

test('seats that end in the middle of a large import: what is in stays, and the reason says how much; all or nothing brings nobody', async () => {
  const { admin, companyId } = await companyWith(1, 5301)
  const endOf = async (isAllOrNothing: boolean) => {
    const started = await importPeople(admin, 5400, { isJob: true, isAllOrNothing })
    await world.runJobs()
    return world.as(admin).get(download.get, { id: started.data.jobId ?? '' })
  }
  const refused = await endOf(true)
  expect(refused).toMatchObject({ state: jobState.failed, message: expect.stringContaining('本次需要增加5400人') })
  expect(await heads(companyId)).toBe(1)
  const halfway = await endOf(false)
  expect(halfway.state).toBe(jobState.failed)
  expect(halfway.message).toContain('还可增加300人，本次需要增加400人')
  expect(halfway.message).toContain('前5000行已经导入（新增5000人）')
  expect(await heads(companyId)).toBe(5001)
})

test('people whom other rooms add take seats too, and people of other companies do not count', async () => {
  const { companyId } = await companyWith(1, 2)
  const add = (name: string) =>
    world.inCompany(companyId, (db) => addByOtherRoom(db, { name, loginAccount: name, now: new Date(), fail: failing }))
  await add('zhang')
  await companyWith(3, 3)
  await expect(add('li')).rejects.toThrow('企业的员工名额为2人')
})
