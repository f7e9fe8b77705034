import { department } from '@kaopei/org/contract/department'
import { staff } from '@kaopei/org/contract/staff'
import { FilterDrawer, listOf } from '@kaopei/web'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { groupCategory } from '../contract/category.ts'
import { type GroupRow, group } from '../contract/group.ts'
import { groupMember, type MemberRow } from '../contract/member.ts'
import GroupListPage from './group.list.tsx'
import { AssociatedGroupsDrawer, UserGroupTab } from './parts.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const personId = '01990000-0000-7000-8000-000000000002'
const categoryId = '01990000-0000-7000-8000-000000000003'
const row: GroupRow = {
  id,
  name: '内训师储备',
  groupName: '内训师储备',
  descript: '每季度调整',
  staffCount: 12,
  kind: 1,
  categoryId,
  categoryName: '培训对象',
  computedAt: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  version: 1,
}
const member: MemberRow = {
  id: personId,
  staffId: personId,
  name: '赵一',
  nameAccount: '赵一(zhaoyi)',
  loginAccount: 'zhaoyi',
  jobNumber: null,
  department: '生产部',
  departmentId: null,
  phone: null,
  email: null,
  staffSource: 1,
  isEnabled: true,
  since: '2026-03-01T08:00:00.000Z',
}
const category = { id: categoryId, name: '培训对象', parentId: null, sort: 0, groupCount: 1, version: 1, children: [] }

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const answers = [
  [group.listStaffGroupPage, { dataList: [row], totalCount: 1 }],
  [groupCategory.listStaffGroupCate, [category]],
  [groupMember.listStaffGroupMember, { dataList: [member], totalCount: 1 }],
  [groupMember.removeStaffGroupMember, { count: 1, staffCount: 11 }],
  [groupMember.addStaffGroupMember, { count: 100000, staffCount: 100012 }],
  [group.createStaffGroup, { id, staffCount: 0 }],
  [group.previewStaffGroupRule, { staffCount: 3, addedCount: 3, removedCount: 0, dataList: [member], added: [], removed: [] }],
  [group.exportStaffGroup, { jobId: id }],
  [department.getDepartmentTree, []],
  [staff.listFast, { dataList: [], totalCount: 100000 }],
] as const

async function open(query = '') {
  screen = await openScreen(<GroupListPage />, `/business/udp/userGroup${query}`, answers)
  await settle()
  await screen.sees('内训师储备')
}

const settle = () => act(() => vi.dynamicImportSettled())

const sentTo = (endpoint: { readonly facts: { readonly path: string } }) =>
  screen.sent.filter(({ path }) => path === endpoint.facts.path).map(({ body }) => body)

async function press(find: () => Element | null | undefined) {
  const found = await vi.waitFor(() => {
    const element = find()
    if (!(element instanceof HTMLElement)) throw new Error('not on the screen')
    return element
  })
  await act(async () => found.click())
  await settle()
}

const buttonWith = (label: string) => () =>
  [...document.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === label)

test('a category chosen in the tree is in the address, and its groups are asked for from page 1', async () => {
  await open('?pageIndex=2')
  await press(() => document.querySelector('.kp-category-name'))
  expect(screen.address()).toBe(`/business/udp/userGroup?groupCategoryId=${categoryId}`)
  expect(sentTo(group.listStaffGroupPage).at(-1)).toEqual({ groupCategoryId: categoryId, pageIndex: 1, pageSize: 10 })
})

test('a member is removed after a question; a removal of everybody found sends the conditions, not the people', async () => {
  await open()
  await press(buttonWith('查看内训师储备的12名成员'))
  await screen.sees('赵一')
  await press(buttonWith('移除赵一'))
  await screen.sees('确定将赵一移出用户组吗？')
  await press(() => [...document.querySelectorAll('.ant-modal-confirm-btns button, [role=dialog] .ant-btn-primary')].at(-1))
  await vi.waitFor(() =>
    expect(sentTo(groupMember.removeStaffGroupMember)).toEqual([{ id, selection: { staffIds: [personId] } }]),
  )
})

test('all that a filter finds joins by one call without a list of people', async () => {
  await open()
  await press(buttonWith('查看内训师储备的12名成员'))
  await screen.sees('添加成员')
  await screen.click('添加成员')
  await settle()
  await screen.sees('全选筛选结果（100000 人）')
  await screen.click('全选筛选结果（100000 人）')
  await press(buttonWith('确定'))
  await vi.waitFor(() =>
    expect(sentTo(groupMember.addStaffGroupMember)).toEqual([
      { id, selection: { staffIds: [], departmentIds: [], filters: [{ filter: { state: 1, staffSource: 1 }, exceptIds: [] }] } },
    ]),
  )
  await screen.sees('已添加 100000 人')
})

