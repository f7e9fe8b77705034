import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { suspicion } from '../../contract/suspicion/suspicion.ts'
import { Pairs } from './pairs.tsx'
import type { Pair } from './people.tsx'
import { Signs } from './signs.tsx'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 120_000 })

let screen: Screen
afterEach(() => screen.close())

const now = '2026-11-22T01:00:00.000Z'
const person = (staffName: string) => ({ examinationResultId: staffName, staffName, seat: null, startTime: now, address: null })
const pair: Pair = {
  ...{ one: person('张三'), other: person('李四'), isNear: false, nearBecause: [], common: 24, matches: 24, expectedMatches: 10 },
  ...{ sharedWrong: 10, probability: 0.001, expectedPairs: 0.001, level: 'red', kOne: 0.01, kOther: 0.01 },
}
const near: Pair = {
  ...pair,
  one: person('王五'),
  other: person('赵六'),
  level: 'yellow',
  isNear: true,
  nearBecause: ['座位相邻'],
}
const counts = [
  { kind: 'sameBrowser', count: 1 },
  { kind: 'tooFast', count: 2 },
]
const sign = { number: 1, kind: 'tooFast', level: 'notice', about: '第 3 题', baseRate: '-', people: [person('钱七')] }

const choose = (label: string) =>
  act(async () => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-segmented-item')].find(
      ({ textContent }) => textContent === label,
    )
    if (!found) throw new Error(`nothing is called ${label}`)
    found.querySelector('input')?.click()
  })
const names = () => [...document.querySelectorAll('tbody a')].map(({ textContent }) => textContent)

test('each figure opens its rows', async () => {
  const page = (
    <>
      <Pairs pairs={[pair, near]} />
      <Signs examId="1" />
    </>
  )
  screen = await openScreen(page, '/x', [[suspicion.signs, { dataList: [sign], totalCount: 3, counts }]])
  await screen.sees('全部 3')
  expect(names()).toEqual(['张三', '李四', '王五', '赵六', '钱七'])
  await choose('红色 1')
  expect(names()).toEqual(['张三', '李四', '钱七'])
  await choose('邻近 1')
  expect(names()).toEqual(['王五', '赵六', '钱七'])
  await choose('作答快于通读题目且答对 2')
  const asked = screen.sent.filter(({ path }) => path === suspicion.signs.facts.path)
  expect(asked.at(-1)?.body).toMatchObject({ kind: 'tooFast', pageIndex: 1 })
})
