import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type Screen } from '../test-screen.tsx'
import { CategorySelect } from './category-select.tsx'

let screen: Screen
afterEach(() => screen.close())

const nodes = [{ id: 'a', name: '安全', children: [{ id: 'b', name: '消防', children: [] }] }]

function Choice({ value }: { readonly value: string | null }) {
  const [isRead, setRead] = useState(false)
  const of = {
    ...{ data: isRead ? nodes : undefined, error: isRead ? null : new Error('no answer'), isPending: false },
    refetch: () => setRead(true),
  }
  return <CategorySelect of={of} value={value} placeholder="不分类" />
}
const unfold = () =>
  act(async () => {
    document.querySelector('.ant-select')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })

test('categories that could not be read are not waited for without end: they are read again', async () => {
  screen = await openScreen(<Choice value={null} />)
  await unfold()
  await screen.until(() => screen.text().includes('加载失败'))
  expect(screen.text()).not.toMatch(/加载中|还没有分类/)
  await screen.click('重试')
  await screen.until(() => screen.text().includes('消防'))
})

test.each([
  ['b', '消防'],
  ['gone', '已删除的分类'],
])('before they are read the chosen one has no name, afterwards its own (%s)', async (value, name) => {
  screen = await openScreen(<Choice value={value} />)
  expect(screen.text()).toBe('…')
  await unfold()
  await screen.until(() => screen.text().includes('加载失败'))
  await screen.click('重试')
  await screen.until(() => screen.text().includes(name))
  expect(screen.text()).not.toContain('…')
})
