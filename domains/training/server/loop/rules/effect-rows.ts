/** Before and after by point, in figures and in words that claim no more than the figures. */
import type { EffectRow } from '../../../contract/loop.ts'
import { fewest, type Gain, gainBeyond, gainOf, meanOf } from './gain.ts'

interface Pairs {
  /** Null: all points together. */
  readonly pointId: string | null
  readonly isTrained: boolean
  /** Shares of the scores, 0..1, person by person in the same order. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** All points together first, then the points in the order given. */
export function effectRows(
  pairs: readonly Pairs[],
  points: readonly { readonly id: string; readonly name: string }[],
): EffectRow[] {
  const rows = points.map(({ id, name }) => effectRow(pairs, id, name))
  return points.length === 1 ? rows : [effectRow(pairs, null, '全部所选知识点'), ...rows]
}

function effectRow(pairs: readonly Pairs[], knowledgeId: string | null, name: string): EffectRow {
  const of = (isTrained: boolean) => pairs.find((one) => one.pointId === knowledgeId && one.isTrained === isTrained)
  const [trained, untrained] = [of(true), of(false)]
  const [gains, others] = [gainsOf(trained), gainsOf(untrained)]
  const gain = gainOf(gains)
  const more = gainBeyond(gains, others)
  const figures = figuresOf(trained, gain)
  return {
    knowledgeId,
    name,
    trained: figures,
    untrained: figuresOf(untrained, gainOf(others)),
    more: inPercent(more),
    verdict: verdictOf(gains.length, gain),
    text: `${textOf(figures)}${moreText(inPercent(more))}`,
  }
}

function gainsOf(pairs: Pairs | undefined): number[] {
  return pairs ? pairs.after.map((after, at) => after - (pairs.before[at] ?? 0)) : []
}

/** Of too few nothing is told but how many they are. */
function figuresOf(pairs: Pairs | undefined, gain: Gain): EffectRow['trained'] {
  const n = pairs?.after.length ?? 0
  const told = pairs && n >= fewest ? { before: rounded(meanOf(pairs.before)), after: rounded(meanOf(pairs.after)) } : nobody
  return { n, ...told, ...inPercent(gain) }
}

const nobody = { before: null, after: null }

function inPercent({ difference, low, high, way }: Gain): EffectRow['more'] {
  const percent = (value: number | null) => (value === null ? null : rounded(value))
  return { difference: percent(difference), low: percent(low), high: percent(high), way }
}

/** Percent with two places. */
function rounded(share: number): number {
  return Math.round(share * 10_000) / 100 + 0
}

function verdictOf(n: number, { low, high }: Gain): EffectRow['verdict'] {
  if (n === 0) return 'nobody'
  if (low === null || high === null) return 'tooFew'
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'unclear'
}

function textOf({ n, before, after, difference, low, high }: EffectRow['trained']): string {
  if (n === 0) return '还没有人在两场考试中都有这个知识点的正式成绩'
  if (before === null || after === null || difference === null || low === null || high === null)
    return `样本不足：两场考试都有正式成绩的只有 ${n} 人，至少需要 ${fewest} 人，不作结论`
  const range = `95% 置信区间 ${points(low)} 至 ${points(high)}`
  const change = `得分率由 ${points(before)}% 变为 ${points(after)}%，`
  if (low > 0) return `${change}提高 ${points(difference)} 个百分点（${range}），提高超出了偶然波动的范围`
  if (high < 0) return `${change}下降 ${points(-difference)} 个百分点（${range}），下降超出了偶然波动的范围`
  return `${change}相差 ${points(difference)} 个百分点（${range}），区间包含 0，不能断定有变化`
}

function moreText({ difference, low, high }: EffectRow['more']): string {
  if (difference === null || low === null || high === null) return ''
  const range = `95% 置信区间 ${points(low)} 至 ${points(high)}`
  if (low > 0) return `；与未参加培训的人相比，多提高 ${points(difference)} 个百分点（${range}）`
  if (high < 0) return `；与未参加培训的人相比，少提高 ${points(-difference)} 个百分点（${range}）`
  return `；与未参加培训的人相比，差别为 ${points(difference)} 个百分点（${range}），不能断定是培训带来的`
}

function points(value: number): string {
  return (Math.round(value * 10) / 10 + 0).toFixed(1)
}

interface NotesOf {
  readonly isChosenByScore: boolean
  readonly bothCount: number
  readonly untrainedCount: number
  readonly pointCount: number
  readonly hasAfterExam: boolean
}

/** How the figures are to be read. */
export function effectNotes(of: NotesOf): string[] {
  const { isChosenByScore, bothCount, untrainedCount, pointCount, hasAfterExam } = of
  const hasCompared = bothCount >= fewest && untrainedCount >= fewest
  const notes: (string | false)[] = [
    !hasAfterExam && '还没有检验考试：请先指定或发布检验考试，学员考完并公布成绩后再看效果。',
    '只统计两场考试都有正式成绩的人；作废、撤回和未公布的成绩不计入，每人取得分最高的一次。',
    isChosenByScore &&
      '参加培训的人是按低分选出的。即使不培训，低分的人再考一次，平均分也往往会回升（均值回归），提高的幅度不能全部归功于培训。',
    isChosenByScore && hasCompared && '未参加培训的人本来得分较高，与他们的比较不能消除均值回归的影响。',
    !hasCompared && `没有足够的未参加培训的人（至少 ${fewest} 人）可供比较，变化也可能来自培训以外的原因。`,
    pointCount > 5 && '同时看多个知识点时，偶然有个别知识点显得有变化是正常的，请结合整体判断。',
  ]
  return notes.filter((note) => note !== false)
}
