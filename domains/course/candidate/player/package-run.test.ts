import { answerMark, type InputOf } from '@kaopei/contract'
import type { PageMessage } from '@kaopei/courseware/contract/package-messages'
import { session } from '@kaopei/web/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { learnPackage, PackageStanding } from '../../contract/package.ts'
import { PackageRun, type RunWish } from './package-run.ts'
import type { Saving } from './package-saver.ts'

interface Sent {
  readonly path: string
  readonly keepalive: boolean
  readonly input: InputOf<typeof learnPackage.commitPackage>
}
const calls: Sent[] = []
const lasts: Sent[] = []
/** Of the calls that wait for an answer; beyond them nothing comes. */
const answers: (() => Promise<unknown>)[] = []

async function network(url: string, { keepalive = false, body }: RequestInit = {}): Promise<Response> {
  const sent = { path: url.replace('/api/v1/course/learn/', ''), keepalive, input: JSON.parse(String(body)) }
  ;(keepalive ? lasts : calls).push(sent)
  const answer = keepalive ? undefined : answers.shift()
  const data = await (answer?.() ?? new Promise(() => undefined))
  return Response.json({ code: 0, message: 'success', data }, { headers: { [answerMark.name]: answerMark.value } })
}

const standing: PackageStanding = { partsDone: [], totalSeconds: 12, percent: 0, isComplete: false }
const state = {
  ...{ status: 'incomplete', success: 'unknown', scoreHundredths: null, progressPercent: null },
  ...{ location: 'p2', suspendData: '', exit: 'suspend', data: {} },
}
const commitOf = (seq: number, more: object = {}) => ({
  ...{ kaopei: 'package', kind: 'commit', seq, state, sessionSeconds: seq, isFinished: false },
  ...more,
})
const ready = { kaopei: 'package', kind: 'ready' }

const again: RunWish = {
  ...{ course: 'c', task: 't', part: 2, frameUrl: ':8081/f/token/', learner: { id: 'staff', name: '学员' } },
  onStanding: () => undefined,
  onSaving: (saving) => savings.push(saving),
  onFailed: (text) => failures.push(text),
}
const login = { token: 'token', signKey: 'key', staffId: 'staff' }
let heard: PageMessage[]
let savings: Saving[]
let failures: string[]
let player: Window
let run: PackageRun

beforeEach(() => {
  ;[calls.length, lasts.length, answers.length] = [0, 0, 0]
  vi.stubGlobal('fetch', network)
  ;[heard, savings, failures] = [[], [], []]
  answers.push(async () => ({ ...standing, session: 's', state }))
  localStorage.clear()
  session.start(login)
  run = new PackageRun(document.body, again)
  const frame = document.querySelector('iframe')
  if (!frame?.contentWindow) throw new Error('no frame')
  player = frame.contentWindow
  vi.spyOn(player, 'postMessage').mockImplementation((message: PageMessage) => void heard.push(message))
})
afterEach(async () => {
  await goneWith(run)
  session.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function say(data: unknown, source: Window | null = player, origin = window.location.origin) {
  window.dispatchEvent(new MessageEvent('message', { data, source, origin }))
}

test('only the frame that was opened, on our own origin, in the agreed shapes is heard', async () => {
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe('/package-player?frame=%3A8081%2Ff%2Ftoken%2F2')
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  say(ready, window)
  say(ready, null)
  say(ready, player, 'https://evil.example')
  say(commitOf(1), window)
  say(commitOf(1), player, 'https://evil.example')
  say({ ...commitOf(1), state: { ...state, scoreHundredths: 99_999 } })
  await Promise.resolve()
  expect(heard).toEqual([])
  expect(calls).toMatchObject([{ path: 'openPackage', input: { course: 'c', task: 't', part: 2 } }])
  expect(calls).toHaveLength(1)
})

test('what is kept is given to the frame, and 已保存 waits for the server', async () => {
  say(ready)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(heard[0]).toEqual({
    ...{ kaopei: 'package', kind: 'start', learner: { id: 'staff', name: '学员' }, isPreview: false },
    state: { ...state, totalSeconds: 12 },
  })
  let answer: (value: unknown) => void = () => undefined
  answers.push(() => new Promise((resolve) => (answer = resolve)))
  answers.push(async () => standing)
  say(commitOf(1))
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  // While one is under way the newest alone waits.
  say(commitOf(2))
  say(commitOf(3))
  expect(savings.map((one) => one.state)).toEqual(['saving'])
  expect(heard).toHaveLength(1)
  answer(standing)
  await vi.waitFor(() => expect(heard).toContainEqual({ kaopei: 'package', kind: 'saved', seq: 3 }))
  const told = calls.slice(1).map(({ input }) => [input.session, input.part, input.seq, input.sessionSeconds])
  expect(told).toEqual([
    ['s', 2, 1, 1],
    ['s', 2, 2, 3],
  ])
  expect(savings.at(-1)).toEqual({ state: 'saved' })
})

test('closing asks for the last state and saves it', async () => {
  say(ready)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  answers.push(async () => standing)
  const closed = run.close()
  expect(heard[1]).toEqual({ kaopei: 'package', kind: 'close' })
  say(commitOf(1, { isFinished: true }))
  await closed
  expect(calls[1]).toMatchObject({ path: 'commitPackage', input: { isFinished: true } })
  expect(document.querySelector('iframe')).toBeNull()
})

test('a frame that is taken away with its page has finished once, with what it said last', async () => {
  say(ready)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  answers.push(async () => standing)
  say(commitOf(1))
  await vi.waitFor(() => expect(savings.at(-1)).toEqual({ state: 'saved' }))
  const closed = run.close()
  document.querySelector('iframe')?.remove()
  await closed
  await run.close()
  expect(lasts.map(({ input }) => [input.isFinished, input.state.location, input.sessionSeconds])).toEqual([[true, 'p2', 1]])
})

test('a page that goes away sends what is unsaved in a call that outlives it, without what is too long for that', async () => {
  say(ready)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  say(commitOf(1))
  window.dispatchEvent(new Event('pagehide'))
  const long = '安'.repeat(64_000)
  say(commitOf(2, { state: { ...state, suspendData: long } }))
  window.dispatchEvent(new Event('pagehide'))
  expect(lasts.map(({ path, input }) => [path, input.isShort ?? false, input.state.suspendData, input.state.location])).toEqual([
    ['commitPackage', false, '', 'p2'],
    ['commitPackage', true, '', 'p2'],
  ])
})

/** With its page: nobody answers. */
async function goneWith(one: PackageRun) {
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow) vi.spyOn(frame.contentWindow, 'postMessage').mockImplementation(() => undefined)
    frame.remove()
  }
  await one.close()
}

