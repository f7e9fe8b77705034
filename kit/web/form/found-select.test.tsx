import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type Screen } from '../testing.tsx'
import { FoundSelect } from './found-select.tsx'

let screen: Screen
afterEach(() => screen.close())

const useFound = () => ({
  ...{ options: [{ value: 'a', label: '甲' }], totalCount: 61, isPending: false, error: null, refetch: () => undefined },
})
const select = (value: string, name: string) => (
  <FoundSelect value={value} former={{ id: value, name }} placeholder="请选择" useFound={useFound} />
)
const shown = () => document.querySelector('.ant-select-content')?.textContent

test('what is chosen elsewhere has its own name, not that of what was chosen here', async () => {
  screen = await openScreen(select('b', '乙'), '/', [])
  expect(shown()).toBe('乙')
  await act(async () => {
    document.querySelector('.ant-select')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })
  await screen.sees('还有 60 个，请输入名称查找')
  await act(async () => document.querySelector<HTMLElement>('.ant-select-item-option')?.click())
  await screen.show(select('c', '丙'))
  expect(shown()).toBe('丙')
})
