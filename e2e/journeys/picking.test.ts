import { join } from 'node:path'
import { exam } from '@kaopei/exam/contract/exam'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { staff } from '@kaopei/org/contract/staff'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator } from './api.ts'
import { newDepartment } from './newcomers.ts'

let visitor: Visitor
let client: DemoClient
beforeAll(async () => {
  client = await administrator()
  visitor = await newVisitor()
  await logInToConsole(visitor.page, accountOf('企业管理员'))
})
afterAll(() => dismissVisitors())

/** Two pages of people who have an address, as reviewers must, and a name that nobody else has: others hire and leave meanwhile. */
async function twoPages(stamp: string) {
  const departmentId = await newDepartment(client, `选人部${stamp}`)
  for (let number = 0; number < 11; number += 1) {
    const digits = `${stamp.slice(1)}${String(number).padStart(2, '0')}`
    const wish = { name: `选人${stamp}${number}`, phone: `18${digits}`, email: `pick${digits}@example.com` }
    await client.call(staff.create, { ...wish, departmentId })
  }
  const page = async (pageIndex: number) =>
    (await client.call(staff.listFast, { keyWords: `选人${stamp}`, pageIndex, pageSize: 10 })).dataList
  return [await page(1), await page(2)] as const
}

test('people are picked on two pages, those who are locked stay as they are, and closing asks before it forgets', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const { page } = visitor
  const stamp = Date.now().toString().slice(-8)
  const [[locked, first], [second]] = await twoPages(stamp)
  if (!locked || !first || !second) throw new Error('eleven people are two pages')
  const { id } = await client.call(exam.save, {
    name: `选人旅程 ${stamp}`,
    reviewStaffIds: [locked.id],
  })
  await page.goto(`${inject('baseUrl')}/createProcess/createStepFour?id=${id}`)
  const drawer = page.getByRole('dialog', { name: '选择阅卷官' })
  const box = (name: string) => drawer.getByRole('checkbox', { name: `选择${name}`, exact: true })
  const open = () => page.getByRole('button', { name: '添加阅卷官' }).click()
  const search = drawer.getByPlaceholder(/姓名|账号/).first()
  await open()
  await search.fill(`选人${stamp}`)
  await search.press('Enter')
  await box(locked.name).waitFor()
  expect(await box(locked.name).isDisabled()).toBe(true)
  await box(first.name).check()
  await drawer.getByRole('button', { name: '下一页' }).click()
  await box(second.name).check()
  await drawer.getByText('已选择(2)').waitFor()
  // Closing with something picked asks first; staying keeps it.
  await drawer.getByRole('button', { name: /^取\s*消$/ }).click()
  const question = page.getByRole('dialog', { name: '确认取消？' })
  await question.getByText('当前操作尚未保存，是否确认取消？').waitFor()
  await question.getByRole('button', { name: '继续编辑' }).click()
  await drawer.getByRole('button', { name: '上一页' }).click()
  expect(await box(first.name).isChecked()).toBe(true)
  await drawer.getByRole('button', { name: /^确\s*定$/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  const { dataList } = await client.call(examPeople.listReviewers, { examinationId: id })
  expect(dataList.map(({ staffId }) => staffId).sort()).toEqual([locked.id, first.id, second.id].sort())
  // An empty choice is told, and the drawer stays.
  await open()
  await drawer.getByRole('button', { name: /^确\s*定$/ }).click()
  await page.getByText('您还没有选择！！').waitFor()
  await drawer.getByRole('button', { name: /^取\s*消$/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  expect(visitor.problems).toEqual([])
})
