import { FilterDrawer, type PickApi } from '@kaopei/web'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DepartmentNode, department } from '../../contract/department.ts'
import { type StaffPickRow, staff } from '../../contract/staff.ts'
import {
  DepartmentPicker,
  type DepartmentPickerProps,
  StaffPicker,
  type StaffPickerProps,
  StaffTab,
  staffSelectionOf,
} from '../parts.tsx'

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`

function person(number: number, name: string): StaffPickRow {
  return {
    id: idOf(number),
    staffId: idOf(number),
    name,
    nameAccount: `${name}(u${number})`,
    loginAccount: `u${number}`,
    jobNumber: null,
    selected: false,
    department: '生产部',
    departmentId: idOf(900),
    departmentPath: '总部/生产部',
    phone: null,
    email: number === 2 ? null : `u${number}@example.com`,
    staffSource: 1,
  }
}
const people = [person(1, '赵一'), person(2, '钱二'), person(3, '孙三')]
const picked = { id: idOf(50), name: '周五', loginAccount: 'u50' }

function branch(number: number, name: string, children: DepartmentNode[] = []): DepartmentNode {
  const counts = { staffCount: 1, totalCount: 1 + children.length, sort: number }
  return { id: idOf(number), name, parentId: null, hasChildren: children.length > 0, isSelectable: true, children, ...counts }
}
const tree = [branch(900, '总部', [branch(901, '生产部'), branch(903, '安全部')])]

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

async function openStaff(props: Partial<StaffPickerProps> = {}, totalCount = 3) {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  screen = await openScreen(<StaffPicker open onClose={onClose} onConfirm={onConfirm} {...props} />, '/x', [
    [staff.listFast, { dataList: people, totalCount }],
    [department.getDepartmentTree, [branch(901, '生产部'), branch(903, '安全部')]],
  ])
  await screen.sees('赵一')
  return { onConfirm, onClose }
}

async function openDepartments(props: Partial<DepartmentPickerProps> = {}) {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  screen = await openScreen(<DepartmentPicker open onClose={onClose} onConfirm={onConfirm} {...props} />, '/x', [
    [department.getDepartmentTree, ({ parentId }: { parentId?: string }) => (parentId ? tree[0]?.children : tree)],
  ])
  await screen.sees('生产部')
  return { onConfirm, onClose }
}

/** Clicks what a screen reader calls so. */
async function press(label: string) {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}`)
  await act(async () => found.click())
}

/** Messages and questions are drawn by a chunk of their own, which the first of them loads. */
async function hears(text: string) {
  await act(() => vi.dynamicImportSettled())
  await screen.sees(text)
}

const lines = () => [...document.querySelectorAll('.ant-tree-treenode')]
const nameOf = (line: Element) => line.querySelector('.kp-branch-name')?.textContent ?? ''

async function tick(name: string, part = '.ant-tree-checkbox') {
  const line = lines().find((one) => nameOf(one) === name)
  const box = line?.querySelector<HTMLElement>(part)
  if (!box) throw new Error(`no department ${name}`)
  await act(async () => box.click())
}
const choose = (name: string) => tick(name, '.ant-tree-node-content-wrapper')
const ticked = () =>
  lines()
    .filter((line) => line.querySelector('.ant-tree-checkbox-checked'))
    .map(nameOf)

const turnTo = (page: '上一页' | '下一页') => press(page)

async function search(text: string) {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="搜索人员"]')
  if (!input) throw new Error('no search')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  await act(async () => void input.dispatchEvent(new Event('input', { bubbles: true })))
  await press('搜索')
}

test('people picked before and now are confirmed together, each once', async () => {
  const { onConfirm, onClose } = await openStaff({ selected: [picked] })
  await press('选择赵一')
  await press('选择孙三')
  await press('选择孙三')
  await screen.sees('已选择(2)')
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0].map(({ name }: { name: string }) => name)).toEqual(['周五', '赵一'])
  expect(onClose).toHaveBeenCalled()
})

