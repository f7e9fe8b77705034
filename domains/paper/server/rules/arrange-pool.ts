/** Pools for tests: rules that ask for tags, questions that have some. */
import { type DrawPool, poolOf, type QuestionClass } from './draw-pool.ts'

export interface TagRule {
  readonly count: number
  readonly tags: readonly string[]
  readonly label?: string
}

export interface TaggedQuestion {
  readonly id: string
  readonly tags: readonly string[]
  readonly usedCount?: number
}

/** Sorted as the database sorts, so that the order of the questions means nothing. */
export function arrangePool(rules: readonly TagRule[], questions: readonly TaggedQuestion[]): DrawPool {
  const byKey = new Map<string, QuestionClass & { questionIds: string[]; size: number }>()
  for (const { id, tags, usedCount = 0 } of questions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const ruleIndexes = [...rules.keys()].filter((rule) => rules[rule]?.tags.some((tag) => tags.includes(tag)))
    if (ruleIndexes.length === 0) continue
    const key = `${usedCount}:${ruleIndexes.join()}`
    const one = byKey.get(key) ?? { ruleIndexes, questionIds: [], size: 0, usedCount }
    byKey.set(key, one)
    one.questionIds.push(id)
    one.size++
  }
  const classes = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  return poolOf(rules, classes)
}
