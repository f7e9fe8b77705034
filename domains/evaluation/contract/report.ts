/** A report as it was issued: figures, words and the norm of that moment. It never changes; screens and PDFs are made of it. */
import { z } from 'zod'
import { raterRole, scaleKind } from './codes.ts'

const figure = z.number().nullable()

const part = z.object({
  id: z.string(),
  name: z.string(),
  itemCount: z.int(),
  answeredCount: z.int(),
  /** The least and the most that its raw score can be. */
  min: z.number(),
  max: z.number(),
  /** Null: fewer than four fifths were answered, or nobody is in it. */
  raw: figure,
  /** Of an item. */
  mean: figure,
})

/** What is said against a norm; null without one, and where it has no spread. */
const compared = z.object({
  n: z.int(),
  mean: z.number(),
  sd: z.number(),
  z: figure,
  t: figure,
  sten: figure,
  stanine: figure,
  percentile: figure,
})

const reportDimension = part.extend({
  description: z.string(),
  compared: compared.nullable(),
  band: z.object({ label: z.string(), text: z.string(), by: z.string() }).nullable(),
  facets: z.array(part),
  /** Of a 360°: what the person says of themselves, and each shown group: how many scored this, and their mean unless fewer than three did. */
  selfMean: figure,
  groups: z.array(z.object({ role: raterRole.schema, n: z.int(), mean: figure })),
})
export type ReportDimension = z.output<typeof reportDimension>

export const normFacts = z.object({ name: z.string(), n: z.int(), date: z.string(), source: z.string(), isOwn: z.boolean() })

export const qualityFigure = z.object({
  sign: z.enum(['longestRun', 'spread', 'secondsAnItem', 'consistency', 'missing']),
  value: figure,
  limit: z.number(),
  isFlagged: z.boolean(),
})

export const report = z.object({
  scoringVersion: z.int(),
  scaleName: z.string(),
  kind: scaleKind.schema,
  versionNumber: z.int(),
  information: z.string(),
  source: z.string(),
  personName: z.string(),
  departmentName: z.string().nullable(),
  appointmentName: z.string(),
  /** When it was answered; of a 360° when it was closed. */
  answeredAt: z.string(),
  norm: normFacts.nullable(),
  dimensions: z.array(reportDimension),
  /** Empty of a 360°: a rater is nobody's to judge. */
  quality: z.array(qualityFigure),
  /** Of a 360°. */
  groups: z.array(z.object({ role: raterRole.schema, submittedCount: z.int(), isShown: z.boolean() })),
  /** Raters in the total; null: no 360°. */
  totalCount: z.int().nullable(),
  /** Behaviours of a 360°: the mean of the total and what the person says; null: hidden or not answered. */
  items: z.array(z.object({ id: z.string(), text: z.string(), dimensionId: z.string(), mean: figure, self: figure })),
})
export type Report = z.output<typeof report>

export const qualityWords: Readonly<
  Record<Report['quality'][number]['sign'], { readonly title: string; readonly says: string }>
> = {
  longestRun: { title: '最长连续相同', says: '连续选择相同选项的题数过多' },
  spread: { title: '作答离散度', says: '所选选项几乎没有变化' },
  secondsAnItem: { title: '每题用时（秒，中位数）', says: '每题用时过短' },
  consistency: { title: '奇偶一致性', says: '相近题目的回答前后不一致' },
  missing: { title: '缺答比例', says: '未作答的题目过多' },
}

/** Why it should be looked at, in words. */
export const doubtsOf = (quality: Report['quality']): string[] =>
  quality.filter(({ isFlagged }) => isFlagged).map(({ sign }) => qualityWords[sign].says)

/** Why a dimension has no score; null where it has one. */
export function unscoredText({ raw, answeredCount, itemCount }: Pick<ReportDimension, 'raw' | 'answeredCount' | 'itemCount'>) {
  if (raw !== null) return null
  return answeredCount === 0 ? '没有可显示的作答' : `只答了 ${answeredCount}/${itemCount} 题，无法计算`
}

/** A group's mean of a dimension with how many it is of. */
export const groupText = ({ n, mean }: ReportDimension['groups'][number]) => (mean === null ? '不足 3 人' : `${mean}（${n} 人）`)

/** Against whom a dimension is compared, with n and date; why it is not. */
export function basisText(norm: Report['norm'], one: Pick<ReportDimension, 'raw' | 'compared' | 'answeredCount' | 'itemCount'>) {
  const unscored = unscoredText(one)
  if (unscored !== null) return unscored
  if (!norm || !one.compared) return '没有常模'
  const { n, z } = one.compared
  return z === null ? `${norm.name} 没有差异，不能比较` : `${norm.name}，n=${n}，${norm.date}`
}

/** What stands under every report: no result decides by itself. */
export const reportNotice =
  '本报告供本人发展与沟通参考。任何结果都不单独作为录用、晋升、调岗或淘汰的依据；本人可以查看结果，并在对结果有异议时提出，由负责人答复。'
