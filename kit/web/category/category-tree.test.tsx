import { endpoint, id, menu } from '@kaopei/contract'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { access } from '../client/access.ts'
import { calling } from '../list/row-actions.tsx'
import { useCall } from '../query.ts'
import { openScreen, type Screen } from '../testing.tsx'
import type { SortedNode } from './category-form.tsx'
import { CategoryTree } from './category-tree.tsx'
import { CategoryForm } from './opened-form.ts'

const { rights } = menu({ name: 'thing', title: '物品', path: '/thing', sort: 1 }, { edit: '编辑', remove: '删除' })
const fields = { name: z.string().min(1, '请输入分类名称'), parentId: id.nullish(), sort: z.coerce.number().optional() }
const list = endpoint({
  path: '/api/v1/thing/category/list',
  summary: '分类树',
  access: 'signedIn',
  audit: 'read',
  output: z.array(z.custom<Category>()),
})
const create = endpoint({
  path: '/api/v1/thing/category/create',
  summary: '新增分类',
  access: rights.edit,
  audit: { action: 'create', target: 'thing' },
  input: z.object(fields),
})
const update = endpoint({
  path: '/api/v1/thing/category/update',
  summary: '修改分类',
  access: rights.edit,
  audit: { action: 'update', target: 'thing' },
  input: z.object({ ...fields, id, name: fields.name.optional(), version: z.number() }),
})
const remove = endpoint({
  path: '/api/v1/thing/category/delete',
  summary: '删除分类',
  access: rights.remove,
  audit: { action: 'delete', target: 'thing' },
  input: z.object({ id }),
})

interface Category extends SortedNode {
  readonly children: readonly Category[]
  readonly count: number
}
const idOf = (last: number) => `01990000-0000-7000-8000-00000000000${last}`
const nodeOf = (last: number, name: string, ...children: Category[]): Category => ({
  id: idOf(last),
  name,
  children,
  count: last,
  parentId: null,
  sort: 0,
  version: 1,
})

function Shelf(): ReactNode {
  const asked = useCall(list)
  const [chosen, choose] = useState<string>()
  const [opened, setOpened] = useState<{ parentId?: string | null; node?: Category }>()
  return (
    <>
      <output>{`选中：${chosen ?? '全部'}`}</output>
      <CategoryTree
        title="物品分类"
        of={asked}
        value={chosen}
        onChange={choose}
        allTitle="全部物品"
        without={{ id: 'none', title: '未分类' }}
        countOf={({ count }) => count}
        add={{ label: '新增分类', right: create, run: () => setOpened({ parentId: null }) }}
        actions={(node) => [
          { label: '新增下级分类', right: create, run: () => setOpened({ parentId: node.id }) },
          { label: '编辑、移动', right: update, run: () => setOpened({ node }) },
          calling(remove, { label: '删除', input: { id: node.id } }),
        ]}
      />
      {opened && <CategoryForm noun="分类" {...{ create, update }} of={asked} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

async function open() {
  let nodes = [nodeOf(1, '一类', nodeOf(2, '二类'))]
  screen = await openScreen(<Shelf />, '/thing', [
    [list, () => nodes],
    [
      create,
      () => {
        nodes = [nodeOf(1, '一类', nodeOf(2, '二类', nodeOf(3, '三类')))]
        return null
      },
    ],
    [remove, null],
  ])
  await screen.sees('二类')
}

const sentTo = (path: string) => screen.sent.filter((call) => call.path === path).map(({ body }) => body)

async function clickOn(find: () => HTMLElement | undefined) {
  const found = await vi.waitFor(() => find() ?? Promise.reject(new Error('not on the screen')))
  found.click()
}
const branch = (name: string) => () =>
  [...document.querySelectorAll<HTMLElement>('.ant-tree-title')].find(({ textContent }) => textContent?.startsWith(name))
const menuOf = (name: string) => () => document.querySelector<HTMLElement>(`[aria-label="${name}的操作"]`) ?? undefined
const item = (label: string) => () =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === label)

test('one is chosen, what stands in none is chosen, and all', async () => {
  await open()
  await clickOn(branch('二类'))
  await screen.sees(`选中：${idOf(2)}`)
  await clickOn(branch('未分类'))
  await screen.sees('选中：none')
  await clickOn(branch('全部物品'))
  await screen.sees('选中：全部')
})

test('a new one below another is sent with its parent and is seen at once', async () => {
  await open()
  await clickOn(menuOf('二类'))
  await clickOn(item('新增下级分类'))
  await screen.sees('上级分类')
  const name = await vi.waitFor(
    () =>
      document.querySelector<HTMLInputElement>('input[placeholder="请输入分类名称"]') ?? Promise.reject(new Error('no field')),
  )
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, '三类')
  name.dispatchEvent(new Event('input', { bubbles: true }))
  await screen.click('确定')
  await screen.sees('添加成功')
  expect(sentTo('/api/v1/thing/category/create')).toEqual([{ name: '三类', parentId: idOf(2) }])
  await vi.waitFor(() => expect(branch('三类')()).toBeDefined())
})

test('each action asks for its own right', async () => {
  await open()
  access.set({ isAdmin: false, rights: new Set([rights.edit.code]) })
  await clickOn(menuOf('一类'))
  await clickOn(item('删除'))
  await screen.sees('no permission')
  expect(sentTo('/api/v1/thing/category/delete')).toEqual([])
})
