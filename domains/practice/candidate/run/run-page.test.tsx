import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import RunPage from './run.page.tsx'

const runId = '01990000-0000-7000-8000-000000000001'
const permits = { result: true, answer: true, analysis: true }
const counts = { itemCount: 2, answeredCount: 0, passedOverCount: 0, rightCount: 0, ownJudgedCount: 0, isFinished: false }
const options = [
  { id: 'a', html: '立即断电' },
  { id: 'b', html: '继续作业' },
]

const itemOf = (item: number) => ({
  ...{ item, questionId: runId, view: { type: 1, stem: `题干${item}`, options }, maxScore: 2, points: [] },
  ...{ isFavourite: false, note: '', nextSeq: 1, permits, feedback: null },
})
const run = {
  ...{ runId, practiceId: null, name: '今日练习', mode: 5, beganAt: '2026-11-22T00:00:00.000Z', endsAt: null },
  ...{ isOver: false, counts, items: [itemOf(1), itemOf(2)] },
}

interface Sent {
  readonly item: number
  readonly answer: { readonly optionId: string }
}
function scored({ item, answer }: Sent) {
  const isCorrect = answer.optionId === 'a'
  const feedback = {
    ...{ seq: 1, outcome: 'scored', text: null, answer, maxScore: 2, isCorrect, score: isCorrect ? 2 : 0 },
    ...{ isOwnJudgement: false, key: { type: 1, correct: 'a' }, analysis: '先断电再处理', mayBeEasy: isCorrect },
  }
  return { feedback, counts: { ...counts, answeredCount: item } }
}

const press = (key: string) => act(async () => void window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })))
const nowhere = () => undefined
const page = <RunPage id={runId} second="" go={nowhere} start={nowhere} />

// What jsdom lacks.
Object.assign(window, { scrollTo: nowhere })
Element.prototype.scrollIntoView ??= nowhere

let screen: Screen
afterEach(() => screen.close())

test('a round is answered by keyboard alone, each answer with its feedback', async () => {
  screen = await openScreen(page, '/', [
    [learn.run, run],
    [learn.answer, scored],
  ])
  await screen.sees('题干1')
  await press('1')
  await press('Enter')
  await screen.sees('回答正确')
  await screen.sees('先断电再处理')
  await screen.sees('太简单')
  await press('Enter')
  await screen.sees('题干2')
  await press('b')
  await press('Enter')
  await screen.sees('回答错误')
  const given = screen.sent.filter(({ path }) => path === learn.answer.facts.path).map(({ body }) => body)
  expect(given).toMatchObject([
    { runId, item: 1, seq: 1, answer: { type: 1, optionId: 'a' } },
    { runId, item: 2, seq: 1, answer: { type: 1, optionId: 'b' } },
  ])
})

test('without an answer of the server the learner goes on, and what was given is told later', async () => {
  let isOnline = false
  const unreachable = () => {
    throw new TypeError('Failed to fetch')
  }
  screen = await openScreen(page, '/', [
    [learn.run, run],
    [learn.answer, (sent: Sent) => (isOnline ? scored(sent) : unreachable())],
  ])
  await screen.sees('题干1')
  await press('2')
  await press('Enter')
  await screen.sees('1 道题的答案已保存在本机')
  expect(screen.text()).not.toContain('正确答案')
  await press('Enter')
  await screen.sees('题干2')
  isOnline = true
  await act(async () => void window.dispatchEvent(new Event('online')))
  await press('ArrowLeft')
  await screen.sees('回答错误')
  expect(screen.text()).not.toContain('已保存在本机')
})
