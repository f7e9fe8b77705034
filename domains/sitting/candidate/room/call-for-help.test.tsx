import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Heartbeat } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { blankSheet } from '../session/blank-sheet.ts'
import { SittingSession } from '../session/session.ts'
import { CallForHelp } from './call-for-help.tsx'

let screen: Screen | undefined
let session: SittingSession | undefined
afterEach(() => {
  session?.dispose()
  screen?.close()
})

const calling = { call: { text: '屏幕黑了', at: blankSheet.serverTime } }
const beat: Heartbeat = {
  ...{ serverTime: blankSheet.serverTime, due: null, graceSeconds: 60, state: 'in_progress', submittedAt: null },
  ...{ leaseEpoch: 1, hasLease: true, leaves: 0, awayMs: 0, tellings: [], load: 0 },
}
const telling = { id: 't', kind: 'act' as const, text: '监考人员已收到您的呼叫，请稍候。', at: blankSheet.serverTime }

async function openAt(serverTime: string, answers: readonly (readonly [(typeof sitting)[keyof typeof sitting], unknown])[]) {
  session = await SittingSession.open({ ...blankSheet, serverTime, lease: { epoch: 1, isMine: true, isSameBrowser: true } })
  screen = await openScreen(<CallForHelp session={session} />, '/x', answers)
  return { screen, session }
}

test('a page that was loaded anew shows the call that waits, and takes it back', async () => {
  const { screen } = await openAt('2026-11-21T08:05:00.000Z', [
    [sitting.openCall, calling],
    [sitting.takeCallBack, {}],
  ])
  await screen.sees('已呼叫监考，请稍候')
  await screen.click('取消呼叫')
  await vi.waitFor(() => expect(screen.text()).not.toContain('取消呼叫'))
  expect(screen.sent.map(({ path }) => path)).toContain(sitting.takeCallBack.facts.path)
})

test('somebody comes: the candidate may call again', async () => {
  const answers = [calling, { call: null }]
  const { screen, session } = await openAt('2026-11-21T08:05:00.000Z', [
    [sitting.openCall, () => answers.shift()],
    [sitting.heartbeat, { ...beat, tellings: [telling] }],
  ])
  await screen.sees('取消呼叫')
  await act(() => session.tell())
  await vi.waitFor(() => expect(screen.text()).not.toContain('取消呼叫'))
})

test('whoever has just begun has not called: nothing is asked', async () => {
  const { screen } = await openAt(blankSheet.startedAt, [])
  await screen.sees('呼叫监考')
  expect(screen.sent).toEqual([])
})
