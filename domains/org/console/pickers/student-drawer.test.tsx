import { openScreen, type Screen } from '@kaopei/web/testing'
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { department } from '../../contract/department.ts'
import { staff } from '../../contract/staff.ts'
import { StudentDrawer } from '../parts.tsx'
import { type Student, type StudentCalls, updatedExam, withoutDoubles } from './students.ts'

vi.setConfig({ testTimeout: 60_000 })

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const student = (number: number, name: string): Student => ({
  id: idOf(number),
  name,
  loginAccount: `u${number}`,
  department: '生产部',
  phone: `138****000${number}`,
  email: `u${number}@example.com`,
})
const zhao = student(1, '赵一')
const qian = student(2, '钱二')
const row = (one: Student) => ({ ...one, staffId: one.id, nameAccount: one.name, jobNumber: null, staffSource: 1 })
const answers = [
  [staff.listFast, { dataList: [zhao, qian].map(row), totalCount: 2 }],
  [department.getDepartmentTree, []],
] as const

let screen: Screen
let kept: readonly Student[] = []
beforeEach(() => {
  kept = []
})
// Not every test opens one, and whichever comes first has none of before.
afterEach(() => (screen as Screen | undefined)?.close())

function Page({ first, callsOf }: { readonly first: readonly Student[]; readonly callsOf?: (examId: string) => StudentCalls }) {
  const [students, setStudents] = useState(first)
  kept = students
  return <StudentDrawer open onClose={() => undefined} students={students} onChange={setStudents} {...(callsOf && { callsOf })} />
}

async function press(label: string) {
  const all = [...document.querySelectorAll<HTMLElement>(`[aria-label="${label}"]`)]
  if (all.length === 0) throw new Error(`nothing is called ${label}`)
  await act(async () => all.at(-1)?.click())
}

async function hears(text: string) {
  await act(() => vi.dynamicImportSettled())
  await screen.sees(text)
}

/** The button of the drawer or dialog that was opened last. */
async function clickLast(name: string) {
  const all = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent?.replaceAll(' ', '') === name)
  if (all.length === 0) throw new Error(`no button ${name}`)
  await act(async () => all.at(-1)?.click())
}

test('it is 913 px wide and lists account, name, department, phone and e-mail, each with 移除', async () => {
  screen = await openScreen(<Page first={[zhao]} />, '/x', answers)
  await screen.sees('赵一')
  expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('913px')
  for (const text of ['学员管理', '添加学员', '批量删除', '账号', '姓名', '部门', '手机号', '邮箱', '移除', 'u1@example.com']) {
    expect(screen.text()).toContain(text)
  }
})

test('without an exam to update only the local list changes, and doubles are filtered with a warning', async () => {
  const callsOf = vi.fn()
  screen = await openScreen(<Page first={[zhao]} callsOf={callsOf} />, '/projectInfo/projectStudent?type=exam&id=e1', answers)
  await screen.click('添加学员')
  await screen.sees('钱二')
  await press('选择赵一')
  await press('选择钱二')
  await clickLast('确定')
  await hears('已自动过滤重复人员')
  expect(kept.map(({ name, phone }) => [name, phone])).toEqual([
    ['赵一', zhao.phone],
    ['钱二', qian.phone],
  ])
  expect(callsOf).not.toHaveBeenCalled()
})

test('an exam that is being updated stores every change', async () => {
  const add = vi.fn(async () => ({ addedCount: 1, repeatedCount: 0, skippedCount: 0 }))
  const remove = vi.fn(async () => true)
  const list = { key: 'students of e1', read: async () => ({ dataList: [zhao], totalCount: 1 }) }
  const callsOf = (examId: string) => (examId === 'e1' ? { list, add, remove } : { list, add: vi.fn(), remove: vi.fn() })
  const address = '/projectInfo/projectStudent?type=exam&id=e1&actionType=update'
  screen = await openScreen(<Page first={[]} callsOf={callsOf} />, address, answers)
  await screen.click('添加学员')
  await screen.sees('钱二')
  await press('选择钱二')
  await clickLast('确定')
  await hears('添加成功')
  expect(add).toHaveBeenCalledWith([expect.objectContaining({ id: qian.id, name: '钱二' })])
  await press('移除赵一')
  await hears('确定移除该学员吗？')
  await clickLast('确定')
  await hears('删除成功')
  expect(remove).toHaveBeenCalledWith([zhao.id])
})

test('of something stored every change is stored, and the server says who was there already', async () => {
  const add = vi.fn(async () => ({ addedCount: 0, repeatedCount: 1, skippedCount: 1 }))
  const remove = vi.fn(async () => true)
  const rows = [{ ...zhao, stays: '已开始考试，不能移除' }]
  const stored = { list: { key: 'students', read: async () => ({ dataList: rows, totalCount: 1 }) }, add, remove }
  screen = await openScreen(<StudentDrawer open onClose={() => undefined} stored={stored} />, '/x', answers)
  await screen.sees('赵一')
  const button = document.querySelector<HTMLButtonElement>('[aria-label="移除赵一"]')
  expect([button?.disabled, button?.title]).toEqual([true, '已开始考试，不能移除'])
  await screen.click('添加学员')
  await screen.sees('钱二')
  await press('选择钱二')
  await clickLast('确定')
  await hears('已自动过滤重复人员，1 人已停用或不在管理范围内')
  expect(remove).not.toHaveBeenCalled()
})

test('several are removed together; without a choice it says so', async () => {
  screen = await openScreen(<Page first={[zhao, qian]} />, '/x', answers)
  await screen.click('批量删除')
  await hears('请先选择学员')
  await press('选择赵一')
  await press('选择钱二')
  await screen.click('批量删除')
  await hears('确定移除选中的 2 名学员吗？')
  await clickLast('确定')
  await screen.sees('暂无数据')
  expect(kept).toEqual([])
})

test.each([
  ['type=exam&id=e1&actionType=update', 'e1'],
  ['type=course&id=e1&actionType=update', undefined],
  ['type=exam&id=e1', undefined],
  ['type=exam&actionType=update', undefined],
])('%s is about the exam %s', (query, examId) => {
  expect(updatedExam(new URLSearchParams(query))).toBe(examId)
})

test('somebody twice among the wanted is a double too', () => {
  expect(withoutDoubles([zhao, zhao, qian], (id) => id === qian.id)).toEqual({ fresh: [zhao], doubles: 2 })
})
