/**
 * A scale as a file, `kaopei-scale/1`: what is asked, which way each item is keyed, what is made of it, against whom, and in which words. Editor, server,
 * import and export read this one shape.
 */
import { dateInput, labelled, lineText, recordOf, text } from '@kaopei/contract'
import { z } from 'zod'
import { scaleKind } from './codes.ts'

export const scaleFormat = 'kaopei-scale/1'
export const mostItems = 400

/** Of items, facets, dimensions, norms: for life, so that what was answered keeps its meaning. */
const key = z.string('标识格式不正确').regex(/^[A-Za-z0-9_-]{1,40}$/, '标识由字母、数字、- 和 _ 组成，不超过 40 个字符')
const name = (label: string) => lineText(60, label).min(1, `请输入${label}`)
const figure = z.number('请输入数字').min(-1_000_000).max(1_000_000)

/** `value` is what counts, 0 to 100; reversed, it is the smallest plus the greatest of the item minus it. */
export const scaleOption = z.object({
  value: z.int('选项分值应为整数').min(0, '选项分值应在 0 到 100 之间').max(100, '选项分值应在 0 到 100 之间'),
  text: lineText(100, '选项').min(1, '请输入选项文字'),
})
export type ScaleOption = z.output<typeof scaleOption>

const scaleItem = z.object({
  id: key,
  text: text(500, '题目').min(1, '请输入题目'),
  /** Its own; without them the scale's. */
  options: z.array(scaleOption).max(10, '每题最多 10 个选项').optional(),
})
export type ScaleItem = z.output<typeof scaleItem>

const keyed = z.object({ item: key, isReversed: z.boolean().default(false) })
export type KeyedItem = z.output<typeof keyed>
const keyedItems = z.array(keyed).max(mostItems, '题目过多').default([])

const facet = z.object({ id: key, name: name('分面名称'), items: keyedItems })

const dimension = z.object({
  id: key,
  name: name('维度名称'),
  description: text(1000, '维度说明').default(''),
  /** Its own items, and those of its facets. */
  items: keyedItems,
  facets: z.array(key).max(60, '分面过多').default([]),
})
export type ScaleDimension = z.output<typeof dimension>

export const percentileKinds = ['normal', 'ipipNeo', 'table'] as const
export const percentileKindLabels = { normal: '正态曲线', ipipNeo: 'IPIP-NEO 三次式', table: '对照表' } as const

const normFigure = z.object({
  mean: figure,
  sd: figure.min(0, '标准差不能小于 0'),
  percentile: labelled(z.enum(percentileKinds, '请选择百分位的算法'), percentileKindLabels).default('normal'),
  /** Raw score → percentile, growing; between two entries the lower one counts. */
  table: z
    .array(z.object({ raw: figure, percentile: z.number().min(0).max(100) }))
    .max(1000, '对照表过长')
    .optional(),
})
export type NormFigure = z.output<typeof normFigure>

const norm = z.object({
  id: key,
  name: name('常模名称'),
  n: z.int('请输入人数').min(1, '人数至少为 1').max(100_000_000),
  date: dateInput,
  source: text(500, '常模来源').min(1, '请输入常模来源'),
  dimensions: recordOf(key, normFigure, 60),
})
export type ScaleNorm = z.output<typeof norm>

export const bandMeasures = ['mean', 'percentile', 't', 'raw'] as const
export const bandMeasureLabels = { mean: '均分', percentile: '百分位', t: 'T 分', raw: '原始分' } as const

/** `from` ≤ figure < `to`; the last one of a dimension has its end too. */
const band = z.object({
  dimension: key,
  by: labelled(z.enum(bandMeasures, '请选择依据'), bandMeasureLabels),
  from: figure,
  to: figure,
  label: name('档次'),
  text: text(2000, '解释').min(1, '请输入解释'),
})
export type ScaleBand = z.output<typeof band>

/** What makes a result 需复核. Each is only a sign: a person decides. */
export const qualityLimits = z.object({
  /** Equal answers in a row, as given; 0: not looked at. */
  longestRun: z.int().min(0).max(mostItems).default(0),
  /** Standard deviation of the answers as given. */
  leastSpread: z.number().min(0).max(50).default(0.3),
  /** Median. */
  leastSecondsAnItem: z.number().min(0).max(60).default(2),
  /** Correlation of the even and odd halves of the dimensions, by Spearman and Brown. */
  leastConsistency: z.number().min(-1).max(1).default(0),
  /** Share of all items. */
  mostMissing: z.number().min(0).max(1).default(0.1),
})
export type QualityLimits = z.output<typeof qualityLimits>

export const definition = z.object({
  format: z.literal(scaleFormat, '文件格式不正确，请使用导出的量表文件').default(scaleFormat),
  instructions: text(2000, '指导语').default(''),
  consent: z
    .object({ purpose: text(500, '使用目的').default(''), readers: text(500, '谁能看到').default('') })
    .default({ purpose: '', readers: '' }),
  options: z.array(scaleOption).max(10, '最多 10 个选项').default([]),
  items: z.array(scaleItem).max(mostItems, `最多 ${mostItems} 题`).default([]),
  facets: z.array(facet).max(60, '分面过多').default([]),
  dimensions: z.array(dimension).max(30, '维度过多').default([]),
  norms: z.array(norm).max(40, '常模过多').default([]),
  bands: z.array(band).max(600, '解释过多').default([]),
  quality: qualityLimits.default(() => qualityLimits.parse({})),
})
export type Definition = z.output<typeof definition>
export type DefinitionInput = z.input<typeof definition>

/** The whole file: the definition, and what stands around it. */
export const scaleFile = definition.extend({
  name: lineText(100, '量表名称').min(1, '请输入量表名称'),
  kind: scaleKind.schema,
  information: text(2000, '简介').default(''),
  licence: text(500, '许可').default(''),
  source: text(1000, '来源').default(''),
  /** Which dimension leads to which skill, by its name; the importing company's own. */
  skills: z
    .array(
      z.object({
        dimension: key,
        skill: lineText(60, '技能').min(1, '请输入技能名称'),
        level: z.int('级别为 1 到 5').min(1, '级别为 1 到 5').max(5, '级别为 1 到 5'),
      }),
    )
    .max(60, '最多 60 个技能')
    .default([]),
  retentionMonths: z.int('请输入保存月数').min(1, '至少保存 1 个月').max(120, '最长保存 120 个月').default(24),
})
export type ScaleFile = z.output<typeof scaleFile>
export type ScaleFileInput = z.input<typeof scaleFile>
