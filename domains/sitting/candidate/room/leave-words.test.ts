import { expect, test } from 'vitest'
import { wordsOfLeave } from './leave-words.ts'

const limits = (number: number, seconds = 0, isSum = false) => ({
  ...{ switchScreenNumberLimit: number, switchScreenSeconds: seconds, switchScreenSecondsSum: isSum },
})

test.each([
  ['no limit', 4, limits(0), '您第 4 次离开考试窗口（本次 2 秒），此情况会被记录。'],
  ['the first of three', 1, limits(3), '您第 1 次离开考试窗口（本次 2 秒），共允许 3 次，超过后将自动交卷。'],
  ['as many as allowed', 3, limits(3), '您第 3 次离开考试窗口（本次 2 秒），共允许 3 次，超过后将自动交卷。'],
  ['one more', 4, limits(3), '您第 4 次离开考试窗口（本次 2 秒），共允许 3 次，已超过，系统将自动交卷。'],
  ['seconds of each', 1, limits(3, 10), '您第 1 次离开考试窗口（本次 2 秒，单次共允许 10 秒），共允许 3 次，超过后将自动交卷。'],
  [
    'seconds of all',
    2,
    limits(0, 60, true),
    '您第 2 次离开考试窗口（本次 2 秒，累计 31 秒，累计共允许 60 秒），此情况会被记录。',
  ],
])('%s', (_, leaves, rules, words) => {
  expect(wordsOfLeave({ leaves, awayMs: 31_000, durationMs: 2200 }, rules)).toBe(words)
})
