/**
 * The forms of Chinese textbooks: difficulty P, discrimination D = P_H − P_L over the upper and lower 27 %, and the table of
 * distractors by group.
 *
 * Tie rule (hemp #5: two packages, two answers, because of ties): the groups hold exactly 27 % of the attempts, at least one; attempts whose
 * total is that of the border share the places left in equal parts. So the result does not depend on the order of rows.
 */
import { cellsOf, type ItemCells, type MarkTable, smallSampleLimit } from './statistics.ts'
import { ratio, sumOf } from './statistics-moments.ts'

export const groupShare = 0.27
export const tieRuleText = '按总分取前、后各 27%；与分界处同分的考生按比例分摊剩余名额'

/** Of each total, how much one attempt with it belongs to either group, 0..1; `size` attempts belong to each. */
export type ExtremeGroups = { size: number; upper: Float64Array; lower: Float64Array }

/** `counts`: how many attempts have each total; without it one. */
export function extremeGroups(
  totals: Float64Array,
  counts: Float64Array = new Float64Array(totals.length).fill(1),
): ExtremeGroups {
  const attempts = sumOf(counts.length, (at) => counts[at] ?? 0)
  const size = Math.max(attempts === 0 ? 0 : 1, Math.round(attempts * groupShare))
  return {
    size,
    upper: best(totals, counts, size),
    lower: best(
      totals.map((total) => -total),
      counts,
      size,
    ),
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

/** P and D of an item; the groups are cut among the attempts that count for it, so that its whole row has one denominator. */
export function itemDiscrimination({ marks, totals, counts }: ItemCells, maximum: number): ItemDiscrimination {
  const { upper, lower } = extremeGroups(totals, counts)
  const shareOf = (belonging: (at: number) => number) => {
    const weightAt = (at: number) => belonging(at) * (counts[at] ?? 0)
    const most = maximum * sumOf(counts.length, weightAt)
    const share = ratio(
      sumOf(counts.length, (at) => (marks[at] ?? 0) * weightAt(at)),
      most,
    )
    // No mark is above the full mark: what is beyond 1 comes of the parts in which a border is shared.
    return share === null ? null : Math.min(1, share)
  }
  const difficulty = shareOf(() => 1)
  const upperDifficulty = shareOf((at) => upper[at] ?? 0)
  const lowerDifficulty = shareOf((at) => lower[at] ?? 0)
  const discrimination = upperDifficulty === null || lowerDifficulty === null ? null : upperDifficulty - lowerDifficulty
  const quality = discrimination === null ? null : qualityOf(discrimination)
  const isSmallSample = sumOf(counts.length, (at) => counts[at] ?? 0) < smallSampleLimit
  return { difficulty, upperDifficulty, lowerDifficulty, discrimination, quality, isSmallSample }
}

/** The same of every item of a small test. */
export function groupDiscrimination(table: MarkTable): ItemDiscrimination[] {
  return cellsOf(table).map((cells, item) => itemDiscrimination(cells, table.maximums[item] ?? 0))
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

/** Attempts counted by what they chose and earned in all. `choices` has bit o for option o: at most 31 options; 0 is blank. */
export type ChoiceCells = { choices: Int32Array; totals: Float64Array; counts: Float64Array }

/** How often each option was chosen, by everyone who saw the question and by either group of them. Row −1 counts the blank ones. */
export function distractorTable({ choices, totals, counts }: ChoiceCells, optionCount: number): DistractorRow[] {
  const { upper, lower, size } = extremeGroups(totals, counts)
  const attempts = sumOf(counts.length, (at) => counts[at] ?? 0)
  return Array.from({ length: optionCount + 1 }, (_, row) => {
    const option = row === optionCount ? -1 : row
    const isChosen = (at: number) => (option === -1 ? choices[at] === 0 : ((choices[at] ?? 0) & (1 << option)) !== 0)
    const chosen = (weightAt: (at: number) => number) =>
      sumOf(counts.length, (at) => (isChosen(at) ? weightAt(at) * (counts[at] ?? 0) : 0))
    const count = chosen(() => 1)
    return {
      option,
      count,
      share: ratio(count, attempts) ?? 0,
      upperShare: Math.min(
        1,
        ratio(
          chosen((at) => upper[at] ?? 0),
          size,
        ) ?? 0,
      ),
      lowerShare: Math.min(
        1,
        ratio(
          chosen((at) => lower[at] ?? 0),
          size,
        ) ?? 0,
      ),
    }
  })
}

/** How much of each value belongs to the `size` highest: 1 beyond the border, an equal part of the places left on it. */
function best(values: Float64Array, counts: Float64Array, size: number): Float64Array {
  const order = Array.from(values.keys()).sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  const shares = new Float64Array(values.length)
  let left = size
  for (let from = 0; from < order.length && left > 0; ) {
    const value = values[order[from] ?? 0]
    let [to, tied] = [from, 0]
    while (to < order.length && values[order[to] ?? 0] === value) tied += counts[order[to++] ?? 0] ?? 0
    const part = tied === 0 ? 0 : Math.min(1, left / tied)
    for (; from < to; from++) shares[order[from] ?? 0] = part
    left -= Math.min(left, tied)
  }
  return shares
}
