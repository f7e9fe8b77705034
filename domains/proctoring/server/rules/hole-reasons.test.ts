import type { RecordedEvent } from '@kaopei/sitting/server'
import { expect, test } from 'vitest'
import { holeReason, troublesOf } from './hole-reasons.ts'
import type { Reasons } from './silence.ts'

const start = Date.parse('2026-11-22T01:00:00Z')
const at = (seconds: number) => start + seconds * 1000
const event = (type: string, seconds: number, data: object = {}): RecordedEvent =>
  // Only what the rule reads.
  ({
    id: `${type} ${seconds}`,
    attemptId: 'a',
    type,
    at: new Date(at(seconds + 3)),
    clientAt: new Date(at(seconds)),
    data,
  }) as never
const none: Reasons = { offline: [], reload: [], paused: [] }
const reasonOf = (of: number, [from, until]: readonly [number, number], events: readonly RecordedEvent[], reasons = none) =>
  holeReason(
    { from: at(from), until: at(until) },
    troublesOf(events, { source: of, kind: 'film' }, { reasons, end: at(3600), doubtful: [] }),
  )

test.each<[string, RecordedEvent[]]>([
  ['共享或设备已断开', [event('captureLost', 60, { detail: 'screen:ended' }), event('captureBack', 120, { detail: 'screen' })]],
  ['没有授权', [event('captureLost', 60, { detail: 'screen:denied' })]],
  ['考生设备空间不足', [event('captureGap', 100, { detail: '1/film:deviceFull', durationMs: 30_000 })]],
  ['片段未被接收', [event('captureGap', 130, { detail: '1/film:refused 413', durationMs: 10_000 })]],
  [
    '服务器繁忙，降低了采集（系统原因，不计异常）',
    [
      event('captureExcused', 3600, { eventId: 'captureGap 70' }),
      event('captureExcused', 3600, { eventId: 'captureGap 125' }),
      event('captureGap', 70, { detail: '1/film:load', durationMs: 0 }),
      event('captureGap', 125, { detail: '1/film:load', durationMs: 55_000 }),
    ],
  ],
  [
    '服务器繁忙，降低了采集（考生端所称，没有相应的服务器记录）',
    [event('captureGap', 70, { detail: '1/film:load', durationMs: 0 })],
  ],
  ['考生端失去联系', [event('heartbeatGap', 121, { from: at(60), until: at(120) })]],
  ['考生端没有上报原因', []],
])('a hole of the screen from 60 to 120 s is said to be: %s', (words, events) => {
  expect(reasonOf(1, [60, 120], events)).toBe(words)
})

test('what was told of another source, of pictures or of another time explains nothing; several reasons stand side by side', () => {
  const others = [
    event('captureLost', 60, { detail: 'first:ended' }),
    event('captureGap', 100, { detail: '1/picture:deviceFull', durationMs: 30_000 }),
    event('captureLost', 10, { detail: 'screen:ended' }),
    event('captureBack', 30, { detail: 'screen' }),
  ]
  expect(reasonOf(1, [60, 120], others)).toBe('考生端没有上报原因')
  expect(reasonOf(2, [60, 120], others)).toBe('共享或设备已断开')
  const offline = { ...none, offline: [{ from: at(50), until: at(90) }] }
  expect(reasonOf(3, [60, 120], [event('captureLost', 80, { detail: 'second:lost' })], offline)).toBe('手机失去联系、网络中断')
})

test('where a piece is there whose times are in doubt that is said, and that a client had not yet heard of the end of a pause', () => {
  const hole = { from: at(60), until: at(72) }
  const told = (doubtful: { from: number; until: number }[], reasons = none) =>
    holeReason(hole, troublesOf([], { source: 1, kind: 'film' }, { reasons, end: at(3600), doubtful }))
  expect(told([{ from: at(61), until: at(73) }])).toBe('片段的时间存疑，可单独查看')
  expect(told([{ from: at(72), until: at(80) }])).toBe('考生端没有上报原因')
  expect(told([], { ...none, paused: [{ from: at(30), until: at(60) }] })).toBe('暂停刚恢复，考生端尚未收到')
  expect(told([], { ...none, paused: [{ from: at(30), until: at(40) }] })).toBe('考生端没有上报原因')
})
