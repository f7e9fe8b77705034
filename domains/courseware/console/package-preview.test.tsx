import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PackagePreview } from './package-preview.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

test('a package is begun anew, its commits are taken and kept nowhere, and only its own frame is heard', async () => {
  const parts = [{ number: 1, title: '第一节', href: 'index.html' }]
  const shown = { standard: '1.2' as const, frameUrl: ':8081/f/token/', parts }
  screen = await openScreen(<PackagePreview shown={shown} />, '/x', [])
  const frame = document.querySelector('iframe')
  expect(frame?.getAttribute('src')).toBe('/package-player?frame=%3A8081%2Ff%2Ftoken%2F1')
  const heard: unknown[] = []
  const player = frame?.contentWindow
  if (!player) throw new Error('no frame')
  vi.spyOn(player, 'postMessage').mockImplementation((message: unknown) => void heard.push(message))
  const say = (data: unknown, source: Window | null, origin = window.location.origin) =>
    act(async () => void window.dispatchEvent(new MessageEvent('message', { data, source, origin })))
  const ready = { kaopei: 'package', kind: 'ready' }
  await say(ready, window)
  await say(ready, player, 'https://evil.example')
  expect(heard).toEqual([])
  await say(ready, player)
  expect(heard).toMatchObject([{ kind: 'start', state: null, isPreview: true, learner: { id: 'staff' } }])
  const state = {
    ...{ status: 'completed', success: 'unknown', scoreHundredths: null, progressPercent: null },
    ...{ location: '', suspendData: '', exit: '', data: {} },
  }
  await say({ kaopei: 'package', kind: 'commit', seq: 3, state, sessionSeconds: 5, isFinished: false }, player)
  expect(heard[1]).toEqual({ kaopei: 'package', kind: 'saved', seq: 3 })
  expect(screen.sent).toEqual([])
  await say({ kaopei: 'package', kind: 'failed', text: '课件包打不开' }, player)
  await screen.sees('课件包打不开')
})
