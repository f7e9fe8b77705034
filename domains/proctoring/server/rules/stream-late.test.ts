import { expect, test } from 'vitest'
import { isStreamLate } from './stream-late.ts'

const startedAt = new Date('2026-11-22T01:00:00Z')
const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)

test.each([
  { what: 'nothing yet, a minute after the start', lastAt: null, now: 60, load: 0, isLate: false },
  { what: 'nothing two minutes after the start', lastAt: null, now: 120, load: 0, isLate: true },
  { what: 'the last piece a minute ago', lastAt: 600, now: 660, load: 0, isLate: false },
  { what: 'the last piece two minutes ago', lastAt: 600, now: 720, load: 0, isLate: true },
  { what: 'a film, where clients are asked for pictures instead', lastAt: 600, now: 1200, load: 7, isLate: false },
])('a stream is late when nothing comes: $what', ({ lastAt, now, load, isLate }) => {
  const stream = { kind: 'film' as const, everySeconds: 10, startedAt, lastAt: lastAt === null ? null : after(lastAt) }
  expect(isStreamLate(stream, { now: after(now), load })).toBe(isLate)
})

test('a picture may be three times its distance away, and a while under load', () => {
  const late = (everySeconds: number, load: number) =>
    [120, 170, 200].map((seconds) =>
      isStreamLate({ kind: 'picture', everySeconds, startedAt, lastAt: startedAt }, { now: after(seconds), load }),
    )
  expect(late(30, 0)).toEqual([true, true, true])
  expect(late(60, 0)).toEqual([false, false, true])
  expect(late(30, 7)).toEqual([false, false, true])
})

test('a clock that stands still records nothing, and has its time again when it goes on', () => {
  const late = (resumedAt: number, seconds: number) =>
    isStreamLate({ kind: 'film', everySeconds: 10, startedAt, lastAt: after(60), resumedAt }, { now: after(seconds), load: 0 })
  expect([late(Infinity, 900), late(after(800).getTime(), 860), late(after(800).getTime(), 900)]).toEqual([false, false, true])
})
