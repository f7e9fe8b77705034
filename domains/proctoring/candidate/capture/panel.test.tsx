import { createStore } from '@kaopei/web/client'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Strip } from './panel.tsx'
import { sources } from './sources.ts'

const off = { track: null, loss: null, isOpening: false }
const room = {
  ...{ attemptId: '01990000-0000-7000-8000-000000000001', now: () => 0, isAnswerWaiting: () => false },
  ...{ report: () => undefined, announce: vi.fn(), onLoad: () => () => undefined },
}
const capture = { view: createStore({ wanted: ['screen', 'first'] as const, sent: 3, waiting: 0, load: 0 }) }

let screen: Screen
afterEach(async () => {
  await screen.close()
  sources.view.set({ screen: off, first: off })
})

const strip = () => (
  <Strip room={room} capture={capture} isWholeScreen>
    {null}
  </Strip>
)
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)

test('screen and camera that are lost at once are both said, each with its button', async () => {
  const openCamera = vi.spyOn(sources, 'openCamera').mockResolvedValue()
  sources.view.set({ screen: { ...off, loss: 'ended' }, first: { ...off, loss: 'ended' } })
  screen = await openScreen(strip(), '/x', [])
  await screen.sees('屏幕共享已停止；摄像头已断开，请检查连接，不影响作答，请尽快恢复。')
  expect(buttons()).toEqual(['重新共享屏幕', '重新开启摄像头'])
  await act(async () => [...document.querySelectorAll('button')].at(-1)?.click())
  expect(openCamera).toHaveBeenCalledOnce()
})

test('a device that can share no screen still has the button for its camera', async () => {
  sources.view.set({ screen: { ...off, loss: 'unsupported' }, first: { ...off, loss: 'denied' } })
  screen = await openScreen(strip(), '/x', [])
  await screen.sees('此设备不支持共享屏幕')
  expect(buttons()).toEqual(['重新开启摄像头'])
})
