import type { RecordedEvent } from '@kaopei/sitting/server'
import { expect, test } from 'vitest'
import { excusedIn, excusedOf, type Fault } from './own-fault.ts'

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
const begin = (seconds: number) => event('captureGap', seconds, { detail: '1/film:load', durationMs: 0 })
const end = (seconds: number, length: number) =>
  event('captureGap', seconds, { detail: '1/film:load', durationMs: length * 1000 })
const busy = (from: number, until: number, kind: Fault['kind'] = 'load'): Fault => ({ kind, from: at(from), until: at(until) })
const excused = (events: RecordedEvent[], faults: Fault[], pauses: { from: number; until: number }[] = []) =>
  excusedOf(events, { faults, pauses, end: at(3600) }).map(({ eventId, because }) => `${eventId} ${because}`)

test.each<[string, RecordedEvent[], Fault[], string[]]>([
  [
    'told, and as long as it was told',
    [begin(600), end(900, 300)],
    [busy(590, 880)],
    ['captureGap 600 load', 'captureGap 900 load'],
  ],
  ['never told', [begin(600), end(900, 300)], [], []],
  ['told at another time', [begin(600), end(900, 300)], [busy(1200, 1500)], []],
  ['told, and claimed for much longer', [begin(600), end(2400, 1800)], [busy(590, 880)], ['captureGap 600 load']],
  ['told, and never said to be over', [begin(600)], [busy(590, 880)], []],
  ['told until the end', [begin(3400)], [busy(3390, 3600)], ['captureGap 3400 load']],
  ['another reason', [event('captureGap', 600, { detail: '1/film:deviceFull', durationMs: 10_000 })], [busy(500, 700)], []],
  [
    'a store that took nothing',
    [event('captureGap', 600, { detail: '1/film:storeDown', durationMs: 60_000 })],
    [busy(300, 500, 'storeDown')],
    ['captureGap 600 storeDown'],
  ],
  ['load is no store', [event('captureGap', 600, { detail: '1/film:storeDown', durationMs: 60_000 })], [busy(300, 700)], []],
])('a gap put down to the server, %s', (_, events, faults, found) => {
  expect(excused(events, faults)).toEqual(found)
})

test('what was lost while the clock stood still speaks against nobody', () => {
  const lost = [event('captureLost', 620, { detail: 'first:ended' }), event('captureLost', 1200, { detail: 'first:ended' })]
  expect(excused(lost, [], [{ from: at(600), until: at(900) }])).toEqual(['captureLost 620 paused'])
})

test('what is on record as ours is known again', () => {
  expect([...excusedIn([begin(600), event('captureExcused', 700, { eventId: 'captureGap 600', because: 'load' })])]).toEqual([
    'captureGap 600',
  ])
})
