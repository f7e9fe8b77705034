import { captureKind } from '@kaopei/exam/contract/capture-consent'
import { entry } from '@kaopei/exam/contract/entry'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Plan } from './plan.ts'
import { kindsOf, WithdrawConsent } from './withdraw.tsx'

const examId = '01990000-0000-7000-8000-000000000001'
const stream = { everySeconds: 10, maxWidth: 320, framesPerSecond: 5, kilobitsPerSecond: 80, lastNumber: 0 }
const streams: Plan['streams'] = [
  { ...stream, source: 1, kind: 'film' },
  { ...stream, source: 1, kind: 'picture' },
  { ...stream, source: 2, kind: 'picture' },
  { ...stream, source: 2, kind: 'film' },
  { ...stream, source: 3, kind: 'film' },
]
const plan: Plan = {
  ...{ serverTime: '2026-11-20T08:00:00.000Z', examId, isWholeScreen: true, pieceAddress: '/p', isDirect: false, load: 0 },
  streams,
}

// This browser knows no dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

let screen: Screen
afterEach(() => screen?.close())

test('each kind that is recorded is taken back by itself, and what is recorded is asked for anew', async () => {
  expect(kindsOf(streams)).toEqual([captureKind.screen, captureKind.photo, captureKind.camera, captureKind.second])
  const onWithdrawn = vi.fn()
  screen = await openScreen(<WithdrawConsent examId={examId} plan={plan} onWithdrawn={onWithdrawn} />, '/x', [
    [entry.withdrawConsent, { state: 3 }],
  ])
  const press = (name: string) =>
    act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
  await press('撤回同意')
  await press('撤回摄像头录像')
  await vi.waitFor(() => expect(onWithdrawn).toHaveBeenCalledOnce())
  expect(screen.sent).toMatchObject([{ path: entry.withdrawConsent.facts.path, body: { examId, kind: captureKind.camera } }])
})
