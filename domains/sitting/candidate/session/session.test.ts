import { answerMark } from '@kaopei/contract'
import { afterEach, expect, test, vi } from 'vitest'
import type { Heartbeat } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { blankSheet as sheet } from './blank-sheet.ts'
import { openRoomOf } from './open-room.ts'
import { SittingSession } from './session.ts'

const beat: Heartbeat = {
  ...{ serverTime: sheet.serverTime, due: null, graceSeconds: 60, state: 'in_progress' },
  ...{ submittedAt: null, leaseEpoch: 1, hasLease: true, leaves: 0, awayMs: 0, tellings: [], load: 0 },
}
const said = (code: number, data: unknown, status = 200) =>
  Response.json({ code, message: '', data }, { status, headers: { [answerMark.name]: answerMark.value } })
const taken = () => said(0, { ...sheet, lease: { epoch: 2, isMine: true, isSameBrowser: true } })

/** What the server answers to each call in turn; the last answer stays. */
function serverOf(answers: Readonly<Record<string, readonly (() => Response)[]>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const turn = asked.filter((one) => one === url).length
    asked.push(url)
    const list = answers[url] ?? []
    return (list[turn] ?? list.at(-1) ?? (() => said(404, null)))()
  })
  return asked
}
const [takeOver, heartbeat] = [sitting.takeOver.facts.path, sitting.heartbeat.facts.path]

let opened: SittingSession | undefined
afterEach(() => {
  opened?.dispose()
  vi.unstubAllGlobals()
})

const phase = () => opened?.view.get().phase

test('a reloaded page goes on by itself, also when the server is too busy at first to say that it may', async () => {
  const asked = serverOf({ [takeOver]: [() => said(1004, null, 503), taken] })
  opened = await SittingSession.open({ ...sheet, lease: { ...sheet.lease, isSameBrowser: true } })
  await vi.waitFor(() => expect(phase()).toBe('answering'), { timeout: 10_000 })
  expect(opened.outbox.leaseEpoch).toBe(2)
  expect(asked.filter((url) => url === takeOver)).toHaveLength(2)
})

test('an answer about the lease before this tab took over does not close it out; one about a later lease does', async () => {
  const told = (leaseEpoch: number) => () => said(0, { ...beat, leaseEpoch, hasLease: false, load: leaseEpoch })
  const asked = serverOf({ [takeOver]: [taken], [heartbeat]: [told(1), told(3)] })
  opened = await SittingSession.open(sheet)
  const loads: number[] = []
  openRoomOf(opened).onLoad((load) => loads.push(load))
  expect(phase()).toBe('elsewhere')
  await opened.takeOver()
  expect(phase()).toBe('answering')
  const look = async (times: number) => {
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(asked.filter((url) => url === heartbeat)).toHaveLength(times))
    await new Promise((resolve) => setTimeout(resolve))
  }
  await look(1)
  expect(phase()).toBe('answering')
  await look(2)
  await vi.waitFor(() => expect(phase()).toBe('elsewhere'))
  expect(loads).toEqual([1, 3])
})

test('a page that is opened while the clock stands still says so at once, and goes on with it', async () => {
  const told = (state: string) => () => said(0, { ...beat, state })
  serverOf({ [heartbeat]: [told('paused'), told('in_progress')] })
  opened = await SittingSession.open({ ...sheet, state: 'paused', lease: { epoch: 1, isMine: true, isSameBrowser: true } })
  expect(phase()).toBe('paused')
  await opened.tell()
  expect(phase()).toBe('paused')
  await opened.tell()
  expect(phase()).toBe('answering')
})
