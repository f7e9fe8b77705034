import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Telling } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { blankSheet } from '../session/blank-sheet.ts'
import { SittingSession } from '../session/session.ts'
import { Told } from './told.tsx'

// jsdom knows no dialogs.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

let screen: Screen | undefined
let session: SittingSession | undefined
afterEach(() => {
  session?.dispose()
  screen?.close()
})

const paused: Telling = {
  id: 'paused',
  kind: 'act',
  text: '您的考试已暂停，时间停止计算。原因：停电',
  at: '2026-11-21T08:05:00.000Z',
}
const resumed: Telling = {
  id: 'resumed',
  kind: 'act',
  text: '您的考试已恢复，暂停的时间已补回。',
  at: '2026-11-21T08:07:30.000Z',
}
const warned: Telling = { id: 'warned', kind: 'warning', text: '请勿离开考试页面', at: '2026-11-21T08:08:00.000Z' }

async function openWith(tellings: readonly Telling[]): Promise<Screen> {
  session = await SittingSession.open({ ...blankSheet, lease: { epoch: 1, isMine: true, isSameBrowser: true } })
  screen = await openScreen(<Told session={session} tellings={tellings} />, '/x', [[sitting.acknowledge, {}]])
  return screen
}

test('whoever was stopped and let go on again reads both with their times, and acknowledges both at once', async () => {
  const { sees, text, click, sent } = await openWith([paused, resumed])
  await sees('时间停止计算')
  expect(text()).toMatch(/05:00 .*已暂停.*07:30 .*已恢复/s)
  await click('我知道了')
  await vi.waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ tellingId: 'paused' }, { tellingId: 'resumed' }]))
})

test('a warning stands before the paper, also while something that was said before is unread', async () => {
  const { sees } = await openWith([paused, warned])
  await sees('监考人员的警告')
  await sees('请勿离开考试页面')
})
