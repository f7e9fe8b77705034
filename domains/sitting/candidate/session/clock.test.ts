import { expect, test } from 'vitest'
import { ExamClock } from './clock.ts'

const start = '2026-11-21T08:00:00.000Z'
const at = (time: string) => Date.parse(time)

function clocks() {
  const now = { monotone: 5000, device: at('2026-11-21T10:00:00.000Z') }
  return {
    now,
    given: { monotone: () => now.monotone, device: () => now.device },
    pass: (ms: number) => {
      now.monotone += ms
      now.device += ms
    },
  }
}

test('a wrong device clock, changed in the middle, changes nothing but the trust in it', () => {
  const { now, given, pass } = clocks()
  const clock = new ExamClock(start, given)
  pass(60_000)
  expect([clock.now(), clock.isDoubtful]).toEqual([at('2026-11-21T08:01:00.000Z'), false])
  now.device += 3_600_000
  expect([clock.now(), clock.isDoubtful]).toEqual([at('2026-11-21T08:01:00.000Z'), true])
  clock.sync('2026-11-21T08:01:00.000Z', 20)
  expect(clock.isDoubtful).toBe(false)
})

test('a quick answer is believed, a slow one is not, unless the page has slept', () => {
  const { given, pass } = clocks()
  const clock = new ExamClock(start, given)
  clock.sync('2026-11-21T08:00:01.000Z', 20)
  expect(clock.now()).toBe(at('2026-11-21T08:00:01.010Z'))
  clock.sync('2026-11-21T08:00:00.900Z', 900)
  expect(clock.now()).toBe(at('2026-11-21T08:00:01.010Z'))
  pass(1000)
  clock.sync('2026-11-21T08:30:00.000Z', 900)
  expect(clock.now()).toBe(at('2026-11-21T08:30:00.450Z'))
})

test('started without network it goes on from the last known moment, doubtful until the server speaks, and never goes back', () => {
  const { now, given } = clocks()
  const anchor = { server: at(start), device: now.device - 90_000 }
  const clock = ExamClock.guess(anchor, given)
  expect([clock.now(), clock.isDoubtful]).toEqual([at('2026-11-21T08:01:30.000Z'), true])
  const setBack = ExamClock.guess({ server: at(start), device: now.device + 7_200_000 }, given)
  expect(setBack.now()).toBe(at(start))
  clock.sync('2026-11-21T08:01:20.000Z', 100)
  expect([clock.now(), clock.isDoubtful]).toEqual([at('2026-11-21T08:01:20.050Z'), false])
})
