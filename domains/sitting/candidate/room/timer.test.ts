import { expect, test } from 'vitest'
import { clockText, isTimerShown } from './timer.tsx'

test.each([
  [3_661_000, '01:01:01'],
  [600_000, '10:00'],
  [59_001, '01:00'],
  [400, '00:01'],
  [-5, '00:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})

test.each([
  [30.5, false],
  [30, true],
  [29.1, true],
  [29, false],
  [5, true],
  [1, false],
])('with %s minutes left a timer that is shown at 30 and 5 is shown: %s', (left, isShown) => {
  expect(isTimerShown(left * 60_000, [30, 5])).toBe(isShown)
})
