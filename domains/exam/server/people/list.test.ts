import { messagingModule } from '@kaopei/messaging/server'
import { staffMenu } from '@kaopei/org/contract/menus'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exam } from '../../contract/exam.ts'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { examManage } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { arrangeDraft, arrangeOrganisation, arrangeStaff, base } from '../exam-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, messagingModule()])
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
  expect(await as.get(examPeople.remove, { examinationId: id, staffIds: [other] })).toEqual({ removedCount: 1, leftOut: null })
  expect((await as.get(exam.get, { id })).staffCount).toBe(4)
})

test('candidates come by post, and from the list of another exam; never beyond the data scope', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const as = world.as(admin)
  const [holder = '', other = ''] = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.branch })
  const [far = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const [post] = await world.rows<{ id: string }>("insert into org.post (company_id, name) values ($1, '电工') returning id", [
    companyId,
  ])
  await world.rows('update org.staff set post_id = $1 where id = any($2)', [post?.id, [holder, far]])
  const before = await as.get(exam.save, base)
  await as.get(examPeople.add, { examinationId: before.id, postIds: [post?.id ?? ''], staffIds: [other] })
  const listed = await as.get(examPeople.list, { examinationId: before.id })
  expect(listed.dataList.map(({ staffId }) => staffId).sort()).toEqual([holder, other, far].sort())
  const next = await as.get(exam.save, { ...base, name: '下一场' })
  const clerk = await world.actor({
    companyId,
    rights: [examManage.rights.view, examManage.rights.edit],
    scopes: { examManage: { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } },
  })
  const copied = await world.as(clerk).get(examPeople.add, { examinationId: next.id, examIds: [before.id] })
  expect(copied).toEqual({ addedCount: 2, repeatedCount: 0, skippedCount: 0 })
  const again = await as.get(examPeople.add, { examinationId: next.id, examIds: [before.id], postIds: [post?.id ?? ''] })
  expect(again).toEqual({ addedCount: 1, repeatedCount: 2, skippedCount: 0 })
  const stranger = await world.actor()
  expect(await world.as(stranger).call(examPeople.add, { examinationId: next.id, examIds: [before.id] })).toMatchObject({
    code: 1008,
  })
  expect(await as.call(examPeople.add, { examinationId: next.id })).toMatchObject({ code: 1001 })
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
  expect(await as.get(examPeople.remove, { examinationId: id, staffIds: [far] })).toMatchObject({
    removedCount: 0,
    leftOut: { isAll: true },
  })
  expect(
    await as.call(examOverrides.save, { examinationId: id, staffIds: [far], extraMinutes: 5, reason: '照顾' }),
  ).toMatchObject({
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

test('a reviewer comes from the caller’s scope, and those who are there may stay', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const { id } = await world.as(admin).get(exam.save, base)
  const [near = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.branch })
  const [far = '', there = ''] = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.other })
  await world.as(admin).get(examPeople.saveReviewers, { examinationId: id, reviewStaffIds: [there] })
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } as const
  const rights = [examManage.rights.view, examManage.rights.edit]
  const clerk = world.as(await world.actor({ companyId, rights, scopes: { examManage: scope } }))
  const set = (reviewStaffIds: string[]) => clerk.call(examPeople.saveReviewers, { examinationId: id, reviewStaffIds })
  expect(await set([there, far])).toMatchObject({ code: 2309 })
  expect(await set([there, near])).toMatchObject({ code: 0, data: { totalCount: 1, outOfScopeCount: 1 } })
  const listed = await clerk.get(examPeople.listReviewers, { examinationId: id })
  expect([listed.dataList.map(({ staffId }) => staffId), listed.outOfScopeCount]).toEqual([[near], 1])
  expect(await set([near])).toMatchObject({ code: 0 })
  const all = await world.as(admin).get(examPeople.listReviewers, { examinationId: id })
  expect(all.dataList.map(({ staffId }) => staffId).sort()).toEqual([near, there].sort())
  const { version } = await world.as(admin).get(exam.get, { id })
  const saved = await clerk.call(exam.save, { id, version, name: base.name, reviewStaffIds: [far] })
  expect(saved).toMatchObject({ code: 2309 })
})

test('the record of an exam names to nobody candidates whom their scope does not show', async () => {
  const { admin, companyId, departments } = await arrangeOrganisation(world)
  const [far = ''] = await arrangeStaff(world, companyId, { count: 1, departmentId: departments.other })
  const { id } = await world.as(admin).get(exam.save, base)
  await world.as(admin).get(examPeople.add, { examinationId: id, staffIds: [far] })
  await world.as(admin).get(examOverrides.save, { examinationId: id, staffIds: [far], extraMinutes: 5, reason: '照顾' })
  await world.as(admin).get(examPeople.remove, { examinationId: id, staffIds: [far] })
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } as const
  const clerk = await world.actor({ companyId, rights: [examManage.rights.view], scopes: { examManage: scope } })
  const read = async (who: typeof clerk) => (await world.as(who).get(exam.history, { examinationId: id })).dataList
  const told = JSON.stringify(await read(clerk))
  expect(told).not.toContain(far)
  expect(told).not.toContain('学员1')
  expect(JSON.stringify(await read(admin))).toContain('学员1')
  expect((await read(clerk)).find(({ action }) => action === 'addStaff')?.after).toEqual({ addedCount: 1 })
})

test('phones, addresses and accounts that are one of them are masked for who may not see them, and cannot be guessed', async () => {
  const given = await arrangeOrganisation(world)
  const { draft, staffIds } = await arrangeDraft(world, given, { people: 1 })
  const phone = '13912345678'
  await world.rows('update org.staff set phone = $2, login_account = $2 where id = $1', [staffIds[0], phone])
  const all = { examManage: { kind: 'all' as const } }
  const rights = [examManage.rights.view, examManage.rights.results, examManage.rights.export]
  const clerk = world.as(await world.actor({ companyId: given.companyId, rights, scopes: all }))
  const seeing = [...rights, staffMenu.rights.seePrivate]
  const privy = world.as(
    await world.actor({ companyId: given.companyId, rights: seeing, scopes: { ...all, [staffMenu.name]: { kind: 'all' } } }),
  )
  // The right reaches as far as the scope of the roster, and this one meets nobody there.
  const elsewhere = world.as(await world.actor({ companyId: given.companyId, rights: seeing, scopes: all }))
  const page = { pageIndex: 1, pageSize: 10, examinationId: draft.id }
  const [masked] = (await clerk.get(examPeople.list, page)).dataList
  expect(masked).toMatchObject({ loginAccount: '139****5678', phone: '139****5678', email: expect.stringContaining('***@') })
  expect((await privy.get(examPeople.list, page)).dataList[0]).toMatchObject({ loginAccount: phone, phone })
  expect((await elsewhere.get(examPeople.list, page)).dataList).toEqual([masked])
  expect((await clerk.get(results.list, page)).dataList[0]).toMatchObject({ loginAccount: '139****5678' })
  expect((await privy.get(results.list, page)).dataList[0]).toMatchObject({ loginAccount: phone })
  const paper = { examinationId: draft.id, staffId: staffIds[0] ?? '' }
  expect((await clerk.get(results.get, paper)).candidate).toMatchObject({ loginAccount: '139****5678' })
  for (const list of [examPeople.list, results.list]) {
    const found = async (who: typeof clerk, keyWords: string) => (await who.get(list, { ...page, keyWords })).totalCount
    expect([await found(clerk, '1391'), await found(clerk, phone), await found(privy, '1391')]).toEqual([0, 0, 1])
    expect(await found(elsewhere, '1391')).toBe(0)
  }
})
