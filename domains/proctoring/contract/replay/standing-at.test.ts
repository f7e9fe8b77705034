import { expect, test } from 'vitest'
import { countUntil, prepareTracks, standingAt } from './standing-at.ts'

const answer = (at: number, slot: number, text: string, counts = true) => ({ at, slot, rev: at, counts, text })
const prepared = prepareTracks({
  answers: [answer(10, 1, 'A'), answer(20, 2, 'B'), answer(30, 1, 'C'), answer(40, 1, 'D', false)],
  events: [
    { at: 0, label: '开始' },
    { at: 25, label: '离开' },
  ],
  absences: [{ from: 25, until: 28, kind: 'hidden' }],
  offline: [{ from: 30, until: 35 }],
  pauses: [{ from: 50, until: 60 }],
})
const textsAt = (at: number) => [...standingAt(prepared, at).answers].map(([slot, { text }]) => `${slot}${text}`).sort()

test.each([
  [9, []],
  [10, ['1A']],
  [29, ['1A', '2B']],
  [30, ['1C', '2B']],
  [99, ['1C', '2B']],
])('at %i the answers are %o; what did not count stands nowhere', (at, texts) => {
  expect(textsAt(at)).toEqual(texts)
})

test('presence, network, clock, events and the question answered last are those of the moment', () => {
  expect(standingAt(prepared, 26)).toMatchObject({ absence: { kind: 'hidden' }, isOffline: false, lastSlot: 2 })
  expect(standingAt(prepared, 28)).toMatchObject({ absence: null })
  expect(standingAt(prepared, 31)).toMatchObject({ isOffline: true, isPaused: false, lastSlot: 1 })
  expect(standingAt(prepared, 55)).toMatchObject({ isPaused: true })
  expect(standingAt(prepared, 26).events.map(({ label }) => label)).toEqual(['离开', '开始'])
  expect(standingAt(prepared, -1)).toMatchObject({ events: [], lastSlot: null })
})

test('of ten thousand events a moment is found in far less than a frame', () => {
  const answers = Array.from({ length: 10_000 }, (_, index) => answer(index, index % 50, String(index)))
  const events = answers.map(({ at }) => ({ at }))
  const large = prepareTracks({ answers, events, absences: [], offline: [], pauses: [] })
  const from = process.cpuUsage()
  for (let at = 0; at < 10_000; at += 100) standingAt(large, at)
  const { user, system } = process.cpuUsage(from)
  expect((user + system) / 1000 / 100).toBeLessThan(20)
  expect(countUntil(events, 4999)).toBe(5000)
})
