import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { studentT } from './student-t.ts'

describe('the quantile of Student', () => {
  test.each([
    // Printed tables, two-sided.
    [0.05, 1, 12.7062],
    [0.05, 2, 4.3027],
    [0.05, 5, 2.5706],
    [0.05, 10, 2.2281],
    [0.05, 29, 2.0452],
    [0.05, 99, 1.9842],
    [0.05, 120, 1.9799],
    [0.05, 1000, 1.9623],
    [0.05, 1e6, 1.96],
    [0.01, 10, 3.1693],
    [0.1, 30, 1.6973],
    [0.001, 4, 8.6103],
    [0.5, 1, 1],
  ])('of %d with %d degrees of freedom is %d', (probability, freedom, expected) => {
    expect(studentT(probability, freedom)).toBeCloseTo(expected, 4)
  })

  test('has the closed form of one and of two degrees of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (p) => {
        const one = Math.tan((Math.PI * (1 - p)) / 2)
        const two = Math.sqrt(2 / (p * (2 - p)) - 2)
        expect(studentT(p, 1)).toBeCloseTo(one, 6)
        expect(studentT(p, 2)).toBeCloseTo(two, 6)
      }),
    )
  })

  test('falls with more degrees of freedom and with more probability', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.9, noNaN: true }),
        fc.double({ min: 1, max: 5000, noNaN: true }),
        fc.double({ min: 0.5, max: 5000, noNaN: true }),
        (p, freedom, more) => {
          expect(studentT(p, freedom + more)).toBeLessThanOrEqual(studentT(p, freedom))
          expect(studentT(p + 0.05, freedom)).toBeLessThan(studentT(p, freedom))
        },
      ),
    )
  })
})
