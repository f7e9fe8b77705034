/** A condition while it is built: a group at the root, parts found by their path of places. */
import type { Comparison, Condition } from '../../contract/condition.ts'

type Joining = 'all' | 'any'
export interface Group {
  readonly joining: Joining
  readonly parts: readonly Condition[]
}
/** Places from the root: [1, 0] is the first part of the second. */
export type Path = readonly number[]

/** As deep as groups may stand in each other; the contract bounds the tree, each 非 among it, somewhat further. */
export const deepestGroup = 2

export function groupOf(condition: Condition): Group | undefined {
  if ('all' in condition) return { joining: 'all', parts: condition.all }
  if ('any' in condition) return { joining: 'any', parts: condition.any }
  return undefined
}

export function conditionOf({ joining, parts }: Group): Condition {
  return joining === 'all' ? { all: [...parts] } : { any: [...parts] }
}

export function isComparison(condition: Condition): condition is Comparison {
  return 'is' in condition
}

/** Whether it is turned round, and what is. */
export function bare(condition: Condition): { readonly isNot: boolean; readonly inner: Condition } {
  if (!('not' in condition)) return { isNot: false, inner: condition }
  const { isNot, inner } = bare(condition.not)
  return { isNot: !isNot, inner }
}

export function turned(condition: Condition): Condition {
  const { isNot, inner } = bare(condition)
  return isNot ? inner : { not: inner }
}

/** One comparison alone is a group of one: the builder shows groups. */
export function rootOf(condition: Condition | undefined): Group {
  if (condition === undefined) return { joining: 'all', parts: [] }
  return groupOf(condition) ?? { joining: 'all', parts: [condition] }
}

/** Without parts there is no condition at all. */
export function rooted(group: Group): Condition | undefined {
  return group.parts.length === 0 ? undefined : conditionOf(group)
}

/** The root with the part at a path changed; `undefined` takes it out, and a group that has lost its last part goes with it. */
export function changedAt(root: Group, path: Path, change: (part: Condition) => Condition | undefined): Group {
  const [place, ...rest] = path
  if (place === undefined) return root
  const parts = root.parts.flatMap((part, at) => {
    if (at !== place) return [part]
    const next = rest.length === 0 ? change(part) : changedInside(part, rest, change)
    return next === undefined ? [] : [next]
  })
  return { ...root, parts }
}

function changedInside(part: Condition, path: Path, change: (part: Condition) => Condition | undefined): Condition | undefined {
  const { isNot, inner } = bare(part)
  const group = groupOf(inner)
  if (!group) return part
  const next = rooted(changedAt(group, path, change))
  return next !== undefined && isNot ? { not: next } : next
}

/** A part more, at the end of the group at this path. */
export function addedAt(root: Group, path: Path, part: Condition): Group {
  if (path.length === 0) return { ...root, parts: [...root.parts, part] }
  return changedAt(root, path, (condition) => {
    const { isNot, inner } = bare(condition)
    const group = groupOf(inner)
    if (!group) return condition
    const next = conditionOf({ ...group, parts: [...group.parts, part] })
    return isNot ? { not: next } : next
  })
}

/** Questions that a condition asks about. */
export function questionsIn(condition: Condition): readonly string[] {
  const { inner } = bare(condition)
  if (isComparison(inner)) return 'question' in inner ? [inner.question] : []
  return groupOf(inner)?.parts.flatMap(questionsIn) ?? []
}
