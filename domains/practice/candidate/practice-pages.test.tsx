import type { OutputOf } from '@kaopei/contract'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { learn } from '../contract/learn.ts'
import { longestRound, type PracticeCard } from '../contract/learn-shapes.ts'
import FavouritesPage from './favourites.page.tsx'
import PracticePage from './practice.page.tsx'
import { TodayCard } from './today-card.tsx'
import WrongBookPage from './wrong-book.page.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const today: OutputOf<typeof learn.dueToday> = {
  ...{ dueCount: 5, leftCount: 0, doneCount: 15, dailyCount: 15, ownDailyCount: null, dayStreak: 2, wrongCount: 0 },
  ...{ favouriteCount: 0, nextDueAt: null, openRunId: null },
}
const card: PracticeCard = {
  ...{ practiceId: id, name: '安全每日一练', information: '', startTime: null, endTime: null, status: 5, questionCount: 20 },
  ...{ permitRepeatPractice: true, isDone: false, runCount: 1, answeredPercent: 50, accuracyPercent: null, lastAt: null },
  ...{ dueCount: 3, openRuns: [{ runId: id, mode: 1, answeredCount: 2, itemCount: 20 }], modes: [1, 2, 7, 5] },
}

vi.setConfig({ testTimeout: 60_000 })
let screen: Screen
afterEach(() => screen.close())

const begun = () => screen.sent.filter(({ path }) => path === learn.begin.facts.path).map(({ body }) => body)
const buttons = () =>
  [...document.querySelectorAll('button')].map(({ textContent, disabled }) => [textContent, !disabled] as const)
const open = async (of: Partial<PracticeCard>) => {
  const went = vi.fn()
  screen = await openScreen(<PracticePage id={id} second="" go={went} start={went} />, '/', [
    [learn.mine, { dataList: [{ ...card, ...of }], totalCount: 1 }],
    [learn.dueToday, today],
    [learn.begin, () => ({ runId: id })],
  ])
  await screen.sees('模拟练习')
}

test('what is due of a practice can be practised, another portion when the day is done', async () => {
  await open({})
  await screen.sees('这个练习有 3 题到期')
  expect(buttons().map(([text]) => text)).toContain('重新开始')
  await screen.click('再来一组')
  expect(begun()).toMatchObject([{ practiceId: id, mode: 5, isAnew: true }])
})

test('where one round is all, the one under way is offered and no other; none after it', async () => {
  await open({ permitRepeatPractice: false, modes: [1] })
  await screen.sees('请继续顺序练习')
  expect(buttons()).toEqual([
    ['返回', true],
    ['继续', true],
    ['只能一轮', false],
    ...Array(3).fill(['暂无题目', false]),
    ['只能一轮', false],
  ])
  screen.close()
  await open({ permitRepeatPractice: false, isDone: true, openRuns: [], modes: [3] })
  expect(buttons().map(([text]) => text)).toEqual(['返回', '已完成', '已完成', '开始', '暂无题目', '暂无题目', '已完成'])
})

test("when today's portion is done the card says how many more are due and begins another", async () => {
  screen = await openScreen(<TodayCard today={today} go={() => undefined} />, '/', [[learn.begin, () => ({ runId: id })]])
  await screen.sees('今天的 15 题已练完')
  await screen.sees('还有 5 题到期')
  await screen.click('再来一组')
  expect(begun()).toMatchObject([{ mode: 5, isAnew: true }])
})

const met = {
  ...{ questionId: id, type: 1, view: { type: 1, stem: '题干', options: [] }, points: [], lastAt: '2026-11-22T08:00:00.000Z' },
  ...{ isFavourite: true, note: '', isReady: true },
}

test('a book longer than a round says so', async () => {
  const totalCount = longestRound + 1
  const wrong = { ...met, wrongSince: met.lastAt, source: 'practice', wrongCount: 1, streak: 0, streakDays: 0 }
  const go = () => undefined
  screen = await openScreen(
    <>
      <WrongBookPage id="" second="" go={go} start={go} />
      <FavouritesPage id="" second="" go={go} start={go} />
    </>,
    '/',
    [
      [
        learn.wrongBook,
        {
          dataList: [{ ...wrong, neededStreak: 3, neededDays: 2 }],
          totalCount,
          types: [{ type: 1, count: totalCount }],
          points: [],
        },
      ],
      [learn.favourites, { dataList: [{ ...met, isInWrongBook: false }], totalCount }],
    ],
  )
  await screen.sees('练错题')
  await screen.sees('练收藏')
  expect(screen.text().split('一轮最多 200 题')).toHaveLength(3)
  expect(screen.text()).not.toContain('练全部错题')
})
