/** What a questionnaire asks: pages of elements, as data. */
import { id, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { condition, partId } from './condition.ts'

export const mostElements = 200
export const mostPages = 60
export const mostOptions = 200
export const mostQuotas = 50

export const elementKindLabels = {
  single: '单选题',
  multiple: '多选题',
  dropdown: '下拉题',
  text: '填空题',
  number: '数字题',
  date: '日期题',
  rating: '评分题',
  nps: 'NPS（0–10）',
  slider: '滑块题',
  matrixSingle: '矩阵单选',
  matrixMultiple: '矩阵多选',
  matrixRating: '矩阵评分',
  ranking: '排序题',
  file: '文件上传',
  consent: '知情同意',
  note: '图文说明',
} as const
export type ElementKind = keyof typeof elementKindLabels

const label = text(50, '说明').default('')

const option = z.object({
  id: partId,
  text: requiredText(500, '选项'),
  /** The option is there only while this is met. */
  showIf: condition.optional(),
  /** Under random order it keeps its place. */
  isFixed: z.boolean().default(false),
  /** 其他：takes a text of its own. */
  takesText: z.boolean().default(false),
  /** 以上都不是: chosen alone. */
  isExclusive: z.boolean().default(false),
})
export type Option = z.output<typeof option>

const row = z.object({ id: partId, text: requiredText(500, '行标题') })
const column = z.object({ id: partId, text: requiredText(100, '列标题') })

const base = {
  id: partId,
  /** May hold `{{id}}` of an earlier question: its answer stands there. */
  title: requiredText(1000, '题目'),
  note: text(2000, '说明').default(''),
  isRequired: z.boolean().default(false),
  showIf: condition.optional(),
  /** On a page in random order it keeps its place. */
  isFixed: z.boolean().default(false),
}
const options = z.array(option).min(1, '请添加选项').max(mostOptions, `最多 ${mostOptions} 个选项`)
const choices = { ...base, options, isRandom: z.boolean().default(false) }
const ends = { lowLabel: label, highLabel: label }
const count = z.int('应为整数').min(0, '不能小于 0').max(mostOptions)
const matrixRows = z.array(row).min(1, '请添加行').max(50, '最多 50 行')
const matrixColumns = z.array(column).min(1, '请添加列').max(30, '最多 30 列')
const bound = z.number('请输入数字').min(-1e12).max(1e12)
const steps = z.int('应为整数').min(2, '至少 2 级').max(10, '最多 10 级')

export const element = z.discriminatedUnion('kind', [
  z.object({ ...choices, kind: z.literal('single') }),
  z.object({ ...choices, kind: z.literal('multiple'), min: count.optional(), max: count.optional() }),
  z.object({ ...choices, kind: z.literal('dropdown') }),
  z.object({
    ...base,
    kind: z.literal('text'),
    isLong: z.boolean().default(false),
    minLength: z.int().min(0).max(5000).optional(),
    maxLength: z.int('应为整数').min(1, '至少 1 个字').max(5000, '最多 5000 个字').default(1000),
    format: z.enum(['any', 'phone', 'email']).default('any'),
  }),
  z.object({
    ...base,
    kind: z.literal('number'),
    min: bound.optional(),
    max: bound.optional(),
    /** Places behind the point. */
    decimals: z.int().min(0).max(6).default(0),
    unit: text(20, '单位').default(''),
  }),
  z.object({ ...base, kind: z.literal('date'), min: z.iso.date().optional(), max: z.iso.date().optional() }),
  z.object({ ...base, ...ends, kind: z.literal('rating'), steps: steps.default(5) }),
  z.object({ ...base, ...ends, kind: z.literal('nps') }),
  z.object({
    ...base,
    ...ends,
    kind: z.literal('slider'),
    min: bound.default(0),
    max: bound.default(100),
    step: z.number().positive('步长应大于 0').max(1e9).default(1),
  }),
  z.object({ ...base, kind: z.literal('matrixSingle'), rows: matrixRows, columns: matrixColumns }),
  z.object({ ...base, kind: z.literal('matrixMultiple'), rows: matrixRows, columns: matrixColumns }),
  z.object({ ...base, ...ends, kind: z.literal('matrixRating'), rows: matrixRows, steps: steps.default(5) }),
  z.object({
    ...base,
    kind: z.literal('ranking'),
    options,
    isRandom: z.boolean().default(false),
    /** How many must be put in order; all unless said. */
    places: count.min(1).optional(),
  }),
  z.object({ ...base, kind: z.literal('file'), mostFiles: z.int().min(1).max(9).default(1) }),
  z.object({ ...base, kind: z.literal('consent') }),
  z.object({
    ...base,
    kind: z.literal('note'),
    title: text(1000, '标题').default(''),
    pictureFileId: id.nullable().default(null),
  }),
])
export type Element = z.output<typeof element>
export type ElementInput = z.input<typeof element>
export type ElementOf<Kind extends ElementKind> = Extract<Element, { kind: Kind }>
export type ChoiceElement = ElementOf<'single' | 'multiple' | 'dropdown'>

/** The first of a page's jumps whose condition is met leads on to a later page, or to the end; what lies between is not shown. */
const jump = z.object({ when: condition, to: z.union([z.literal('end'), partId]) })

const pageFacts = {
  title: text(200, '页标题').default(''),
  showIf: condition.optional(),
  jumps: z.array(jump).max(20, '一页最多 20 条跳转').default([]),
  isRandom: z.boolean().default(false),
}
const page = z.object({ id: partId, ...pageFacts, elements: z.array(element).max(mostElements) })
export type Page = z.output<typeof page>

const quota = z.object({
  id: partId,
  name: requiredText(100, '配额名称'),
  when: condition,
  wanted: z.int('应为整数').min(1, '至少 1 份').max(1_000_000, '数量过大'),
  /** Shown to whoever comes when it is full. */
  endText: text(2000, '配额已满的说明').default('感谢您的参与，该类问卷已收集足够，本次答卷不计入统计。'),
})
export type Quota = z.output<typeof quota>

/** Where a questionnaire's elements are not in order of meaning: shapes are checked here, sense by `editorFaults`. */
export const definition = z
  .object({
    pages: z.array(page).min(1, '至少一页').max(mostPages, `最多 ${mostPages} 页`),
    quotas: z.array(quota).max(mostQuotas, `最多 ${mostQuotas} 个配额`).default([]),
    endText: text(5000, '结束语').default('感谢您的参与！'),
  })
  .refine(({ pages }) => pages.reduce((sum, { elements }) => sum + elements.length, 0) <= mostElements, {
    message: `一份问卷最多 ${mostElements} 题`,
    path: ['pages'],
  })
export type Definition = z.output<typeof definition>
export type DefinitionInput = z.input<typeof definition>

/**
 * The specification's flat list. Each entry is an element in order, its id outside; a `kind: 'page'` begins a page. A list that begins with an
 * element stands on one page.
 */
export const questionEntry = z.object({
  questionId: partId,
  questionInput: z.union([z.object({ kind: z.literal('page'), ...pageFacts }), z.looseObject({ kind: z.string().max(20) })]),
})
export type QuestionEntry = z.output<typeof questionEntry>
