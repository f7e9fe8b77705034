/**
 * The forms of Chinese textbooks (domain.md §9): difficulty P, discrimination D = P_H − P_L over the upper and lower 27 %, and the table of
 * distractors by group.
 *
 * Tie rule (hemp #5: two packages, two answers, because of ties): the groups hold exactly 27 % of the attempts, at least one; attempts whose
 * total is that of the border share the places left in equal parts. So the result does not depend on the order of rows.
 */
import { type MarkTable, smallSampleLimit, totalsOf } from './statistics.ts'
import { ratio } from './statistics-moments.ts'

export const groupShare = 0.27
export const tieRuleText = '按总分取前、后各 27%；与分界处同分的考生按比例分摊剩余名额'

export type ExtremeGroups = { size: number; upper: Float64Array; lower: Float64Array }

/** How much each attempt belongs to either group, 0..1. */
export function extremeGroups(totals: Float64Array): ExtremeGroups {
  const size = Math.max(totals.length === 0 ? 0 : 1, Math.round(totals.length * groupShare))
  const sorted = totals.toSorted()
  const upperBorder = sorted[sorted.length - size] ?? Infinity
  const lowerBorder = sorted[size - 1] ?? -Infinity
  return {
    size,
    upper: belonging(totals, size, (total) => total - upperBorder),
    lower: belonging(totals, size, (total) => lowerBorder - total),
  }
}

export type ItemDiscrimination = {
  difficulty: number | null
  upperDifficulty: number | null
  lowerDifficulty: number | null
  discrimination: number | null
  quality: ItemQuality | null
  isSmallSample: boolean
}

/** P and D of every item. Marks that are NaN do not count (see statistics.ts). */
export function groupDiscrimination(table: MarkTable, totals = totalsOf(table)): ItemDiscrimination[] {
  const { upper, lower } = extremeGroups(totals)
  const everyone = new Float64Array(upper.length).fill(1)
  return Array.from(table.maximums, (maximum, item) => {
    const share = (weights: Float64Array) => weightedShare(table, item, maximum, weights)
    const [difficulty, upperDifficulty, lowerDifficulty] = [share(everyone), share(upper), share(lower)]
    const discrimination = upperDifficulty === null || lowerDifficulty === null ? null : upperDifficulty - lowerDifficulty
    const quality = discrimination === null ? null : qualityOf(discrimination)
    return {
      difficulty,
      upperDifficulty,
      lowerDifficulty,
      discrimination,
      quality,
      isSmallSample: upper.length < smallSampleLimit,
    }
  })
}

export type ItemQuality = 'excellent' | 'good' | 'fair' | 'poor' | 'negative'

export const itemQualityLabels: Record<ItemQuality, string> = {
  excellent: '优秀',
  good: '良好',
  fair: '尚可，需改进',
  poor: '较差，建议淘汰或修改',
  negative: '负区分度，请检查答案',
}

/** Ebel's thresholds: .40, .30, .20; a negative value asks for the key. */
export function qualityOf(discrimination: number): ItemQuality {
  // 0.7 − 0.3 is 0.39999999999999997, and excellent.
  const rounded = Math.round(discrimination * 1e9) / 1e9
  if (rounded < 0) return 'negative'
  if (rounded < 0.2) return 'poor'
  if (rounded < 0.3) return 'fair'
  return rounded < 0.4 ? 'good' : 'excellent'
}

export type DistractorRow = { option: number; count: number; share: number; upperShare: number; lowerShare: number }

/**
 * How often each option was chosen, by everyone and by either group. `choices` has, per attempt, bit o for option o (so it serves single
 * and multiple choice; at most 31 options); 0 is blank. Row −1 counts the blank ones.
 */
export function distractorTable(choices: Int32Array, optionCount: number, totals: Float64Array): DistractorRow[] {
  const { upper, lower, size } = extremeGroups(totals)
  return Array.from({ length: optionCount + 1 }, (_, row) => {
    const option = row === optionCount ? -1 : row
    let [count, high, low] = [0, 0, 0]
    for (let attempt = 0; attempt < choices.length; attempt++) {
      const chosen = choices[attempt] ?? 0
      if (option === -1 ? chosen !== 0 : (chosen & (1 << option)) === 0) continue
      count += 1
      high += upper[attempt] ?? 0
      low += lower[attempt] ?? 0
    }
    return {
      option,
      count,
      share: ratio(count, choices.length) ?? 0,
      upperShare: ratio(high, size) ?? 0,
      lowerShare: ratio(low, size) ?? 0,
    }
  })
}

function weightedShare({ marks, maximums }: MarkTable, item: number, maximum: number, weights: Float64Array): number | null {
  let [earned, weight] = [0, 0]
  for (let attempt = 0; attempt < weights.length; attempt++) {
    const mark = marks[attempt * maximums.length + item] ?? Number.NaN
    if (Number.isNaN(mark)) continue
    earned += mark * (weights[attempt] ?? 0)
    weight += weights[attempt] ?? 0
  }
  return ratio(earned, weight * maximum)
}

/** 1 beyond the border, an equal part of the places left on it. */
function belonging(totals: Float64Array, size: number, beyond: (total: number) => number): Float64Array {
  let [inside, tied] = [0, 0]
  for (const total of totals) {
    if (beyond(total) > 0) inside += 1
    else if (beyond(total) === 0) tied += 1
  }
  const part = tied === 0 ? 0 : (size - inside) / tied
  return totals.map((total) => (beyond(total) > 0 ? 1 : beyond(total) === 0 ? part : 0))
}
