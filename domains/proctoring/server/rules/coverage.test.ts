import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageOf, coveragePercent, type Span } from './coverage.ts'

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`)
const span = (from: string, until: string): Span => ({ from: at(from), until: at(until) })

test('an hour with a pause of ten minutes and two minutes lost is 96 %', () => {
  const pieces = [span('09:00', '09:20'), span('09:30', '09:40'), span('09:42', '10:00')]
  const coverage = coverageOf(span('09:00', '10:00'), [span('09:20', '09:30')], pieces)
  expect(coverage).toEqual({ expectedSeconds: 3000, coveredSeconds: 2880, holes: [span('09:40', '09:42')] })
  expect(coveragePercent(coverage)).toBe(96)
})

test('less than two seconds between two pieces is no hole', () => {
  const pieces = [
    { from: 0, until: 10_000 },
    { from: 11_999, until: 20_000 },
    { from: 22_000, until: 30_000 },
  ]
  expect(coverageOf({ from: 0, until: 30_000 }, [], pieces)).toMatchObject({
    coveredSeconds: 28,
    holes: [{ from: 20_000, until: 22_000 }],
  })
})

test('where nothing was expected nothing is missing', () => {
  expect(coveragePercent(coverageOf(span('09:00', '10:00'), [span('08:00', '11:00')], []))).toBe(100)
})

const spans = fc.array(
  fc.tuple(fc.integer({ min: -50, max: 650 }), fc.integer({ min: 0, max: 120 })).map(([from, length]) => ({
    from: from * 1000,
    until: (from + length) * 1000,
  })),
  { maxLength: 20 },
)
const whole: Span = { from: 0, until: 600_000 }

test('order, repetition and what lies outside change nothing', () => {
  fc.assert(
    fc.property(spans, spans, (apart, pieces) => {
      const once = coverageOf(whole, apart, pieces)
      expect(coverageOf(whole, apart.toReversed(), [...pieces.toReversed(), ...pieces])).toEqual(once)
      expect(coverageOf(whole, apart, [...pieces, { from: 700_000, until: 900_000 }])).toEqual(once)
    }),
  )
})

test('each whole second that was expected is either covered or in a hole, or in a gap below two seconds', () => {
  fc.assert(
    fc.property(spans, spans, (apart, pieces) => {
      const { expectedSeconds, coveredSeconds, holes } = coverageOf(whole, apart, pieces)
      const isIn = (list: readonly Span[], second: number) =>
        list.some(({ from, until }) => from <= second * 1000 && until >= (second + 1) * 1000)
      const seconds = Array.from({ length: 600 }, (_, second) => second).filter((second) => !isIn(apart, second))
      expect(expectedSeconds).toBe(seconds.length)
      const inHoles = seconds.filter((second) => isIn(holes, second))
      expect(coveredSeconds).toBe(seconds.length - inHoles.length)
      expect(inHoles.some((second) => isIn(pieces, second))).toBe(false)
      const nowhere = seconds.filter((second) => !isIn(pieces, second) && !isIn(holes, second))
      for (const second of nowhere) expect(isIn(pieces, second - 1) || isIn(apart, second - 1) || second === 0).toBe(true)
    }),
  )
})

test('a further piece never makes it less', () => {
  fc.assert(
    fc.property(spans, spans, spans, (apart, pieces, more) => {
      const less = coverageOf(whole, apart, pieces)
      expect(coverageOf(whole, apart, [...pieces, ...more]).coveredSeconds).toBeGreaterThanOrEqual(less.coveredSeconds)
    }),
  )
})
