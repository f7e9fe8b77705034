import { dateInput, id } from '@kaopei/contract'
import { staffSource, staffState } from '@kaopei/org/contract/codes'
import { z } from 'zod'

// What chooses the members of a dynamic group: conditions that all or any hold, with groups of conditions one level below.

const some = (what: string) => z.array(id).min(1, `请选择${what}`).max(500, `最多选择500个${what}`)
const isNot = z.boolean().default(false)
const days = z.coerce.number('请输入天数').int('天数应为整数').min(1, '天数至少为1').max(36_500, '天数过大')

const department = z.object({
  kind: z.literal('department'),
  departmentIds: some('部门'),
  /** With everything below. */
  withBelow: z.boolean().default(true),
  isNot,
})
const post = z.object({ kind: z.literal('post'), postIds: some('岗位'), isNot })
const rank = z.object({ kind: z.literal('rank'), rankIds: some('职级'), isNot })
/** Any of these labels. */
const label = z.object({ kind: z.literal('label'), labelIds: some('标签'), isNot })
const entryDate = z
  .object({ kind: z.literal('entryDate'), from: dateInput.nullish(), to: dateInput.nullish(), isNot })
  .refine(({ from, to }) => Boolean(from ?? to), '请选择入职日期的范围')
  .refine(({ from, to }) => !from || !to || from <= to, '结束日期不能早于开始日期')
/** Joined today or at most so many days ago. */
const entryWithin = z.object({ kind: z.literal('entryWithin'), days, isNot })
const source = z.object({ kind: z.literal('staffSource'), staffSource: staffSource.schema, isNot })
const state = z.object({ kind: z.literal('state'), state: staffState.schema, isNot })

export const ruleCondition = z.discriminatedUnion(
  'kind',
  [department, post, rank, label, entryDate, entryWithin, source, state],
  '请选择条件',
)
export type RuleCondition = z.output<typeof ruleCondition>

const match = z.enum(['all', 'any'], '请选择满足全部还是任一条件')
const conditions = z.array(ruleCondition).min(1, '请至少添加一个条件').max(20, '最多添加20个条件')
const branch = z.object({ kind: z.literal('branch'), match, conditions })

export const groupRule = z.object({
  match,
  items: z
    .array(z.union([ruleCondition, branch]))
    .min(1, '请至少添加一个条件')
    .max(20, '最多添加20个条件'),
})
export type GroupRule = z.output<typeof groupRule>
export type RuleBranch = z.output<typeof branch>
