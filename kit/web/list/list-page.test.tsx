import { endpoint, pageOf, pageQuery, text } from '@kaopei/contract'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { session } from '../client/session.ts'
import { type Answer, serve } from '../client/test-server.ts'
import { queryClient } from '../query.ts'
import { openScreen, type Screen } from '../test-screen.tsx'
import { ListPage } from './list-page.tsx'

const list = endpoint({
  path: '/api/v1/group/list',
  summary: '列表',
  access: 'signedIn',
  audit: 'read',
  input: pageQuery.extend({ keyWords: text(20, '名称').optional() }),
  output: pageOf(z.object({ id: z.string(), name: z.string(), descript: z.string().nullable() })),
})
let screen: Screen

beforeEach(() => session.start({ token: 't', signKey: 'k', staffId: 's' }))
afterEach(async () => {
  await screen.close()
  document.body.replaceChildren()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const rows = (count: number, from = 1): Answer => ({
  data: {
    dataList: Array.from({ length: count }, (_, index) => ({
      id: `id-${from + index}`,
      name: `第${from + index}组`,
      descript: null,
    })),
    totalCount: 45,
  },
})

async function open(answer: Answer | readonly Answer[], path = '/groups') {
  const seen = serve({ '/api/v1/group/list': answer })
  screen = await openScreen(
    <ListPage
      title="用户组"
      endpoint={list}
      filters={[{ name: 'keyWords', label: '名称', kind: 'text' }]}
      rowKey="id"
      columns={[
        { title: '用户组名称', dataIndex: 'name' },
        { title: '描述', dataIndex: 'descript' },
        { title: '操作', key: 'actions', width: 80, render: () => <button type="button">移除</button> },
      ]}
    />,
    path,
  )
  return seen
}
const cells = (row: number) =>
  [...(document.querySelectorAll('tbody tr.ant-table-row')[row]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)

test('the address says which page is asked, serial numbers go on, empty cells show a dash', async () => {
  const seen = await open(rows(10, 21), '/groups?pageIndex=3&keyWords=x')
  await screen.until(() => screen.text().includes('第21组'))
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ keyWords: 'x', pageIndex: 3, pageSize: 10 })
  expect(cells(0)).toEqual(['21', '第21组', '-', '移除'])
  expect(screen.text()).toContain('共 45 条')
})

test('a changed filter is asked from page 1 and stands in the address', async () => {
  const seen = await open(rows(10), '/groups?pageIndex=3')
  await screen.until(() => screen.text().includes('第1组'))
  await screen.type('名称', '安全')
  await screen.click('查询')
  await screen.until(() => seen.length === 2)
  expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ keyWords: '安全', pageIndex: 1, pageSize: 10 })
  expect(decodeURIComponent(screen.address())).toBe('/groups?keyWords=安全')
})

test('查询 with the same conditions asks again', async () => {
  const seen = await open(rows(10), '/groups?keyWords=安全')
  await screen.until(() => screen.text().includes('第1组'))
  await screen.click('查询')
  await screen.until(() => seen.length === 2)
  expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ keyWords: '安全', pageIndex: 1, pageSize: 10 })
})

test('the pager leads to a page by its number, its arrows and the jumper, and the address keeps it', async () => {
  const seen = await open(rows(10), '/groups')
  await screen.until(() => screen.text().includes('第1组'))
  const press = async (label: string) => {
    const button = document.querySelector<HTMLElement>(`nav[aria-label="分页"] [aria-label="${label}"]`)
    await act(async () => button?.click())
  }
  await press('第 5 页')
  await screen.until(() => seen.length === 2)
  expect(screen.address()).toBe('/groups?pageIndex=5')
  expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('5')
  expect(document.querySelector<HTMLButtonElement>('[aria-label="下一页"]')?.disabled).toBe(true)
  await press('上一页')
  await screen.until(() => seen.length === 3)
  expect(screen.address()).toBe('/groups?pageIndex=4')
})

test('nothing found says 暂无数据 and has no pager', async () => {
  await open({ data: { dataList: [], totalCount: 0 } })
  await screen.until(() => screen.text().includes('暂无数据'))
  expect(document.querySelector('[aria-label="分页"]')).toBeNull()
})

test('a page beyond the last one leads to the last page', async () => {
  const seen = await open([{ data: { dataList: [], totalCount: 45 } }, rows(5, 41)], '/groups?pageIndex=9')
  await screen.until(() => screen.text().includes('第41组'))
  expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({ pageIndex: 5 })
})

test('a failure is shown in place and can be tried again', async () => {
  await open([{ code: 2001, message: '查询失败' }, rows(1)])
  await screen.until(() => screen.text().includes('查询失败'))
  await screen.click('重 试')
  await screen.until(() => screen.text().includes('第1组'))
})

test('what can be done with a row stays in sight beside columns that reach beyond the screen', async () => {
  await open(rows(1))
  await screen.until(() => screen.text().includes('第1组'))
  const last = [...document.querySelectorAll('tbody tr.ant-table-row td')].at(-1)
  expect(last?.textContent).toBe('移除')
  expect(last?.className).toMatch(/ant-table-cell-fix/)
})
