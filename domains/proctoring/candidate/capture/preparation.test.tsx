import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { SourceCheck } from './preparation.tsx'

let screen: Screen | undefined
afterEach(() => {
  screen?.close()
  vi.unstubAllGlobals()
})

test('a device that cannot share its screen is not told to open it', async () => {
  screen = await openScreen(<SourceCheck name="screen" isNext />, '/x', [])
  await screen.sees('此设备不支持共享屏幕，请改用电脑参加考试')
  expect(screen.text()).toContain('不支持')
  expect(screen.text()).not.toContain('待开启')
})

test('a device that can is told to, with a button', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getDisplayMedia: () => undefined } }))
  screen = await openScreen(<SourceCheck name="screen" isNext />, '/x', [])
  await screen.sees('待开启')
  await screen.sees('尚未共享屏幕')
  expect(document.querySelector('button')?.textContent).toBe('共享屏幕')
})
