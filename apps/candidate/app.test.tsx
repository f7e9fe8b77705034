import { useLoad } from '@kaopei/web/candidate'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { go } from './address.ts'
import { App } from './app.tsx'

let screen: Screen
afterEach(() => screen.close())

const load = () => Promise.reject(new Error('no network'))

function Beside(): ReactNode {
  const { data } = useLoad<string>(load)
  return data
}

/** As this client draws it; the test's own frame has the console's. */
const told = () => document.querySelector('.kp-unshown button.primary')?.textContent

test('a read that failed unseen is told on the pages around an exam, never over the answers', async () => {
  screen = await openScreen(
    <>
      <App />
      <Beside />
    </>,
    '/',
    [],
  )
  act(() => go('/'))
  await screen.sees('我的考试')
  await screen.sees('部分内容加载失败')
  expect(told()).toBe('重新加载')
  act(() => go('/sit/019abc00-0000-7000-8000-000000000001'))
  expect(told()).toBeUndefined()
})
