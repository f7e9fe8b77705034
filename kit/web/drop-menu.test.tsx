import { Button } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { DropMenu } from './drop-menu.tsx'
import { openScreen, type Screen } from './test-screen.tsx'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })
let screen: Screen | undefined
afterEach(() => screen?.close())

test('a menu says that it is there, takes the focus when it opens and gives it back with the choice', async () => {
  const chosen: string[] = []
  const items = [
    { key: 'one', label: '添加课程' },
    { key: 'two', label: '添加考试' },
  ]
  screen = await openScreen(
    <DropMenu menu={{ items, onClick: ({ key }) => void chosen.push(key) }}>
      <Button>添加任务</Button>
    </DropMenu>,
  )
  const { button, click, until } = screen
  const opener = button('添加任务')
  expect([opener.getAttribute('aria-haspopup'), opener.getAttribute('aria-expanded')]).toEqual(['menu', 'false'])
  opener.focus()
  await click('添加任务')
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  await until(() => document.activeElement?.closest('[role="menu"]') !== null)
  const second = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) => one.textContent === '添加考试')
  second?.click()
  await until(() => document.activeElement === opener)
  expect(chosen).toEqual(['two'])
  expect(opener.getAttribute('aria-expanded')).toBe('false')
})
