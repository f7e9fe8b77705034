import { expect, test } from 'vitest'
import { ExamClock } from './exam-clock.ts'

const start = '2026-11-21T08:00:00.000Z'
const at = (time: string) => Date.parse(time)

test('a wrong device clock, changed in the middle, changes nothing', () => {
  let monotone = 5000
  const clock = new ExamClock(start, () => monotone)
  monotone += 60_000
  expect(clock.now()).toBe(at('2026-11-21T08:01:00.000Z'))
})

test('a quick answer is believed, a slow one is not, unless the page has slept', () => {
  let monotone = 0
  const clock = new ExamClock(start, () => monotone)
  clock.sync('2026-11-21T08:00:01.000Z', 20)
  expect(clock.now()).toBe(at('2026-11-21T08:00:01.010Z'))
  clock.sync('2026-11-21T08:00:00.900Z', 900)
  expect(clock.now()).toBe(at('2026-11-21T08:00:01.010Z'))
  monotone += 1000
  clock.sync('2026-11-21T08:30:00.000Z', 900)
  expect(clock.now()).toBe(at('2026-11-21T08:30:00.450Z'))
})
