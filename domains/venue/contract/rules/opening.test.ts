import { expect, test } from 'vitest'
import { isOpenThroughout, openingWords, parseOpening, unbrokenTimes } from './opening.ts'

const wordsOf = (text: string) => {
  const times = parseOpening(text)
  return times && openingWords(times)
}

test.each([
  ['', ''],
  ['周一至周五 08:00-18:00', '周一至周五 08:00–18:00'],
  ['星期一到星期五：8:00~12:00，14:00～18:00', undefined],
  ['星期一到星期五：8:00~12:00，14:00至18:00', '周一至周五 08:00–12:00、14:00–18:00'],
  ['周六、周日 09:00–12:00；周一 8:00–9:30', '周一 08:00–09:30；周六、周日 09:00–12:00'],
  ['每天 00:00–24:00', '每天 00:00–24:00'],
  ['每日 7:00-9:00、9:00-11:00', '每天 07:00–11:00'],
  ['周一、周三、周四、周五 08:00–09:00', '周一、周三至周五 08:00–09:00'],
  ['周五至周一 08:00–09:00', undefined],
  ['周一 09:00–08:00', undefined],
  ['周一 08:60–09:00', undefined],
  ['周一 08:00–24:01', undefined],
  ['工作日 08:00–18:00', undefined],
  ['周一', undefined],
  ['08:00–18:00', undefined],
])('%s is written %s', (text, words) => {
  expect(wordsOf(text)).toBe(words)
  if (words !== undefined) expect(wordsOf(words)).toBe(words)
})

test.each([
  // 2026-11-30 is a Monday.
  ['周一 08:00–12:00', '2026-11-30T00:00Z', '2026-11-30T04:00Z', true],
  ['周一 08:00–12:00', '2026-11-30T00:00Z', '2026-11-30T04:01Z', false],
  ['周一 08:00–12:00', '2026-11-29T23:59Z', '2026-11-30T04:00Z', false],
  ['周日 08:00–12:00', '2026-11-30T00:00Z', '2026-11-30T04:00Z', false],
  ['周一 08:00–24:00；周二 00:00–06:00', '2026-11-30T10:00Z', '2026-11-30T20:00Z', true],
  ['周一 08:00–23:59；周二 00:00–06:00', '2026-11-30T10:00Z', '2026-11-30T20:00Z', false],
  ['每天 00:00–24:00', '2026-11-30T00:00Z', '2027-11-30T00:00Z', true],
  ['周一至周六 00:00–24:00', '2026-11-30T00:00Z', '2027-11-30T00:00Z', false],
  ['', '2026-11-30T00:00Z', '2027-11-30T00:00Z', true],
])('a room that is open %s from %s to %s: %s', (text, from, until, isOpen) => {
  const span = { from: new Date(from), until: new Date(until) }
  expect(isOpenThroughout(parseOpening(text) ?? [], span, 'Asia/Shanghai')).toBe(isOpen)
})

test('no line ends within a time', () => {
  expect(unbrokenTimes('周一 08:00–12:00、14:00–18:00')).toBe('周一 08:00\u2060–\u206012:00、14:00\u2060–\u206018:00')
})
