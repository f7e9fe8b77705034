import fc from 'fast-check'
import { expect, test } from 'vitest'
import { funnelSteps } from '../../contract/funnel-steps.ts'
import { examFunnel, flooredPercent } from './funnel.ts'

test('ratios are floored to whole percent of those who may take part', () => {
  const counts = { premiseExam: 300, hasExam: 299, completeExam: 200, passExam: 87, review: 0, exception: 1, cheat: 3 }
  expect(examFunnel(counts)).toMatchObject({
    premiseExamRatio: 100,
    hasExamRatio: 99,
    completeExamRatio: 66,
    passExamRatio: 29,
    reviewRatio: 0,
    exceptionRatio: 0,
    cheatRatio: 1,
    cheatCount: 3,
  })
})

test('nobody at all is no percent of nobody', () => {
  const none = { premiseExam: 0, hasExam: 0, completeExam: 0, passExam: 0, review: 0, exception: 0, cheat: 0 }
  for (const step of funnelSteps) expect(examFunnel(none)[`${step}Ratio`]).toBe(0)
})

test('a step larger than the whole is a fault, not 200 percent', () => {
  expect(() =>
    examFunnel({ premiseExam: 1, hasExam: 2, completeExam: 0, passExam: 0, review: 0, exception: 0, cheat: 0 }),
  ).toThrow('hasExam counts 2 of 1')
})

test('flooring is exact', () => {
  expect(flooredPercent(29, 100)).toBe(29)
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (part, whole) => {
      const percent = flooredPercent(part, whole)
      expect(percent * whole <= part * 100 && part * 100 < (percent + 1) * whole).toBe(true)
    }),
  )
})
