import { access } from '@kaopei/web'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { department } from '../../contract/department.ts'
import { label } from '../../contract/post.ts'
import { type StaffRow, staff } from '../../contract/staff.ts'
import { personActs } from '../slots.ts'
import StaffListPage from './staff.list.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const departmentId = '01990000-0000-7000-8000-000000000002'
const row: StaffRow = {
  id,
  staffId: id,
  name: '赵一',
  nameAccount: '赵一(zhaoyi)',
  loginAccount: 'zhaoyi',
  jobNumber: null,
  department: '生产部',
  departmentId,
  departmentPath: '总部/生产部',
  phone: '138****0000',
  email: null,
  gender: null,
  post: null,
  postId: null,
  rank: null,
  rankId: null,
  labels: [],
  otherDepartments: [],
  entryDate: null,
  staffSource: 1,
  isEnabled: true,
  isLocked: true,
  lastLoginAt: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  version: 1,
}
const level = ['生产部', '安全部'].map((name, index) => ({
  id: index === 0 ? departmentId : id,
  name,
  parentId: null,
  sort: index,
  staffCount: 1,
  totalCount: 1,
  hasChildren: false,
  isSelectable: true,
}))

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

async function open(query = '') {
  screen = await openScreen(<StaffListPage />, `/business/udp/orgoumgmt${query}`, [
    [staff.list, { dataList: [row], totalCount: 1 }],
    [department.getDepartmentTree, level],
    [staff.export, { jobId: id }],
    [department.save, { id }],
    [label.list, [{ id, name: '骨干', staffCount: 3, version: 1 }]],
    [staff.resets, { list: [{ id, name: '赵一', loginAccount: 'zhaoyi', temporaryPassword: 'x7Kq-once' }], outOfScopeCount: 0 }],
  ])
  await act(() => vi.dynamicImportSettled())
  await screen.sees('zhaoyi')
}

const sentTo = (endpoint: { readonly facts: { readonly path: string } }) =>
  screen.sent.filter(({ path }) => path === endpoint.facts.path).map(({ body }) => body)

async function press(find: () => Element | null | undefined) {
  const found = find()
  if (!(found instanceof HTMLElement)) throw new Error('not on the screen')
  await act(async () => found.click())
  await act(() => vi.dynamicImportSettled())
}

test('a department chosen in the tree is in the address, and its people are asked for from page 1', async () => {
  await open('?pageIndex=2&state=1')
  await press(() => [...document.querySelectorAll('.kp-branch-name')].find(({ textContent }) => textContent === '生产部'))
  expect(screen.address()).toBe(`/business/udp/orgoumgmt?state=1&departmentId=${departmentId}`)
  expect(sentTo(staff.list).at(-1)).toEqual({ departmentId, state: 1, staffSource: 1, pageIndex: 1, pageSize: 10 })
})

test('a new department goes below the chosen one', async () => {
  await open(`?departmentId=${departmentId}`)
  await press(() => document.querySelector('[aria-label="新增部门"]'))
  await screen.sees('上级部门')
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('生产部'))
  const name = document.querySelector('[role=dialog] input')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, '一车间')
    name?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await screen.click('确定')
  await vi.waitFor(() => expect(sentTo(department.save)).toMatchObject([{ name: '一车间', parentId: departmentId }]))
})

test('outside candidates have a tab of their own, kept in the address with what both tabs can ask for', async () => {
  await open(`?keyWords=zhao&departmentId=${departmentId}&postIds=${id}&pageIndex=3`)
  await screen.click('外部考生')
  expect(screen.address()).toBe(`/business/udp/orgoumgmt?keyWords=zhao&departmentId=${departmentId}&staffSource=2`)
  expect(sentTo(staff.list).at(-1)).toEqual({ keyWords: 'zhao', departmentId, staffSource: 2, pageIndex: 1, pageSize: 10 })
  await screen.sees('新增外部考生')
  expect(screen.text()).not.toContain('批量导入')
  await screen.click('内部员工')
  expect(screen.address()).toBe(`/business/udp/orgoumgmt?keyWords=zhao&departmentId=${departmentId}`)
})

test('what a room above adds about a person opens from the row', async () => {
  const Drawer = ({ person }: { readonly person: { readonly name: string } }) => <p>{person.name} · 学习记录</p>
  personActs.fill([{ key: 'learning', label: '学习记录', rights: [], Drawer }])
  await open()
  await press(() => [...document.querySelectorAll('td button')].find(({ textContent }) => textContent?.includes('更多')))
  await press(() => [...document.querySelectorAll('[role=menuitem]')].find(({ textContent }) => textContent === '学习记录'))
  await screen.sees('赵一 · 学习记录')
  personActs.fill([])
})

test('labels are managed from the roster, with how many people have them', async () => {
  await open()
  await screen.click('标签管理')
  await act(() => vi.dynamicImportSettled())
  await screen.sees('骨干')
  expect(screen.text()).toContain('3人')
})

test('the export asks for what the list shows', async () => {
  await open(`?keyWords=zhao&departmentId=${departmentId}&pageSize=20`)
  await screen.click('导出')
  expect(sentTo(staff.export)).toEqual([{ keyWords: 'zhao', departmentId, staffSource: 1 }])
})

test('temporary passwords are on the screen until they have been saved, and then no more', async () => {
  await open()
  await press(() => document.querySelector('tr.ant-table-row input[type=checkbox]'))
  await screen.click('重置密码')
  await act(() => vi.dynamicImportSettled())
  await screen.sees('原密码立即失效')
  await press(() => document.querySelector('[role=dialog] input[value=mail]'))
  await press(() => [...document.querySelectorAll('[role=dialog] button')].at(-1))
  await screen.sees('x7Kq-once')
  expect(sentTo(staff.resets)).toEqual([{ ids: [id], ways: ['mail'] }])
  await screen.click('我已保存')
  await vi.waitFor(() => expect(screen.text()).not.toContain('x7Kq-once'))
})

test('without a right a button says so, opens nothing and asks for nothing', async () => {
  await open()
  await act(async () => access.set({ isAdmin: false, rights: new Set([]) }))
  await screen.click('新增员工')
  await act(() => vi.dynamicImportSettled())
  await screen.sees('no permission')
  await screen.click('导出')
  expect(sentTo(staff.export)).toEqual([])
  expect(screen.text()).not.toContain('生成临时密码')
})
