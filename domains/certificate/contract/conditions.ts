/** What a result of an evaluation has to say for a certificate: one line for each dimension and measure, all of which hold. */
import { labelled, lineText } from '@kaopei/contract'
import { z } from 'zod'

export const conditionMeasures = ['level', 'raw', 'mean', 't', 'percentile', 'band'] as const
export type ConditionMeasure = (typeof conditionMeasures)[number]

export const measureWords: Readonly<Record<ConditionMeasure, string>> = {
  level: '技能级别',
  raw: '原始分',
  mean: '均分',
  t: 'T 分',
  percentile: '百分位',
  band: '档次',
}

export const mostConditions = 10

export const condition = z
  .object({
    dimension: lineText(40, '维度').min(1, '请选择维度'),
    by: labelled(z.enum(conditionMeasures, '请选择依据'), measureWords),
    /** Of all measures but bands. */
    atLeast: z
      .number('请输入下限')
      .min(-1_000_000)
      .max(1_000_000, '下限过大')
      .nullish()
      .transform((value) => value ?? null),
    /** Any of these, by their labels. */
    bands: z.array(lineText(60, '档次')).max(20, '最多 20 个档次').default([]),
  })
  .superRefine(({ by, atLeast, bands }, context) => {
    const isBand = by === 'band'
    if (isBand && bands.length === 0) context.addIssue({ code: 'custom', path: ['bands'], message: '请至少选择一个档次' })
    if (!isBand && atLeast === null) context.addIssue({ code: 'custom', path: ['atLeast'], message: '请输入下限' })
    const isLevel = atLeast !== null && Number.isInteger(atLeast) && atLeast >= 1 && atLeast <= 5
    if (by === 'level' && atLeast !== null && !isLevel)
      context.addIssue({ code: 'custom', path: ['atLeast'], message: '技能级别应为 1 到 5 的整数' })
  })
export type Condition = z.output<typeof condition>

/** As it is kept. */
export const storedCondition = z.object({
  dimension: z.string(),
  by: z.enum(conditionMeasures),
  atLeast: z.number().nullable(),
  bands: z.array(z.string()),
})

/** As it is read: `沟通 技能级别 ≥ 3`. */
export function conditionText({ by, atLeast, bands }: Condition, dimensionName: string): string {
  return by === 'band'
    ? `${dimensionName}为${bands.join('或')}`
    : `${dimensionName}${measureWords[by]} ≥ ${atLeast ?? '-'}${by === 'level' ? ' 级' : ''}`
}
