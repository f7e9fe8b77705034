import { FilterDrawer, type PickTab, pickTabs, pickTypes } from '@kaopei/web'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { directStaff } from '../../contract/direct-staff.ts'
import { post, postGroup } from '../../contract/post.ts'
import { DirectStaffTab, JobTab, PersonalTab, SingleAddTab } from '../parts.tsx'
import { peopleOf } from './import-tab.tsx'
import { pickedPeople, problemsOf } from './single-people.ts'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen | undefined
afterEach(() => {
  screen?.close()
  screen = undefined
})

const onConfirm = vi.fn()
async function open(content: PickTab['content'], answers: Parameters<typeof openScreen>[2] = []): Promise<Screen> {
  onConfirm.mockReset()
  const tabs = [{ key: '1', title: '列表', content }]
  const opened = await openScreen(
    <FilterDrawer open tabs={tabs} onClose={() => undefined} onConfirm={onConfirm} />,
    '/x',
    answers,
  )
  screen = opened
  return opened
}

async function fill(label: string, value: string) {
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
  if (!input) throw new Error(`no field ${label}`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  await act(async () => void input.dispatchEvent(new Event('input', { bubbles: true })))
}

async function press(label: string) {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}`)
  await act(async () => found.click())
}

const row = (name: string, phone: string, email: string) => ({ key: '1', name, phone, email })

test('the names of tabs lead to the types as specified', () => {
  const types = Object.fromEntries(Object.entries(pickTabs).map(([name, { type }]) => [name, type]))
  const { department, staff, post: job, personal, exam, userGroup, single, import: file } = pickTypes
  expect(types).toEqual({
    ...{ '1': department, '2': staff, '3': job, '4': staff, '5': staff, '6': personal },
    ...{ '7': exam, '8': userGroup, '9': single, '10': file },
  })
  expect([single, file]).toEqual([11, 12])
})

test.each([
  [row('', '', ''), { name: '姓名不能为空', phone: '电话不能为空', email: '邮箱不能为空' }],
  [row('张三', '12345', 'a@b'), { phone: '请输入正确的电话', email: '请输入正确的邮箱地址' }],
  [row('张三', '19900000000', 'a@b.cn'), { phone: '请输入正确的电话' }],
  [row('张三', '013800000000', 'a.b-c@b.com.cn'), {}],
  [row(' ', '13800000000', 'a@b.cn'), { name: '姓名不能为空' }],
])('%j has the problems %j', (person, problems) => {
  expect(problemsOf(person)).toEqual(problems)
})

test('in a table a wrong phone number has the words of tables', () => {
  expect(problemsOf(row('张三', '1', 'a@b.cn'), '手机格式不正确')).toEqual({ phone: '手机格式不正确' })
  // The company's own rule of numbers holds here as it does at the server.
  expect(problemsOf(row('张三', '19912345678', 'a@b.cn'), undefined, false)).toEqual({ phone: '请输入正确的电话' })
  expect(problemsOf(row('张三', '19912345678', 'a@b.cn'), undefined, true)).toEqual({})
})

test('a phone number typed twice is one person', () => {
  expect(pickedPeople([row('张三', '13800000000', 'a@b.cn'), row('张三', ' 13800000000 ', 'a@b.cn')])).toHaveLength(1)
})

test('typed people are checked, picked and can have several rows', async () => {
  const { click, sees } = await open((pick) => <SingleAddTab pick={pick} />)
  await sees('加入已选')
  expect(document.querySelector('[aria-label="删除第 1 行"]')).toBeNull()
  await press('在第 1 人后添加一行')
  expect(document.querySelector('[aria-label="删除第 1 行"]')).not.toBeNull()
  await press('删除第 2 行')
  await fill('姓名（第 1 人）', '张三')
  await click('加入已选')
  await sees('电话不能为空')
  await sees('邮箱不能为空')
  await fill('电话（第 1 人）', '13800000000')
  await fill('邮箱（第 1 人）', 'zhang@example.com')
  await click('加入已选')
  await sees('已选择(1)')
})

test('what is typed but not yet picked is confirmed too, and stops when it is wrong', async () => {
  const { click, sees } = await open((pick) => <SingleAddTab pick={pick} />)
  await sees('加入已选')
  await fill('姓名（第 1 人）', '张三')
  await fill('电话（第 1 人）', '138')
  await fill('邮箱（第 1 人）', 'zhang@example.com')
  await click('确定')
  await sees('请输入正确的电话')
  expect(onConfirm).not.toHaveBeenCalled()
  await fill('电话（第 1 人）', '13800000000')
  await click('确定')
  const data = { name: '张三', phone: '13800000000', email: 'zhang@example.com' }
  expect(onConfirm).toHaveBeenCalledWith([{ kind: 'single', id: data.phone, name: data.name, detail: data.phone, data }])
})

test('people of an import are its rows, or its bare ids', () => {
  expect(peopleOf({ list: [{ id: 'a', name: '张三' }], outerStaffIds: 'a' })).toEqual([{ kind: 'import', id: 'a', name: '张三' }])
  expect(peopleOf({ outerStaffIds: 'a, b,' }).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(peopleOf({ successCount: 3 })).toEqual([])
})

test('posts are listed by the tree of their groups', async () => {
  const group = { id: 'g1', name: '技术类', parentId: null, sort: 0, version: 1, postCount: 1, children: [] }
  const engineer = { id: 'p1', name: '工程师', code: null, groupId: 'g1', groupName: '技术类', descript: '', sort: 0 }
  const rows = [{ ...engineer, staffCount: 3, version: 1 }]
  const { click, sees, sent } = await open(
    (pick) => <JobTab pick={pick} />,
    [
      [postGroup.getPostGroupTree, [group]],
      [post.list, { dataList: rows, totalCount: 1 }],
    ],
  )
  await sees('工程师')
  const branch = [...document.querySelectorAll<HTMLElement>('.ant-tree-node-content-wrapper')].at(-1)
  await act(async () => branch?.click())
  await sees('工程师')
  expect(sent.filter(({ path }) => path === post.list.facts.path).at(-1)?.body).toMatchObject({ groupId: 'g1', pageIndex: 1 })
  await press('选择工程师')
  await click('确定')
  expect(onConfirm.mock.calls[0]?.[0]).toMatchObject([{ kind: 'post', id: 'p1', name: '工程师' }])
})

test('直属 and 个人 ask for the people around the caller, 个人 with oneself', async () => {
  const answers = [[directStaff.listDirect, { dataList: [], totalCount: 0 }]] as const
  const first = await open((pick) => <DirectStaffTab pick={pick} />, answers)
  await first.sees('没有符合条件的人员')
  expect(first.sent.at(-1)?.body).not.toHaveProperty('withSelf')
  first.close()
  const second = await open((pick) => <PersonalTab pick={pick} />, answers)
  await second.sees('没有符合条件的人员')
  expect(second.sent.at(-1)?.body).toMatchObject({ withSelf: true })
})
