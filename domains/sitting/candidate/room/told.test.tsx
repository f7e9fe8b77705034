import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Telling } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { blankSheet } from '../session/blank-sheet.ts'
import { SittingSession } from '../session/session.ts'
import { Blocked } from './blocked.tsx'
import { Told, Warned } from './told.tsx'

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

const noBreaks = { isLook: false, breaks: undefined, take: async () => undefined, end: async () => undefined }
const handedIn = {
  ...{ attemptId: blankSheet.attemptId, state: 'submitted', submittedAt: '2026-11-21T08:10:00.000Z', cause: 'manual' },
  ...{ answeredCount: 1, itemCount: 1, serverTime: '2026-11-21T08:10:00.000Z', slots: [] },
}

async function openWith(tellings: readonly Telling[]): Promise<Screen> {
  session = await SittingSession.open({ ...blankSheet, lease: { epoch: 1, isMine: true, isSameBrowser: true } })
  const shown = { session, tellings }
  const both = (
    <>
      <Warned {...shown} />
      <Told {...shown} />
    </>
  )
  screen = await openScreen(both, '/x', [[sitting.acknowledge, {}]])
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

test('whoever is stopped reads why before the paper, and acknowledges it there', async () => {
  session = await SittingSession.open({ ...blankSheet, lease: { epoch: 1, isMine: true, isSameBrowser: true } })
  const view = { ...session.view.get(), phase: 'paused', tellings: [paused] } as const
  const facts = { outbox: session.outbox.view, isHeartLost: false, items: [] }
  screen = await openScreen(
    <Blocked session={session} sitting={view} facts={facts} taking={noBreaks} onLeave={() => undefined} />,
    '/x',
    [[sitting.acknowledge, {}]],
  )
  await screen.sees('考试已暂停')
  expect(document.querySelector('dialog')?.textContent).toContain('原因：停电')
  await screen.click('我知道了')
  await vi.waitFor(() => expect(screen?.sent.map(({ body }) => body)).toMatchObject([{ tellingId: 'paused' }]))
})

test('whose paper was taken in reads why, acknowledges it and goes on to the result', async () => {
  session = await SittingSession.open({ ...blankSheet, lease: { epoch: 1, isMine: true, isSameBrowser: true } })
  const taken = { ...paused, id: 'taken', text: '您的试卷已由监考人员收回。原因：违反考场纪律' }
  const submission = { ...handedIn, cause: 'force' }
  const view = { ...session.view.get(), phase: 'handedIn', tellings: [taken], submission } as const
  const onLeave = vi.fn()
  const shown = { session, facts: { outbox: session.outbox.view, isHeartLost: false, items: [] }, taking: noBreaks, onLeave }
  screen = await openScreen(<Blocked {...shown} sitting={view} />, '/x', [[sitting.acknowledge, {}]])
  await screen.sees('原因：违反考场纪律')
  expect(onLeave).not.toHaveBeenCalled()
  await screen.click('我知道了')
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(screen.sent.map(({ body }) => body)).toMatchObject([{ tellingId: 'taken' }])
})

test('whoever hands in themselves is held up by nothing that is unread', async () => {
  session = await SittingSession.open({ ...blankSheet, lease: { epoch: 1, isMine: true, isSameBrowser: true } })
  const view = { ...session.view.get(), phase: 'handedIn', tellings: [resumed], submission: handedIn } as const
  const onLeave = vi.fn()
  const shown = { session, facts: { outbox: session.outbox.view, isHeartLost: false, items: [] }, taking: noBreaks, onLeave }
  screen = await openScreen(<Blocked {...shown} sitting={view} />, '/x', [])
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
})
