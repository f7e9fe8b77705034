import { expect, test } from 'vitest'
import { askAgainAt, isNoticeOver, noticeAt } from './notice-time.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
const wishes = { notifyStart: true, notifyEnd: true, notifyAnalysis: true, permitViewAnalysis: true }
const times = { openAt: at('09:00'), lastEndAt: at('11:00'), lastWriteAt: at('11:01'), viewStartAt: null }

test.each([
  ['start', wishes, times, at('08:30')],
  ['start', { ...wishes, notifyStart: false }, times, null],
  ['start', wishes, { ...times, openAt: null }, null],
  ['end', wishes, times, at('11:00')],
  ['end', wishes, { ...times, lastEndAt: null }, null],
  ['end', { ...wishes, notifyEnd: false }, times, null],
  ['analysis', wishes, times, at('11:01')],
  ['analysis', wishes, { ...times, viewStartAt: at('18:00') }, at('18:00')],
  ['analysis', wishes, { ...times, viewStartAt: at('08:00') }, at('11:01')],
  ['analysis', wishes, { ...times, lastWriteAt: null }, null],
  ['analysis', { ...wishes, permitViewAnalysis: false }, times, null],
  ['analysis', { ...wishes, notifyAnalysis: false }, times, null],
] as const)('%s notice %#', (notice, settings, given, expected) => {
  expect(noticeAt(notice, settings, given)).toEqual(expected)
})

test('nobody is told of a beginning that is past', () => {
  expect(isNoticeOver('start', times, at('08:59'))).toBe(false)
  expect(isNoticeOver('start', times, at('09:00'))).toBe(true)
  expect(isNoticeOver('end', times, at('23:00'))).toBe(false)
})

test('an end that is not known yet is looked for again, where it is wanted', () => {
  const open = { ...times, lastEndAt: null, lastWriteAt: null, askAgainAt: at('13:00') }
  expect([noticeAt('end', wishes, open), noticeAt('analysis', wishes, open)]).toEqual([at('13:00'), at('13:00')])
  expect(noticeAt('end', { ...wishes, notifyEnd: false }, open)).toBeNull()
  expect(noticeAt('analysis', { ...wishes, permitViewAnalysis: false }, open)).toBeNull()
  expect(noticeAt('start', wishes, open)).toEqual(at('08:30'))
})

test.each([
  ['the exam has no close', null, null, at('12:00'), null],
  ['the end is known', at('11:00'), at('11:30'), at('12:00'), null],
  ['the close is still ahead', at('15:00'), null, at('12:00'), at('15:00')],
  ['the close is past', at('11:00'), null, at('12:00'), at('13:00')],
])('asking again: %s', (_, closeAt, lastEndAt, now, expected) => {
  expect(askAgainAt(closeAt, lastEndAt, now)).toEqual(expected)
})
