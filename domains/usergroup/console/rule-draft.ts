import { z } from 'zod'
import { type GroupRule, groupRule, type RuleBranch, type RuleCondition } from '../contract/rule.ts'

// A rule while it is being written: conditions may still be empty.

export type ConditionKind = RuleCondition['kind']
export type ConditionDraft = { readonly kind: ConditionKind; readonly isNot: boolean; readonly key: number } & Readonly<
  Record<string, unknown>
>
export interface BranchDraft {
  readonly kind: 'branch'
  readonly key: number
  readonly match: GroupRule['match']
  readonly conditions: readonly ConditionDraft[]
}
export interface RuleDraft {
  readonly match: GroupRule['match']
  readonly items: readonly (ConditionDraft | BranchDraft)[]
}

export const conditionKinds: readonly { readonly value: ConditionKind; readonly label: string }[] = [
  { value: 'department', label: '部门' },
  { value: 'post', label: '岗位' },
  { value: 'rank', label: '职级' },
  { value: 'label', label: '标签' },
  { value: 'entryDate', label: '入职日期' },
  { value: 'entryWithin', label: '入职天数' },
  { value: 'staffSource', label: '人员类型' },
  { value: 'state', label: '账号状态' },
]

let lastKey = 0
const nextKey = () => ++lastKey

export function newCondition(kind: ConditionKind = 'department'): ConditionDraft {
  return { kind, isNot: false, key: nextKey(), ...(kind === 'department' && { withBelow: true }) }
}

export function newBranch(): BranchDraft {
  return { kind: 'branch', key: nextKey(), match: 'any', conditions: [newCondition()] }
}

export function newRule(): RuleDraft {
  return { match: 'all', items: [newCondition()] }
}

export function isBranch(item: ConditionDraft | BranchDraft): item is BranchDraft {
  return item.kind === 'branch'
}

/** A saved rule, or the draft of before, with the keys that the screen needs. */
export function draftOf(value: unknown): RuleDraft {
  if (isDraft(value)) return value
  const saved = groupRule.safeParse(value).data
  if (!saved) return newRule()
  return {
    match: saved.match,
    items: saved.items.map((item) => (item.kind === 'branch' ? branchDraft(item) : { ...item, key: nextKey() })),
  }
}

function branchDraft({ match, conditions }: RuleBranch): BranchDraft {
  return { kind: 'branch', key: nextKey(), match, conditions: conditions.map((one) => ({ ...one, key: nextKey() })) }
}

const keyed = z.object({ items: z.array(z.looseObject({ key: z.number() })) })

function isDraft(value: unknown): value is RuleDraft {
  return keyed.safeParse(value).success
}
