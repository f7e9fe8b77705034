import { expect, test } from 'vitest'
import { overrideText, sourceText } from './override-text.ts'

const nothing = {
  ...{ openAt: null, closeAt: null, neverCloses: false, limitMinutes: null },
  ...{ attemptsAllowed: null, extraPercent: null, extraMinutes: null },
}

test.each<[object, string]>([
  [{}, ''],
  [{ extraPercent: 0 }, '不加时'],
  [{ extraPercent: 25, extraMinutes: 10 }, '加时 25% + 10 分钟'],
  [{ limitMinutes: 90, attemptsAllowed: 0, neverCloses: true }, '不限结束时间；时长 90 分钟；不限次数'],
  [{ limitMinutes: 0, attemptsAllowed: 2 }, '不限时长；可考 2 次'],
])('times in words: %o', (times, words) => {
  expect(overrideText({ ...nothing, ...times })).toBe(words)
})

test('a source names every group that gave it', () => {
  expect(sourceText({ source: 'group', groupNames: ['夜班', '外地'] })).toBe('来自用户组“夜班”“外地”')
  expect(sourceText({ source: 'exam', groupNames: [] })).toBe('来自考试设置')
})
