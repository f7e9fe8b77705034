import { expect, test } from 'vitest'
import { isDoubtful, isLate, mayStillBring } from './span.ts'

const now = new Date('2026-11-22T01:00:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)
const minute = 60_000

test.each([
  ['ten seconds until now', -10_000, 0, false],
  ['until two seconds after its arrival', -8000, 2000, false],
  ['and a moment more', -8000, 2001, true],
  ['from a minute before the start', -6 * minute, -6 * minute + 10_000, false],
  ['and a moment more', -6 * minute - 1, -6 * minute + 10_000, true],
  ['a minute long', -minute, 0, false],
  ['and a moment more', -minute - 1, 0, true],
])('doubtful: %s', (_, from, until, expected) => {
  expect(isDoubtful({ from: at(from), until: at(until) }, { startedAt: at(-5 * minute) }, now)).toBe(expected)
})

test('late is what goes on after deadline and grace; pieces are taken until 24 h after the end', () => {
  const late = (until: number) => isLate({ from: at(-10_000), until: at(until) }, { due: at(-30_000), graceSeconds: 30 })
  expect([late(0), late(1)]).toEqual([false, true])
  const day = 24 * 60 * minute
  expect([null, at(-day), at(-day - 1)].map((submittedAt) => mayStillBring({ submittedAt }, now))).toEqual([true, true, false])
})
