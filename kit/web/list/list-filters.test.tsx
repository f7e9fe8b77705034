import { afterEach, expect, test, vi } from 'vitest'
import { openScreen, type Screen } from '../test-screen.tsx'
import type { FilterSpec } from './filter-spec.ts'
import { ListFilters } from './list-filters.tsx'

let screen: Screen
afterEach(async () => {
  await screen.close()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const filters: readonly FilterSpec[] = ['名称', '状态', '分类', '来源', '备注'].map((label, index) => ({
  name: `field${index}`,
  label,
  kind: 'text',
}))

async function labelsAt(width: number, value: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const plain = window.matchMedia
  vi.stubGlobal('matchMedia', (media: string) => ({ ...plain(media), matches: media === '(max-width: 991px)' && width < 992 }))
  screen = await openScreen(<ListFilters filters={filters} value={value} onChange={() => undefined} />)
  return [...document.querySelectorAll('label')].map((label) => label.textContent ?? '')
}

const more = () => [...document.querySelectorAll('button')].some((button) => button.textContent?.includes('更多条件'))

test('a wide window shows four conditions, a phone one; the others come on demand', async () => {
  expect(await labelsAt(1440)).toEqual(['名称', '状态', '分类', '来源'])
  expect(more()).toBe(true)
  await screen.close()
  expect(await labelsAt(390)).toEqual(['名称'])
  expect(more()).toBe(true)
})

test('a condition that is set is always shown', async () => {
  expect(await labelsAt(390, { field3: '内部' })).toEqual(['名称', '来源'])
  await screen.close()
  expect(await labelsAt(1440, { field4: '甲' })).toEqual(['名称', '状态', '分类', '来源', '备注'])
  expect(more()).toBe(false)
})

test('the buttons stand outside the grid of fields, which has room for two fields where two days are asked for', async () => {
  const mixed: readonly FilterSpec[] = [...filters.slice(0, 3), { name: 'days', label: '日期', kind: 'dateRange' }]
  screen = await openScreen(<ListFilters filters={mixed} value={{}} onChange={() => undefined} />)
  const fields = document.querySelector<HTMLElement>('.kp-filters-fields')
  expect(fields?.style.getPropertyValue('--kp-filter-cells')).toBe('5')
  expect([...(fields?.children ?? [])].map((one) => one.getAttribute('data-cells'))).toEqual(['1', '1', '1', '2'])
  expect(fields?.querySelector('button[type=submit]')).toBeNull()
})
