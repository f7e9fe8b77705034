import { expect, test } from 'vitest'
import { masteryCurve } from './mastery-curve.ts'
import { masteryOf } from './percent.ts'

const answer = (questionId: string, day: string, score: number) => ({ questionId, day, score, max: 200 })

test('the latest answer of each question counts, and below three questions nothing is claimed', () => {
  expect(
    masteryCurve([
      answer('a', '2026-03-01', 0),
      answer('b', '2026-03-01', 200),
      answer('c', '2026-03-02', 100),
      answer('a', '2026-03-05', 200),
    ]),
  ).toEqual([
    { day: '2026-03-01', questionCount: 2, masteryPercent: null },
    { day: '2026-03-02', questionCount: 3, masteryPercent: 50 },
    { day: '2026-03-05', questionCount: 3, masteryPercent: 83 },
  ])
})

test('after 180 days an answer says nothing any more', () => {
  const old = ['a', 'b', 'c'].map((id) => answer(id, '2026-01-01', 200))
  expect(masteryCurve([...old, answer('d', '2026-06-29', 200)]).at(-1)).toMatchObject({ questionCount: 4, masteryPercent: 100 })
  expect(masteryCurve([...old, answer('d', '2026-06-30', 200)]).at(-1)).toMatchObject({ questionCount: 1, masteryPercent: null })
})

test.each([
  [{ score: 0, max: 600, questions: 3 }, 0],
  [{ score: -100, max: 600, questions: 3 }, 0],
  [{ score: 200, max: 600, questions: 3 }, 33],
  [{ score: 600, max: 600, questions: 2 }, null],
])('%o is %s percent', (counted, expected) => {
  expect(masteryOf(counted)).toBe(expected)
})
