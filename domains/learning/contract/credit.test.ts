import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filmDone } from './completion.ts'
import { allowedSeconds, creditOf, creditOfPages, learnedTime, withoutSkipped } from './credit.ts'
import { clockOf, gapsOf, type Range, rangesOf, reachedWithoutGap, secondsOf, unionOf, without } from './ranges.ts'

const length = 600
const range = fc.tuple(fc.double({ min: -50, max: 700, noNaN: true }), fc.double({ min: -50, max: 700, noNaN: true }))
const played = fc.array(range, { maxLength: 12 })
const span = fc.double({ min: 0, max: 60, noNaN: true })

test.each<{ name: string; given: Range[]; counts: readonly Range[] }>([
  { name: 'begun seconds count', given: [[0.4, 9.2]], counts: [[0, 10]] },
  { name: 'nothing lies beyond the end', given: [[590, 700]], counts: [[590, 600]] },
  {
    name: 'a seek leaves two',
    given: [
      [0, 10],
      [300, 310],
    ],
    counts: [
      [0, 10],
      [300, 310],
    ],
  },
  {
    name: 'what touches is one',
    given: [
      [10, 20],
      [0, 10],
    ],
    counts: [[0, 20]],
  },
  {
    name: 'what runs backwards is nothing',
    given: [
      [20, 10],
      [5, 5],
    ],
    counts: [],
  },
])('$name', ({ given, counts }) => {
  expect(rangesOf(given, length)).toEqual(counts)
})

test('gaps and what was seen make the whole', () => {
  fc.assert(
    fc.property(played, (given) => {
      const seen = rangesOf(given, length)
      const gaps = gapsOf(seen, length)
      expect(secondsOf(seen) + secondsOf(gaps)).toBe(length)
      expect(unionOf(seen, gaps)).toEqual([[0, length]])
      expect(without(seen, gaps)).toEqual(seen)
    }),
  )
})

test('no report earns more than the clock allows, whatever it says', () => {
  fc.assert(
    fc.property(played, span, fc.double(), (given, spanSeconds, rate) => {
      const { credited } = creditOf(given, { spanSeconds, rate, lengthSeconds: length })
      expect(secondsOf(credited)).toBeLessThanOrEqual(allowedSeconds(spanSeconds, rate))
      expect(secondsOf(credited)).toBeLessThanOrEqual(60 * 2 * 1.05 + 1)
    }),
  )
})

test('coverage never falls, and the order of reports does not matter', () => {
  fc.assert(
    fc.property(fc.array(played, { maxLength: 8 }), (reports) => {
      const counted = reports.map((one) => rangesOf(one, length))
      const sums = counted.map((_, index) => secondsOf(counted.slice(0, index + 1).reduce(unionOf, [])))
      expect(sums).toEqual([...sums].sort((one, other) => one - other))
      expect(counted.reduce(unionOf, [])).toEqual([...counted].reverse().reduce(unionOf, []))
    }),
  )
})

test.each([
  { name: 'ten seconds', span: 10, rate: 1, allows: 11.5 },
  { name: 'ten seconds at double speed', span: 10, rate: 2, allows: 22 },
  { name: 'sixteen times is cut to two', span: 10, rate: 16, allows: 22 },
  { name: 'one second has a fifth of the tolerance', span: 1, rate: 1, allows: 1.25 },
  { name: 'nothing', span: 0, rate: 2, allows: 0 },
])('$name', ({ span, rate, allows }) => {
  expect(allowedSeconds(span, rate)).toBeCloseTo(allows, 9)
})

test('pages in view count beside each other, two at once, and no longer than the time', () => {
  expect(
    creditOfPages(
      [
        [0, 10],
        [1, 30],
        [2, 10],
        [9, 10],
      ],
      { spanSeconds: 10, pageCount: 9 },
    ),
  ).toEqual([
    [0, 10],
    [1, 11],
    [2, 1],
  ])
})

test('of a film without skipping only what joins its beginning counts', () => {
  const credited: Range[] = [
    [10, 25],
    [40, 50],
  ]
  expect(withoutSkipped(credited, [[0, 20]])).toEqual([[10, 25]])
  expect(withoutSkipped(credited, [])).toEqual([])
  expect(withoutSkipped([[5, 8]], [[0, 20]])).toEqual([[5, 8]])
})

test('beyond what was possible the newest is cut and the rest stays', () => {
  const said: Range[] = [
    [100, 108],
    [0, 8],
  ]
  expect(creditOf(said, { spanSeconds: 10, rate: 1, lengthSeconds: length })).toEqual({
    credited: [
      [0, 3],
      [100, 108],
    ],
    cutSeconds: 5,
  })
})

test('what is seen again counts at most the length once', () => {
  const watched: Range[] = [[0, 100]]
  expect(learnedTime([[90, 120]], { watched, repeatedBefore: 0, lengthSeconds: 120 })).toEqual({
    newSeconds: 20,
    repeatedSeconds: 10,
  })
  expect(learnedTime([[0, 30]], { watched, repeatedBefore: 100, lengthSeconds: 120 })).toEqual({
    newSeconds: 0,
    repeatedSeconds: 20,
  })
})

test('a jump ahead does not move how far one came without a gap', () => {
  expect(
    reachedWithoutGap([
      [0, 30],
      [500, 600],
    ]),
  ).toBe(30)
  expect(reachedWithoutGap([[1, 30]])).toBe(0)
})

test('a film honestly played in reports of ten seconds is complete', () => {
  const reports = Array.from({ length: 60 }, (_, index): Range => [index * 10, index * 10 + 10])
  const watched = reports
    .map((one) => creditOf([one], { spanSeconds: 10, rate: 1, lengthSeconds: length }).credited)
    .reduce(unionOf, [])
  expect(filmDone(watched, { lengthSeconds: length, percent: 95 })).toEqual({ isComplete: true, percent: 100, missing: [] })
})

test.each([
  [0, '0:00'],
  [125, '2:05'],
  [3725, '1:02:05'],
])('%i seconds are read as %s', (seconds, words) => expect(clockOf(seconds)).toBe(words))
