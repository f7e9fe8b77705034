import type { FunnelStep } from '../../contract/funnel-steps.ts'

export type FunnelField = `${FunnelStep}Count` | `${FunnelStep}Ratio`

/**
 * Counts are people, not attempts. Every ratio is that of 可参考人数, floored to whole percent, 0 when nobody may take part: a single
 * denominator, so that no step can pass 100 (chamilo #7038 showed 200 %). A count above its denominator is a fault of the caller.
 */
export function examFunnel(counts: Readonly<Record<FunnelStep, number>>): Record<FunnelField, number> {
  const total = counts.premiseExam
  const ratioOf = (step: FunnelStep) => {
    if (counts[step] > total) throw new Error(`${step} counts ${counts[step]} of ${total} people`)
    return flooredPercent(counts[step], total)
  }
  return {
    premiseExamCount: counts.premiseExam,
    premiseExamRatio: ratioOf('premiseExam'),
    hasExamCount: counts.hasExam,
    hasExamRatio: ratioOf('hasExam'),
    completeExamCount: counts.completeExam,
    completeExamRatio: ratioOf('completeExam'),
    passExamCount: counts.passExam,
    passExamRatio: ratioOf('passExam'),
    reviewCount: counts.review,
    reviewRatio: ratioOf('review'),
    exceptionCount: counts.exception,
    exceptionRatio: ratioOf('exception'),
    cheatCount: counts.cheat,
    cheatRatio: ratioOf('cheat'),
  }
}

/** Multiplied before dividing: 0.29 × 100 is 28.999999999999996. */
export function flooredPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 100) / whole)
}
