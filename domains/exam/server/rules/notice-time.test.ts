import { expect, test } from 'vitest'
import { isNoticeOver, noticeAt } from './notice-time.ts'

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
