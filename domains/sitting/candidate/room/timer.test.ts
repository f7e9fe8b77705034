import { expect, test } from 'vitest'
import { clockText } from './timer.tsx'

test.each([
  [3_661_000, '01:01:01'],
  [600_000, '10:00'],
  [59_001, '01:00'],
  [400, '00:01'],
  [-5, '00:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text)
})
