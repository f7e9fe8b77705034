import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type Screen } from '../testing.tsx'
import { RingChart } from './ring-chart.tsx'

let screen: Screen
afterEach(() => screen.close())

test('a ring says its parts, their whole percentages and the total', async () => {
  const parts = [
    { name: '通过', value: 2 },
    { name: '未通过', value: 1 },
  ]
  screen = await openScreen(<RingChart title="成绩" parts={parts} unit="人" />, '/x', [])
  await act(async () => document.querySelector<HTMLElement>('[aria-label="查看数据表"]')?.click())
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['通过', '2', '66'],
    ['未通过', '1', '33'],
    ['合计', '3', '100'],
  ])
})

test('a ring without parts is empty', async () => {
  screen = await openScreen(<RingChart title="成绩" parts={[]} />, '/x', [])
  await screen.sees('数据为空')
})
