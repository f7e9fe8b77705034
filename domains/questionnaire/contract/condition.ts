/** Conditions of questionnaires: trees of data over earlier answers and what is known of the person. Nothing in them is ever run as text. */
import { z } from 'zod'

/** Ids of pages, elements, options, rows, columns and quotas: made by the editor, for life. */
export const partId = z.string('编号格式不正确').regex(/^[0-9A-Za-z_-]{1,40}$/, '编号格式不正确')

/** Groups in groups: what is spelled out in the documents of the calls grows threefold with each level. */
const deepest = 3
const mostParts = 50
const mostValues = 200

export const comparisons = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const
export const comparisonLabels = {
  ...{ eq: '等于', ne: '不等于', lt: '小于', lte: '不大于', gt: '大于', gte: '不小于' },
} as const
export const choiceTests = ['anyOf', 'allOf', 'noneOf'] as const
export const choiceTestLabels = { anyOf: '选中任一', allOf: '全部选中', noneOf: '均未选中' } as const
export const answeredTests = ['answered', 'unanswered'] as const
export const answeredTestLabels = { answered: '已作答', unanswered: '未作答' } as const

/** What may be known of whoever answers. `entry` is how they came: `account` or `link`. */
export const personFacts = ['department', 'post', 'label', 'entry'] as const
export type PersonFact = (typeof personFacts)[number]
export const personFactLabels = { department: '部门', post: '岗位', label: '标签', entry: '进入方式' } as const

/** Of a matrix the row that is meant. */
const place = { question: partId, row: partId.optional() }
const comparison = z.union([
  z.strictObject({ ...place, is: z.enum(answeredTests) }),
  /** Of a ranking its first place counts. */
  z.strictObject({ ...place, is: z.enum(choiceTests), options: z.array(partId).min(1, '请选择选项').max(mostValues) }),
  /** Numbers with numbers, dates (yyyy-MM-dd) with dates. */
  z.strictObject({ ...place, is: z.enum(comparisons), value: z.union([z.number(), z.iso.date()], '请填写数值或日期') }),
  z.strictObject({ ...place, is: z.literal('contains'), text: z.string().trim().min(1, '请填写文字').max(200) }),
  z.strictObject({
    person: z.enum(personFacts),
    is: z.enum(['anyOf', 'noneOf']),
    /** Ids of departments (with everything below them), posts, labels; of `entry` account or link. */
    values: z.array(z.string().min(1).max(40)).min(1, '请选择范围').max(mostValues),
  }),
])
export type Comparison = z.output<typeof comparison>

export type Condition = Comparison | { all: Condition[] } | { any: Condition[] } | { not: Condition }

/** A bounded depth: whoever evaluates a condition calls itself once for each level. */
function groupsOf(inner: z.ZodType<Condition>): z.ZodType<Condition> {
  const parts = z.array(inner).min(1, '请添加条件').max(mostParts, `一组最多 ${mostParts} 个条件`)
  return z.union([comparison, z.strictObject({ all: parts }), z.strictObject({ any: parts }), z.strictObject({ not: inner })])
}

export const condition: z.ZodType<Condition> = Array.from({ length: deepest }).reduce<z.ZodType<Condition>>(groupsOf, comparison)
