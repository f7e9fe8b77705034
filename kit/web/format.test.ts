import { expect, test } from 'vitest'
import { formatBytes, formatDuration, formatNumber, formatScore, relativeTime } from './format.ts'

test.each([
  [0, '0'],
  [9999, '9,999'],
  [1234.5, '1,234.5'],
  [10_000, '10k'],
  [12_345, '12.3k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [2_500_000, '2.5M'],
  [3.2e9, '3.2G'],
  [4e12, '4T'],
  [5e15, '5P'],
  [6e18, '6E'],
  [-20_000, '-20k'],
  [null, '-'],
])('%s reads %s', (value, text) => expect(formatNumber(value)).toBe(text))

const now = Date.parse('2026-11-21T08:00:00Z')
test.each([
  [-5, '刚刚'],
  [29, '刚刚'],
  [30, '1分钟前'],
  [59 * 60, '59分钟前'],
  [3_600, '1小时前'],
  [86_399, '23小时前'],
  [86_400, '1天前'],
  [172_799, '1天前'],
])('%i seconds ago is %s', (seconds, text) => expect(relativeTime(now - seconds * 1_000, now)).toBe(text))

test('two days ago is a date', () => {
  expect(relativeTime(now - 172_800_000, now)).toMatch(/^2026-11-1\d$/)
})

test('scores have at most two places, durations and sizes their units', () => {
  expect(formatScore(85.5)).toBe('85.5')
  expect(formatScore(0.1 + 0.2)).toBe('0.3')
  expect(formatDuration(3_725)).toBe('1小时02分')
  expect(formatDuration(65)).toBe('1分05秒')
  expect(formatBytes(5_242_880)).toBe('5 MB')
})