test('nothing selected is not confirmed', async () => {
  const { onConfirm, onClose } = await openStaff()
  await screen.sees('请选择...')
  await screen.click('确定')
  await hears('您还没有选择！！')
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

test('a locked person has no close control and survives 清空', async () => {
  await openStaff({ selected: [picked], lockedIds: [picked.id] })
  expect(document.querySelector('[aria-label="移除周五"]')).toBeNull()
  await press('选择赵一')
  await screen.sees('已选择(2)')
  await screen.click('清空')
  await screen.sees('已选择(1)')
  expect(screen.text()).toContain('周五')
})

test('a locked or refused person cannot be ticked', async () => {
  await openStaff({ lockedIds: [idOf(1)], canPick: ({ email }) => (email === null ? '没有邮箱' : null) })
  await press('选择赵一')
  await press('选择钱二')
  expect(screen.text()).toContain('请选择...')
  await press('选择孙三')
  await screen.sees('已选择(1)')
})

test('closing asks only when the selection is another than before', async () => {
  const { onClose } = await openStaff({ selected: [picked] })
  await press('选择赵一')
  await press('选择赵一')
  await screen.click('取消')
  expect(onClose).toHaveBeenCalledTimes(1)
  await press('移除周五')
  await screen.click('取消')
  await hears('当前操作尚未保存，是否确认取消？')
  await hears('确认取消？')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('of several people a single picker keeps the last', async () => {
  const { onConfirm } = await openStaff({ single: true })
  await press('选择赵一')
  await press('选择孙三')
  await screen.sees('已选择(1)')
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0]).toEqual([
    { id: idOf(3), name: '孙三', loginAccount: 'u3', departmentName: '生产部', phone: null, email: 'u3@example.com' },
  ])
})

test('an answer of false keeps the picker open', async () => {
  const { onClose } = await openStaff({ onConfirm: async () => false })
  await press('选择赵一')
  await screen.click('确定')
  await screen.sees('已选择(1)')
  expect(onClose).not.toHaveBeenCalled()
})

test('a new condition begins at page 1 and loses nothing picked', async () => {
  await openStaff({}, 30)
  await press('选择赵一')
  await turnTo('下一页')
  await search('钱')
  await screen.sees('已选择(1)')
  const asked = screen.sent.filter(({ path }) => path === staff.listFast.facts.path).map(({ body }) => body)
  expect(asked.at(-2)).toMatchObject({ pageIndex: 2 })
  expect(asked.at(-1)).toMatchObject({ pageIndex: 1, keyWords: '钱' })
})

test('all that a filter finds is one thing without a list of ids, with exceptions', async () => {
  const onConfirm = vi.fn()
  const tab = (pick: PickApi) => <StaffTab pick={pick} hasSelectAll />
  screen = await openScreen(
    <FilterDrawer open tabs={[{ key: '2', title: '人员', content: tab }]} onClose={() => undefined} onConfirm={onConfirm} />,
    '/x',
    [
      [staff.listFast, { dataList: people, totalCount: 100_000 }],
      [department.getDepartmentTree, []],
    ],
  )
  await screen.click('全选筛选结果（100000 人）')
  await screen.sees('已选择(1)')
  await screen.sees('已选择全部筛选结果')
  await press('选择钱二')
  await screen.sees('已排除 1 人')
  await screen.click('确定')
  const items = onConfirm.mock.calls[0]?.[0]
  expect(staffSelectionOf(items)).toEqual({
    staffIds: [],
    departmentIds: [],
    filters: [{ filter: { state: 1 }, exceptIds: [idOf(2)] }],
  })
})

test('an exception taken back is none, and a whole filter can be given up', async () => {
  const tab = (pick: PickApi) => <StaffTab pick={pick} hasSelectAll />
  screen = await openScreen(
    <FilterDrawer open tabs={[{ key: '2', title: '人员', content: tab }]} onClose={() => undefined} onConfirm={() => false} />,
    '/x',
    [
      [staff.listFast, { dataList: people, totalCount: 3 }],
      [department.getDepartmentTree, []],
    ],
  )
  await screen.click('全选筛选结果（3 人）')
  await press('选择钱二')
  await screen.sees('已排除 1 人')
  await press('选择钱二')
  await screen.sees('已选择全部筛选结果取消全选')
  await screen.click('取消全选')
  await screen.sees('请选择...')
})

test('a tick on a department stands for everything below it, which is shown ticked', async () => {
  const { onConfirm } = await openDepartments()
  await tick('总部')
  await screen.sees('已选择(1)')
  expect(ticked()).toEqual(['总部', '生产部', '安全部'])
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith([{ id: idOf(900), name: '总部' }])
})

test('one taken out of a ticked branch leaves the others ticked', async () => {
  const { onConfirm } = await openDepartments()
  await tick('总部')
  await tick('生产部')
  await screen.sees('已选择(1)')
  expect(ticked()).toEqual(['安全部'])
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith([{ id: idOf(903), name: '安全部' }])
})

test('a branch takes the place of what was picked inside it', async () => {
  await openDepartments({ selected: [{ id: idOf(903), name: '安全部' }] })
  await tick('总部')
  await screen.sees('已选择(1)')
  expect(screen.text()).not.toContain('移除安全部')
})

test('a locked department and all below it stay ticked', async () => {
  const { onConfirm } = await openDepartments({ selected: [{ id: idOf(900), name: '总部' }], lockedIds: [idOf(900)] })
  await tick('安全部')
  await screen.sees('已选择(1)')
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith([{ id: idOf(900), name: '总部' }])
})

test('of departments a single picker keeps the last', async () => {
  const { onConfirm } = await openDepartments({ single: true })
  await choose('生产部')
  await choose('安全部')
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith([{ id: idOf(903), name: '安全部' }])
})
