import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gainBeyond, gainOf } from './gain.ts'

const times = (count: number, of: (at: number) => number) => Array.from({ length: count }, (_, at) => of(at))
const gains = (least: number, most: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: least, maxLength: most })
const nothing = { difference: null, low: null, high: null, way: null }

describe('a gain', () => {
  test('of fewer than 30 people is not claimed', () => {
    expect(gainOf(times(29, () => 0.3))).toEqual(nothing)
    expect(gainOf([])).toEqual(nothing)
    expect(
      gainBeyond(
        times(200, () => 0.3),
        times(29, () => 0),
      ),
    ).toEqual(nothing)
    expect(
      gainBeyond(
        times(29, () => 0.3),
        times(200, () => 0),
      ),
    ).toEqual(nothing)
  })

  test('from 100 people on has the interval of the paired t', () => {
    // 50 gained 0.1, 50 gained 0.3: mean 0.2, s² = 100·0.01/99; t(0.975; 99) = 1.98422.
    const half = 1.984217 * Math.sqrt(1 / 99 / 100)
    const { difference, low, high, way } = gainOf(times(100, (at) => (at % 2 === 0 ? 0.1 : 0.3)))
    expect(way).toBe('t')
    expect(difference).toBeCloseTo(0.2, 12)
    expect(low).toBeCloseTo(0.2 - half, 6)
    expect(high).toBeCloseTo(0.2 + half, 6)
  })

  test('of 30 to 99 people has the percentile interval of a bootstrap, about as wide as the t', () => {
    const { difference, low, high, way } = gainOf(times(64, (at) => (at % 2 === 0 ? 0.1 : 0.3)))
    expect(way).toBe('bootstrap')
    expect(difference).toBeCloseTo(0.2, 12)
    // 1.96 · 0.1 / 8
    expect(low).toBeCloseTo(0.2 - 0.0245, 2)
    expect(high).toBeCloseTo(0.2 + 0.0245, 2)
  })

  test('beyond the untrained has Welch’s interval where both are many', () => {
    // s² = 0.01·200/199 and 0.04·100/99 about 0.3 and 0.1: 0.2 ± t·√(a + b), by hand.
    const trained = times(200, (at) => (at % 2 === 0 ? 0.2 : 0.4))
    const untrained = times(100, (at) => (at % 2 === 0 ? -0.1 : 0.3))
    const [a, b] = [2 / 199 / 200, 4 / 99 / 100]
    const { difference, low, high, way } = gainBeyond(trained, untrained)
    expect(way).toBe('t')
    expect(difference).toBeCloseTo(0.2, 12)
    // 125.6 degrees of freedom
    const half = 1.97905 * Math.sqrt(a + b)
    expect(low).toBeCloseTo(0.2 - half, 5)
    expect(high).toBeCloseTo(0.2 + half, 5)
  })

  test('lies within its interval, which the same people always have, in any order for the t', () => {
    fc.assert(
      fc.property(gains(30, 160), (given) => {
        const once = gainOf(given)
        expect(gainOf(given)).toEqual(once)
        const { difference, low, high } = once
        if (difference === null || low === null || high === null) throw new Error('a claim was expected')
        expect(low).toBeLessThanOrEqual(difference + 1e-9)
        expect(high).toBeGreaterThanOrEqual(difference - 1e-9)
        if (given.length < 100) return
        const turned = gainOf(given.toReversed())
        expect(turned.low).toBeCloseTo(low, 9)
        expect(turned.high).toBeCloseTo(high, 9)
      }),
      { numRuns: 30 },
    )
  })

  test('moves with everybody’s, and turns with its sign', () => {
    fc.assert(
      fc.property(gains(100, 140), fc.double({ min: -0.5, max: 0.5, noNaN: true }), (given, shift) => {
        const [once, moved, turned] = [gainOf(given), gainOf(given.map((one) => one + shift)), gainOf(given.map((one) => -one))]
        expect(moved.low).toBeCloseTo((once.low ?? 0) + shift, 9)
        expect(moved.high).toBeCloseTo((once.high ?? 0) + shift, 9)
        expect(turned.low).toBeCloseTo(-(once.high ?? 0), 9)
        expect(turned.high).toBeCloseTo(-(once.low ?? 0), 9)
      }),
      { numRuns: 50 },
    )
  })

  test('is covered by about 95 of 100 intervals', () => {
    // Many samples of a known mean, by a generator of their own.
    let state = 7
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    const covered = (n: number, samples: number) => {
      let inside = 0
      for (let sample = 0; sample < samples; sample++) {
        const { low, high } = gainOf(times(n, () => next() - 0.3))
        if (low !== null && high !== null && low <= 0.2 && high >= 0.2) inside += 1
      }
      return inside / samples
    }
    expect(covered(120, 500)).toBeGreaterThan(0.925)
    expect(covered(120, 500)).toBeLessThan(0.975)
    expect(covered(40, 200)).toBeGreaterThan(0.88)
    expect(covered(40, 200)).toBeLessThan(0.99)
  })
})
