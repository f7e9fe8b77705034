import { answerMark } from '@kaopei/contract'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { KeptLine } from './kept-line.tsx'
import { type KeptReport, keep, tell } from './kept-reports.ts'

let screen: Screen
afterEach(() => {
  screen.close()
  vi.useRealTimers()
})

const left: KeptReport = {
  ...{ key: 'player 1', staffId: 'staff', spanMs: 10_000 },
  report: {
    course: 'c',
    task: 't',
    session: 'player',
    seq: 1,
    ranges: [[0, 10]],
    pages: [],
    rate: 1,
    visible: true,
    position: 10,
  },
}
const credited = { credited: [[0, 10]], pages: [], percent: 10, isComplete: false }

test('what a player tells as it is left is not called unsent; what no answer came to is, until one comes', async () => {
  screen = await openScreen(<KeptLine />, '/', [])
  const answers: PromiseWithResolvers<Response>[] = []
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  await keep(left)
  const telling = tell(left, {})
  // The page that follows is opened meanwhile.
  await screen.show(<p>课程</p>)
  await screen.show(<KeptLine />)
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.text()).toBe('')
  await act(async () => {
    answers[0]?.reject(new TypeError('Failed to fetch'))
    await telling
  })
  await screen.sees('1 条学习记录尚未上报，保存在本机')
  await act(async () => void window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  await act(async () =>
    answers[1]?.resolve(
      Response.json({ code: 0, message: 'success', data: credited }, { headers: { [answerMark.name]: answerMark.value } }),
    ),
  )
  await vi.waitFor(() => expect(screen.text()).toBe(''))
})

test('what waits is told again by itself, though the network never went away', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  screen = await openScreen(<KeptLine />, '/', [])
  let isBusy = true
  const busy = { code: 9999, message: '系统繁忙，请稍后再试', data: { reason: 'busy' } }
  vi.stubGlobal('fetch', async () =>
    Response.json(isBusy ? busy : { code: 0, message: 'success', data: credited }, {
      status: isBusy ? 503 : 200,
      headers: { [answerMark.name]: answerMark.value },
    }),
  )
  await keep(left)
  await tell(left, {})
  await screen.sees('1 条学习记录尚未上报')
  isBusy = false
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  await vi.waitFor(() => expect(screen.text()).toBe(''))
})
