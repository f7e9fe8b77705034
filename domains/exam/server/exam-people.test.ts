import { messagingModule } from '@kaopei/messaging/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exam } from '../contract/exam.ts'
import { examPeople } from '../contract/exam-people.ts'
import { examManage } from '../contract/menus.ts'
import { examModule } from './exam.module.ts'
import { arrangeOrganisation, arrangeStaff, base } from './exam-arrange.ts'
import { sittingModule } from './sitting.module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, messagingModule()])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

test('candidates come by department with everything below it, and by person; each once', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const inBranch = await arrangeStaff(world, companyId, { count: 3, departmentId: departments.branch })
  const inRoot = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.root })
  const [other = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  await world.rows('update org.staff set is_enabled = false where id = $1', [inRoot[0]])
  const { id } = await as.get(exam.save, base)
  const added = await as.get(examPeople.add, {
    examinationId: id,
    departmentIds: [departments.root],
    staffIds: [other, inBranch[0] ?? ''],
  })
  expect(added).toEqual({ addedCount: 5, repeatedCount: 0, skippedCount: 0 })
  const again = await as.get(examPeople.add, { examinationId: id, staffIds: [other, inRoot[0] ?? ''] })
  expect(again).toEqual({ addedCount: 0, repeatedCount: 1, skippedCount: 1 })
  const page = await as.get(examPeople.list, {
    examinationId: id,
    departmentId: departments.branch,
    keyWords: '学员',
    pageSize: 2,
  })
  expect(page).toMatchObject({ totalCount: 3, dataList: [{ department: '研发部', hasAttempt: false }, {}] })
  expect(await as.get(examPeople.remove, { examinationId: id, staffIds: [other] })).toEqual({ removedCount: 1 })
  expect((await as.get(exam.get, { id })).staffCount).toBe(4)
})

test('whom the data scope does not show can neither be added nor seen', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const [near = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })
  const [far = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const { id } = await world.as(admin).get(exam.save, { ...base, staffIds: [far] })
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } as const
  const clerk = await world.actor({
    companyId,
    rights: [examManage.rights.view, examManage.rights.edit],
    scopes: { examManage: scope },
  })
  const as = world.as(clerk)
  expect(await as.get(examPeople.add, { examinationId: id, staffIds: [near, far] })).toEqual({
    addedCount: 1,
    repeatedCount: 0,
    skippedCount: 1,
  })
  const seen = await as.get(examPeople.list, { examinationId: id })
  expect(seen.dataList.map(({ staffId }) => staffId)).toEqual([near])
  expect(await as.get(examPeople.remove, { examinationId: id, staffIds: [far] })).toEqual({ removedCount: 0 })
  expect(await as.call(examPeople.saveTime, { examinationId: id, staffIds: [far], extraMinutes: 5 })).toMatchObject({
    code: 2309,
  })
})

test('a reviewer has an address and stands on the list once', async () => {
  const { admin, companyId } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const { id } = await as.get(exam.save, base)
  const [withMail = '', without = ''] = await arrangeStaff(world, companyId, { count: 2, withEmail: 1 })
  const set = (reviewStaffIds: string[]) => as.call(examPeople.saveReviewers, { examinationId: id, reviewStaffIds })
  const text = '仅支持填写邮件的账户设置为阅卷官且不能选择相同阅卷官！'
  expect(await set([without])).toMatchObject({ code: 2311, message: text })
  expect(await set([withMail, withMail])).toMatchObject({ code: 2311, message: text })
  expect(await set([withMail])).toMatchObject({ code: 0, data: { totalCount: 1 } })
  expect((await as.get(examPeople.listReviewers, { examinationId: id })).dataList[0]?.staffId).toBe(withMail)
})