test('a dynamic group is not saved, nor previewed, before its rule is complete', async () => {
  await open()
  await screen.click('新增用户组')
  await settle()
  await screen.sees('动态：按规则自动维护成员')
  await press(() => [...document.querySelectorAll('input[type=radio]')].at(-1))
  await screen.sees('添加条件组')
  await screen.click('预览人员')
  await screen.sees('请选择部门')
  expect(sentTo(group.previewStaffGroupRule)).toEqual([])
  await press(() => [...document.querySelectorAll('button[type=submit]')].at(-1))
  await screen.sees('请输入用户组名称')
  expect(sentTo(group.createStaffGroup)).toEqual([])
})

test('the tab of pickers picks groups with their columns; those there already cannot be picked', async () => {
  const confirmed: unknown[] = []
  screen = await openScreen(
    <FilterDrawer
      open
      tabs={[{ key: '8', title: '选用户组', content: (pick) => <UserGroupTab pick={pick} /> }]}
      onClose={() => undefined}
      onConfirm={(items) => confirmed.push(items.map(({ kind, id: one }) => [kind, one]))}
    />,
    '/',
    answers,
  )
  await settle()
  for (const title of ['用户组名称', '描述', '人数', '内训师储备']) await screen.sees(title)
  await press(() => document.querySelector('tr.ant-table-row'))
  await press(buttonWith('确定'))
  expect(confirmed).toEqual([[['userGroup', id]]])
})

test('attached groups are shown, added by the picker and removed after the question of the specification', async () => {
  const added: unknown[] = []
  const removed: unknown[] = []
  screen = await openScreen(
    <AssociatedGroupsDrawer
      open
      source={listOf(group.listStaffGroupPage)}
      onClose={() => undefined}
      onAdd={(groupIds, mode) => added.push([groupIds, mode])}
      onRemove={({ id: one }) => removed.push(one)}
    />,
    '/',
    answers,
  )
  await settle()
  await screen.sees('关联用户组')
  await screen.sees('添加用户组')
  await press(buttonWith('移除内训师储备'))
  await screen.sees('是否确定移除此用户组, 是否继续?')
  await press(() => [...document.querySelectorAll('[role=dialog] .ant-btn-primary')].at(-1))
  await vi.waitFor(() => expect(removed).toEqual([id]))
})

test('whoever attaches is warned, and groups that may not be attached say why and cannot be picked', async () => {
  const dynamic = { ...row, id: personId, name: '研发部全员', groupName: '研发部全员', kind: 2 }
  screen = await openScreen(
    <AssociatedGroupsDrawer
      open
      source={{ key: 'attached', read: async () => ({ dataList: [{ id, name: '内训师储备', kind: 1 }], totalCount: 1 }) }}
      onClose={() => undefined}
      onAdd={() => true}
      onRemove={() => true}
      warning="谁能修改人员，谁就能决定"
      refusal={({ kind }) => (kind === 2 ? '动态用户组只能由企业管理员关联' : null)}
    />,
    '/',
    [[group.listStaffGroupPage, { dataList: [dynamic], totalCount: 1 }], ...answers.slice(1)],
  )
  await settle()
  await screen.sees('谁能修改人员，谁就能决定')
  await screen.click('添加用户组')
  await settle()
  await screen.sees('动态')
  const refused = () => document.querySelector('tr[title="动态用户组只能由企业管理员关联"]')
  await vi.waitFor(() => expect(refused()?.querySelector('input[type=checkbox]:disabled')).toBeInstanceOf(Element))
})

test('groups that are attached on whatever page cannot be picked once more', async () => {
  const attached = [...Array(10).keys()].map((place) => ({ id: `0199000a-0000-7000-8000-00000000000${place}`, name: `${place}` }))
  const read = async ({ pageIndex = 1, pageSize = 10 }: { pageIndex?: unknown; pageSize?: unknown }) => {
    const from = (Number(pageIndex) - 1) * Number(pageSize)
    const all = [...attached, { id, name: '内训师储备' }]
    return { dataList: all.slice(from, from + Number(pageSize)), totalCount: all.length }
  }
  const drawer = { open: true, onClose: () => undefined, onAdd: () => true, onRemove: () => true }
  screen = await openScreen(<AssociatedGroupsDrawer {...drawer} source={{ key: 'many', read }} />, '/', answers)
  await settle()
  await screen.click('添加用户组')
  await settle()
  await vi.waitFor(() => expect(document.querySelector('tr[title="已添加"]')?.textContent).toContain('内训师储备'))
})
