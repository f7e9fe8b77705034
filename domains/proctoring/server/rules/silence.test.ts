import type { RecordedEvent } from '@kaopei/sitting/server'
import { expect, test } from 'vitest'
import { explanationOf, reasonsOf, silenceWords } from './silence.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 1) + seconds * 1000)
const event = (type: string, seconds: number, data = {}): RecordedEvent => ({
  ...{ id: '', attemptId: '', type, source: 'client', actorId: null, leaseEpoch: 1, seq: null },
  ...{ clientAt: at(seconds), at: at(900), data },
})
const silence = { from: at(100).getTime(), until: at(200).getTime() }
const pause = (from: number, until: number | null) => [{ from: at(from).getTime(), until: until && at(until).getTime() }]

test.each([
  ['nothing is known', [], [], []],
  ['the network was away, noticed when a sign of life failed', [event('netDown', 130), event('netUp', 199)], [], ['offline']],
  ['the network was away for a part alone', [event('netDown', 110), event('netUp', 140)], [], []],
  ['the network did not come back', [event('netDown', 120)], [], ['offline']],
  ['a reload', [event('signal', 115, { dialog: 'reload' }), event('signal', 170)], [], ['reload']],
  ['a reload takes a minute at most', [event('signal', 90, { dialog: 'reload' }), event('signal', 199)], [], []],
  ['a signal of anything else', [event('signal', 115, { dialog: 'share' }), event('signal', 199)], [], []],
  ['a stopped clock', [], pause(100, 160), ['paused']],
  ['a stopped clock that still stands', [], pause(50, null), ['paused']],
  ['a stop before it', [], pause(10, 90), []],
  ['together', [event('netDown', 140), event('netUp', 160)], pause(165, 190), ['offline', 'paused']],
])('a silence of 100 s: %s', (_, events, pauses, explanation) => {
  expect(explanationOf(silence, reasonsOf(events, pauses, at(300).getTime()))).toEqual(explanation)
})

test('what is left may be as long as contact may be lost, 45 s', () => {
  const of = (until: number) => explanationOf(silence, reasonsOf([], pause(100, until), 0))
  expect([of(155), of(154)]).toEqual([['paused'], []])
})

test('it is told in words', () => {
  const told = (pauses: ReturnType<typeof pause>) => silenceWords(silence, reasonsOf([], pauses, 0))
  expect([told([]), told(pause(90, 210))]).toEqual(['100 秒，原因不明', '100 秒，考试暂停'])
})
