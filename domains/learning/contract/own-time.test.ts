import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OwnTime, type ReportTime, takeTime } from './own-time.ts'
import { secondsOf } from './ranges.ts'

const start = 1_800_000_000_000
const nobody: OwnTime = { used: [], lastMs: null }
const live = (seconds: number, isFirst = false, began = -3600): ReportTime => ({
  kind: 'live',
  nowMs: start + seconds * 1000,
  isFirst,
  sessionBeganMs: start + began * 1000,
})
const late = (seconds: number, ownSpan: number, began = 0): ReportTime => ({
  kind: 'late',
  nowMs: start + seconds * 1000,
  ownSpanMs: ownSpan * 1000,
  sessionBeganMs: start + began * 1000,
})

test.each<{ name: string; reports: ReportTime[]; spans: number[] }>([
  {
    name: 'the first counts ten seconds, each other what has passed',
    reports: [live(9, true), live(19), live(30)],
    spans: [10, 10, 11],
  },
  {
    name: 'a player that was just opened has played nothing yet',
    reports: [live(3, true, 2), live(13, false, 2)],
    spans: [1, 10],
  },
  { name: 'a night in the background is a minute', reports: [live(9, true), live(30_000)], spans: [10, 60] },
  { name: 'two tabs share one clock', reports: [live(10, true), live(10, true), live(20), live(20)], spans: [10, 0, 10, 0] },
  { name: 'opening again and again earns nothing', reports: [live(10, true), live(11, true), live(11, true)], spans: [10, 1, 0] },
  { name: 'ten minutes offline come back whole', reports: [late(600, 60), late(600, 60), late(600, 30)], spans: [60, 60, 30] },
  { name: 'not more than has passed', reports: [late(70, 60), late(70, 60)], spans: [60, 10] },
  { name: 'a device clock that jumped', reports: [late(20, 1e9)], spans: [20] },
  { name: 'what another device told is not told again', reports: [live(10, true), live(20), late(20, 30)], spans: [10, 10, 0] },
])('$name', ({ reports, spans }) => {
  let own = nobody
  const taken = reports.map((report) => {
    const time = takeTime(own, report)
    own = time.own
    return time.spanSeconds
  })
  expect(taken).toEqual(spans)
})

test('nobody is credited more time than has passed, whatever is told in whatever order', () => {
  const report = fc.record({ seconds: fc.nat(3600), ownSpan: fc.nat(200), isLate: fc.boolean(), isFirst: fc.boolean() })
  fc.assert(
    fc.property(fc.array(report, { maxLength: 40 }), (reports) => {
      let own = nobody
      let sum = 0
      for (const { seconds, ownSpan, isLate, isFirst } of reports) {
        const time = takeTime(own, isLate ? late(seconds, ownSpan) : live(seconds, isFirst))
        own = time.own
        sum += time.spanSeconds
      }
      // Ten seconds before the first of them was opened, and the minute of a live one.
      expect(sum).toBeLessThanOrEqual(3600 + 60)
      expect(secondsOf(own.used) / 1000).toBeGreaterThanOrEqual(sum - 1e-6)
    }),
  )
})
