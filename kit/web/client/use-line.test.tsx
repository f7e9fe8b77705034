import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, apiCodes } from './api-error.ts'
import { setNotifier } from './error-policy.ts'
import { LineNotice } from './line-notice.tsx'
import { useLine } from './use-line.ts'

const busy = () => new ApiError(9999, '系统繁忙，请稍后重试', { reason: 'busy', retryAfterSeconds: 1 }, 503)
const toasts: string[] = []

let host: HTMLElement
let leavePage: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.body.appendChild(document.createElement('div'))
  toasts.length = 0
  setNotifier({ toast: (_kind, text) => void toasts.push(text), modal: () => undefined, goToLogin: () => undefined })
})
afterEach(() => {
  leavePage()
  host.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page that asks what `answers` say, in their order: an error is thrown, the last one for ever. */
async function open(...answers: readonly (ApiError | 'in')[]) {
  const asked: number[] = []
  const ended = vi.fn()
  const ask = async () => {
    asked.push(Date.now())
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer instanceof ApiError) throw answer
    return answer
  }
  function Page() {
    const line = useLine()
    return (
      <>
        <button type="button" onClick={() => void line.enter('/enter', ask).then(ended, ended)}>
          进入
        </button>
        <LineNotice line={line} doing="进入考试" />
      </>
    )
  }
  const root = createRoot(host)
  leavePage = () => act(() => root.unmount())
  await act(async () => root.render(<Page />))
  return { asked, ended }
}

const words = () => host.querySelector('[role=status]')?.textContent
const press = (name: string) =>
  act(async () => [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('whoever comes while the server is busy waits in line and comes in by itself', async () => {
  const { asked, ended } = await open(busy(), busy(), 'in')
  await press('进入')
  expect(words()).toContain('轮到时自动进入考试')
  await pass(3_000)
  expect(asked.length).toBeGreaterThan(1)
  await pass(10_000)
  expect(ended).toHaveBeenCalledExactlyOnceWith('in')
  expect(asked).toHaveLength(3)
  expect(words()).toBe('')
  expect(toasts).toEqual([])
})

test('no two tries follow each other at once, and all who were sent away together come apart', async () => {
  const { asked } = await open(busy())
  await press('进入')
  await pass(120_000)
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5001)
  expect(new Set(pauses).size).toBeGreaterThan(3)
})

test('how long somebody waits is shown and not read out each second', async () => {
  await open(busy())
  await press('进入')
  await pass(65_000)
  expect(host.querySelector('[aria-hidden=true]')?.textContent).toBe('已等候 1:05')
})

test('whoever leaves the line asks no more, and nothing is said against them', async () => {
  const { asked, ended } = await open(busy())
  await press('进入')
  await press('取消排队')
  const before = asked.length
  await pass(60_000)
  expect(asked).toHaveLength(before)
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: apiCodes.cancelled }))
  expect(words()).toBe('')
  expect(toasts).toEqual([])
})

test('a page that is gone asks no more', async () => {
  const { asked } = await open(busy())
  await press('进入')
  leavePage()
  const before = asked.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(before)
})

test('what is no crowd is told at once: a refusal, a network that is down, a store that is full', async () => {
  for (const error of [
    new ApiError(2001, '账号或密码错误'),
    new ApiError(apiCodes.unreachable, '网络连接失败，请检查网络后重试'),
    new ApiError(9999, '服务器暂时无法保存', { reason: 'storage', retryAfterSeconds: 3 }, 503),
  ]) {
    toasts.length = 0
    const { asked, ended } = await open(error)
    await press('进入')
    expect([asked.length, toasts]).toEqual([1, [error.message]])
    expect(ended).toHaveBeenCalledExactlyOnceWith(error)
    leavePage()
    await vi.advanceTimersByTimeAsync(1_000) // the same words are not said twice within half a second
  }
})

test('who waits already goes on waiting through cuts, and hears a refusal when their turn comes', async () => {
  const cut = new ApiError(apiCodes.unreachable, '网络连接失败，请检查网络后重试')
  const gateway = new ApiError(502, '服务器暂时无法处理，请稍后重试', null, 502, true)
  const { ended } = await open(gateway, cut, new ApiError(apiCodes.timedOut, '请求超时'), new ApiError(2001, '账号或密码错误'))
  await press('进入')
  await pass(30_000)
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 2001 }))
  expect(toasts).toEqual(['账号或密码错误'])
})