test('64,000 characters at closing are kept on the device and saved before the part is opened again, once', async () => {
  say(ready)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  const long = '安'.repeat(64_000)
  say(commitOf(1, { state: { ...state, suspendData: long }, isFinished: true }))
  window.dispatchEvent(new Event('pagehide'))
  const short = lasts.at(-1)?.input
  expect([short?.isShort, short?.state.suspendData]).toEqual([true, ''])
  // The page is gone before the usual call is answered.
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  calls.length = 0
  const openAgain = async () => {
    answers.push(async () => standing)
    answers.push(async () => ({ ...standing, session: 's2', state }))
    const other = new PackageRun(document.body, again)
    await vi.waitFor(() => expect(calls.some(({ path }) => path === 'openPackage')).toBe(true))
    return other
  }
  const other = await openAgain()
  expect(calls.map(({ path }) => path)).toEqual(['commitPackage', 'openPackage'])
  const kept = calls[0]?.input
  expect([kept?.session, kept?.state.suspendData.length, kept?.isFinished]).toEqual(['s', 64_000, true])
  expect(kept?.seq).toBeGreaterThan(short?.seq ?? 0)
  await goneWith(other)
  calls.length = 0
  const third = await openAgain()
  expect(calls.map(({ path }) => path)).toEqual(['openPackage'])
  await goneWith(third)
})

test('what is kept outlives a network that fails, and the part is not opened without it', async () => {
  say(ready)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  say(commitOf(1, { state: { ...state, suspendData: '安'.repeat(64_000) }, isFinished: true }))
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  calls.length = 0
  answers.push(async () => Promise.reject(new TypeError('no network')))
  const cut = new PackageRun(document.body, again)
  await vi.waitFor(() => expect(failures).toEqual(['网络连接失败，请检查网络后重试']))
  expect(calls.map(({ path }) => path)).toEqual(['commitPackage'])
  await goneWith(cut)
  answers.push(async () => standing)
  answers.push(async () => ({ ...standing, session: 's2', state }))
  const other = new PackageRun(document.body, again)
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['commitPackage', 'commitPackage', 'openPackage']))
  expect(calls[1]?.input.state.suspendData).toHaveLength(64_000)
  await goneWith(other)
})

test('a part whose learner signed out keeps what it said last for them, and tells nothing in another name', async () => {
  say(ready)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  answers.push(async () => standing)
  say(commitOf(1))
  await vi.waitFor(() => expect(savings.at(-1)).toEqual({ state: 'saved' }))
  session.start({ ...login, staffId: 'somebody else' })
  await goneWith(run)
  expect(lasts).toEqual([])
  session.start(login)
  calls.length = 0
  answers.push(async () => standing)
  answers.push(async () => ({ ...standing, session: 's2', state }))
  const other = new PackageRun(document.body, again)
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['commitPackage', 'openPackage']))
  expect(calls[0]?.input).toMatchObject({ session: 's', isFinished: true })
  await goneWith(other)
})
