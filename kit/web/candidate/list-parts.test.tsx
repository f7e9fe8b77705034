import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { Bar } from './bar.tsx'
import { FilterButtons } from './filter-buttons.tsx'
import { Pager } from './pager.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

async function draw(part: ReactNode): Promise<(name: string) => HTMLButtonElement> {
  root = createRoot(document.body.appendChild(document.createElement('main')))
  await act(async () => root?.render(part))
  return (name) => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (!found) throw new Error(`there is no button ${name}`)
    return found
  }
}

test.each([
  [1, [true, false], [2]],
  [2, [false, false], [1, 3]],
  [3, [false, true], [2]],
])('from page %i of 3 one gets to its neighbours and no further', async (pageIndex, isDisabled, reached) => {
  const onChange = vi.fn<(page: number) => void>()
  const button = await draw(<Pager pageIndex={pageIndex} pageCount={3} onChange={onChange} />)
  const both = [button('上一页'), button('下一页')]
  expect(both.map(({ disabled }) => disabled)).toEqual(isDisabled)
  expect(document.querySelector('nav')?.textContent).toContain(`第 ${pageIndex} / 3 页`)
  for (const one of both) act(() => one.click())
  expect(onChange.mock.calls.flat()).toEqual(reached)
})

test.each([0, 1])('a list of %i pages has nothing to turn', async (pageCount) => {
  await draw(<Pager pageIndex={1} pageCount={pageCount} onChange={() => undefined} />)
  expect(document.querySelector('nav')).toBeNull()
})

test('a bar has a name, and says its number in words', async () => {
  await draw(<Bar percent={40} label="安全培训的进度" />)
  const bar = document.querySelector('progress')
  expect([bar?.value, bar?.max, bar?.getAttribute('aria-label')]).toEqual([40, 100, '安全培训的进度'])
  expect(document.body.textContent).toBe('40%')
})

test('of the filters one is pressed, and only another one changes the list', async () => {
  const onChange = vi.fn<(key: string) => void>()
  const filters = [
    { key: 'all', label: '全部' },
    { key: 'open', label: '未答' },
  ] as const
  const button = await draw(<FilterButtons label="作答状态" filters={filters} chosen="open" onChange={onChange} />)
  expect(document.querySelector('fieldset')?.getAttribute('aria-label')).toBe('作答状态')
  expect([button('全部'), button('未答')].map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  act(() => button('未答').click())
  act(() => button('全部').click())
  expect(onChange.mock.calls).toEqual([['all']])
})
