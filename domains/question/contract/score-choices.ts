/**
 * The arithmetic of choices, here and not in the server because the author's screen shows worked examples with the very
 * function that scores. Integers of 0.01 point throughout; rounded once, half up.
 */
import type { MultipleRule, NegativeMarking } from './scoring-rule.ts'

const millionth = 1_000_000

/** numerator / denominator to the nearest integer, halves up (−2.5 → −2). Both must be integers below 2^53, denominator > 0. */
export function roundedRatio(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}

/** full × numerator / denominator to the nearest integer, halves up; exact even where the product leaves 2^53. */
export function shareOf(full: number, numerator: number, denominator: number): number {
  if (Number.isSafeInteger(2 * full * numerator + denominator)) return roundedRatio(full * numerator, denominator)
  return roundedShare(full, { top: BigInt(numerator), bottom: BigInt(denominator) })
}

/** A share 0..1 (or −1..1) as an integer of millionths, so that ⅓ + ⅓ + ⅓ is full after the one rounding. */
export function toMillionths(share: number): number {
  return Math.round(share * millionth)
}

/** An exact share; `bottom` > 0. */
export type Fraction = { top: bigint; bottom: bigint }

/**
 * The share that is meant by millionths: what is written with at most four places stands as it is, anything else is the simplest fraction
 * that rounds to it. So twelve shares of 1/12 are one, and six of them are a half that is rounded upwards.
 */
export function fractionOf(millionths: number): Fraction {
  const size = Math.abs(millionths)
  const sign = millionths < 0 ? -1n : 1n
  if (size % 100 === 0) return { top: sign * BigInt(size / 100), bottom: 10_000n }
  const [whole, part] = [Math.floor(size / millionth), size % millionth]
  // Continued fractions come to the simplest one first; half a millionth is what was lost by rounding.
  let [top, bottom, topBefore, bottomBefore] = [0, 1, 1, 0]
  for (let [above, below] = [millionth, part]; Math.abs(top / bottom - part / millionth) > 0.5 / millionth; ) {
    const times = Math.floor(above / below)
    ;[top, topBefore] = [times * top + topBefore, top]
    ;[bottom, bottomBefore] = [times * bottom + bottomBefore, bottom]
    ;[above, below] = [below, above - times * below]
  }
  return { top: sign * BigInt(whole * bottom + top), bottom: BigInt(bottom) }
}

/** Σ weight · share, nothing rounded. */
export function sumOfFractions(parts: readonly { weight: number; share: Fraction }[]): Fraction {
  return parts.reduce<Fraction>(
    (sum, { weight, share }) => ({
      top: sum.top * share.bottom + share.top * BigInt(weight) * sum.bottom,
      bottom: sum.bottom * share.bottom,
    }),
    { top: 0n, bottom: 1n },
  )
}

/** full × share to the nearest integer, halves up. */
export function roundedShare(full: number, { top, bottom }: Fraction): number {
  const [above, below] = [2n * BigInt(full) * top + bottom, 2n * bottom]
  const whole = above / below
  return Number(above < 0n && whole * below !== above ? whole - 1n : whole)
}

/** Score of a choice of several: chosen and correct option ids, all option ids of the question, the full mark in hundredths. */
export function scoreMultiple(
  rule: MultipleRule,
  question: { optionIds: readonly string[]; correct: readonly string[] },
  chosenIds: readonly string[],
  fullHundredths: number,
): number {
  const options = new Set(question.optionIds)
  const correct = new Set(question.correct)
  const chosen = [...new Set(chosenIds)].filter((id) => options.has(id))
  if (chosen.length === 0 || correct.size === 0) return 0
  const right = chosen.filter((id) => correct.has(id)).length
  const tally = { chosen, right, wrong: chosen.length - right, correct: correct.size, options: options.size }
  const earned = earnedByMode(rule, tally, correct, fullHundredths)
  return earned === 0 && tally.wrong > 0 ? withPenalty(0, rule.negative, 1) : earned
}

/** Takes a penalty off per wrong answer; with the floor at the question it never goes below 0. */
export function withPenalty(earned: number, negative: NegativeMarking | null, wrongCount: number): number {
  if (negative === null || wrongCount === 0) return earned
  const left = earned - negative.penaltyHundredths * wrongCount
  return negative.floor === 'question' ? Math.max(0, left) : left
}

type Tally = { chosen: string[]; right: number; wrong: number; correct: number; options: number }

function earnedByMode(rule: MultipleRule, tally: Tally, correct: ReadonlySet<string>, full: number): number {
  const { right, wrong, chosen } = tally
  const isExact = wrong === 0 && right === tally.correct
  switch (rule.mode) {
    case 'exact':
      return isExact ? full : 0
    case 'perOption':
      if (wrong > 0) return 0
      return isExact ? full : perOption(rule, chosen, tally.correct, full)
    case 'fixedPartial':
      if (wrong > 0) return 0
      return isExact ? full : Math.min(full, rule.partialHundredths ?? halfOf(full))
    case 'proportional':
      return wrong > 0 ? 0 : roundedRatio(full * right, tally.correct)
    case 'net':
      return roundedRatio(full * Math.max(0, right - wrong), tally.correct)
    case 'coverage':
      return roundedRatio(full * right * right, tally.correct * chosen.length)
    case 'eachAnswer':
      return roundedRatio(full * (tally.options - wrong - (tally.correct - right)), tally.options)
    case 'weighted': {
      const own = (id: string) => rule.fractions[id] ?? (correct.has(id) ? 1 / tally.correct : 0)
      const sum = sumOfFractions(chosen.map((id) => ({ weight: 1, share: fractionOf(toMillionths(own(id))) })))
      if (sum.top <= 0n) return 0
      return sum.top >= sum.bottom ? full : roundedShare(full, sum)
    }
  }
}

function perOption(
  rule: Extract<MultipleRule, { mode: 'perOption' }>,
  chosen: readonly string[],
  correctCount: number,
  full: number,
): number {
  // Summed over a common denominator, because an equal share of the full mark may not be a whole hundredth.
  const numerator = chosen.reduce((total, id) => {
    const own = rule.byOption[id] ?? rule.eachHundredths
    return total + (own === null ? full : own * correctCount)
  }, 0)
  return Math.min(full, roundedRatio(numerator, correctCount))
}

/** 问卷星: nothing for a question of at most 1 point, otherwise half in whole points, .5 upwards. */
function halfOf(full: number): number {
  return full <= 100 ? 0 : roundedRatio(full, 200) * 100
}

/** A distractor that costs nothing lets a candidate tick everything for full marks (studentquiz #20). */
export function isWeightedTrap(
  fractions: Readonly<Record<string, number>>,
  question: { options: readonly { id: string }[]; correct: readonly string[] },
): boolean {
  return question.options.some(({ id }) => !question.correct.includes(id) && (fractions[id] ?? 0) >= 0)
}

/** Equal shares for the correct options and, for each distractor, the loss of one such share. */
export function balancedFractions(question: {
  options: readonly { id: string }[]
  correct: readonly string[]
}): Record<string, number> {
  const share = 1 / Math.max(1, question.correct.length)
  return Object.fromEntries(question.options.map(({ id }) => [id, question.correct.includes(id) ? share : -share]))
}
