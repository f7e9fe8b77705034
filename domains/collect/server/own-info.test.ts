import { protocolErrors } from '@kaopei/contract'
import '@kaopei/exam/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePerson } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outerCollection } from '../contract/collection.ts'
import { collectErrors } from '../contract/errors.ts'
import { metaDataField } from '../contract/meta-field.ts'
import { outerField } from '../contract/outer-field.ts'
import { ownInfo } from '../contract/own-info.ts'
import { collectModule, missingInfo } from './index.ts'

// What somebody fills in of themselves.

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, collectModule])
})
afterAll(() => world.close())

let last = 0

interface Person {
  readonly staffSource: 1 | 2
  readonly phone?: string | null
}

/** A person of the company, signed in without any right. */
async function signedIn(
  { companyId }: TestActor,
  { staffSource, phone = `138001390${10 + ++last}` }: Person,
): Promise<TestActor> {
  const staffId = await arrangePerson(world, companyId, { name: '张考生', phone, staffSource })
  return world.actor({ companyId, staffId, name: '张考生', isAdmin: false, rights: [] })
}

async function addExam(companyId: string): Promise<string> {
  const [exam] = await world.rows<{ id: string }>(
    `with paper as (insert into paper.paper (company_id) values ($1) returning id)
     insert into exam.exam (company_id, paper_id, name, created_by) select $1, id, '考试', kit.new_id() from paper returning id`,
    [companyId],
  )
  return exam?.id ?? ''
}

const missing = (actor: TestActor, examId: string) =>
  world.inCompany(actor.companyId, (db) => missingInfo(db, { examId, staffId: actor.staffId }))

test('a candidate fills in what the exam collects; what is missing is named until it is there', async () => {
  const admin = await world.actor()
  const as = world.as(admin)
  const degree = await as.get(outerField.add, { name: '学历', customType: 2, optionContent: ['本科', '硕士'] })
  const examId = await addExam(admin.companyId)
  const lists = { requirement: ['name', 'phone', 'idCard', degree.id], optional: ['gender', 'company'], version: 0 }
  await as.get(outerCollection.saveExamCollection, { id: examId, ...lists })
  const candidate = await signedIn(admin, { staffSource: 2 })
  const own = world.as(candidate)
  expect(await missing(candidate, examId)).toEqual(['身份证号', '学历'])
  expect(await missing(candidate, await addExam(admin.companyId))).toEqual([])

  const before = await own.get(ownInfo.getOwn, { examId })
  expect(before.isComplete).toBe(false)
  expect(before.dataList.map(({ label, isRequired, isFixed }) => [label, isRequired, isFixed])).toEqual([
    ['姓名', true, true],
    ['手机号', true, true],
    ['身份证号', true, false],
    ['学历', true, false],
    ['性别', false, false],
    ['工作单位', false, false],
  ])
  const wrong = await own.call(ownInfo.saveOwn, { examId, values: { idCard: '110', [degree.id]: null, gender: '男' } })
  expect(wrong).toMatchObject({ code: protocolErrors.invalid.code, message: '请输入正确的身份证号' })
  expect(wrong).toHaveProperty('data.fields', [
    { path: 'values.idCard', message: '请输入正确的身份证号' },
    { path: `values.${degree.id}`, message: '请选择学历' },
  ])
  const values = { name: '李冒名', phone: '13900000000', idCard: '11010519491231002x', [degree.id]: '硕士', gender: '女' }
  const after = await own.get(ownInfo.saveOwn, { examId, values })
  expect(after.isComplete).toBe(true)
  expect(Object.fromEntries(after.dataList.map(({ label, content }) => [label, content]))).toEqual({
    姓名: '张考生',
    手机号: expect.stringMatching(/^138\*{4}\d{4}$/),
    身份证号: '11010519491231002X',
    学历: '硕士',
    性别: '女',
    工作单位: null,
  })
  expect(await missing(candidate, examId)).toEqual([])
  const [stored] = await world.rows('select name, gender from org.staff where id = $1', [candidate.staffId])
  expect(stored).toEqual({ name: '张考生', gender: 2 })
})

test('a missing phone is filled in once, and never with that of somebody else', async () => {
  const admin = await world.actor()
  const colleague = await signedIn(admin, { staffSource: 1, phone: '13812340001' })
  expect(colleague.companyId).toBe(admin.companyId)
  const candidate = await signedIn(admin, { staffSource: 2, phone: null })
  const own = world.as(candidate)
  const examId = await addExam(admin.companyId)
  expect(await missing(candidate, examId)).toEqual(['手机号'])
  expect(await own.call(ownInfo.saveOwn, { values: { phone: '13812340001' } })).toMatchObject({
    code: collectErrors.phoneTaken.code,
  })
  expect((await own.get(ownInfo.saveOwn, { values: { phone: '13812340002' } })).isComplete).toBe(true)
  await own.get(ownInfo.saveOwn, { values: { phone: '13812340003' } })
  const [stored] = await world.rows('select phone from org.staff where id = $1', [candidate.staffId])
  expect(stored).toEqual({ phone: '13812340002' })
})

test("one's own page admits new phone numbers where the company does, and nowhere else", async () => {
  const admin = await world.actor()
  const candidate = await signedIn(admin, { staffSource: 2, phone: null })
  const examId = await addExam(admin.companyId)
  expect(await missing(candidate, examId)).toEqual(['手机号'])
  const save = () => world.as(candidate).call(ownInfo.saveOwn, { values: { phone: '19912340009' } })
  expect(await save()).toMatchObject({ code: 1001, message: '请输入正确的电话' })
  await world.rows('update identity.company set allows_new_phone_ranges = true where id = $1', [admin.companyId])
  expect(await save()).toMatchObject({ code: 0 })
})

test("employees fill in the company's own fields, no exam waits for them, and an older page is told what came between", async () => {
  const admin = await world.actor()
  const origin = await world.as(admin).get(metaDataField.create, { name: '籍贯', customType: 1, isRequired: true })
  const employee = await signedIn(admin, { staffSource: 1 })
  const own = world.as(employee)
  const examId = await addExam(admin.companyId)
  expect(await missing(employee, examId)).toEqual([])
  const read = await own.get(ownInfo.getOwn, {})
  expect(read).toMatchObject({ isComplete: false, dataList: [{ label: '籍贯', isRequired: true, content: null }] })
  await world.as(admin).get(outerField.saveStaffValues, { staffId: employee.staffId, values: { [origin.id]: '江苏' } })
  const late = { values: { [origin.id]: '浙江' }, before: { [origin.id]: null } }
  expect(await own.call(ownInfo.saveOwn, late)).toMatchObject({
    code: protocolErrors.changed.code,
    data: { values: { [origin.id]: '江苏' } },
  })
  const again = await own.get(ownInfo.saveOwn, { ...late, before: { [origin.id]: '江苏' } })
  expect(again).toMatchObject({ isComplete: true, dataList: [{ content: '浙江' }] })
})

test('an exam of another company is not there', async () => {
  const admin = await world.actor()
  const candidate = await signedIn(admin, { staffSource: 2 })
  const examId = await addExam((await world.actor()).companyId)
  const notFound = { code: protocolErrors.notFound.code }
  expect(await world.as(candidate).call(ownInfo.getOwn, { examId })).toMatchObject(notFound)
  expect(await world.as(candidate).call(ownInfo.saveOwn, { examId, values: {} })).toMatchObject(notFound)
})
