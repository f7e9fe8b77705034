/**
 * Can these rules always be met? Not "each pool is large enough": pools overlap (domain.md §2). The proof is a maximum flow over
 * rules × question classes; what cannot be met is named by the smallest set of rules that want more than they share (Hall's condition).
 */
import { ClassAssignment } from './class-assignment.ts'
import type { DrawPool } from './draw-pool.ts'

export type DrawViolation = { ruleIndexes: number[]; needed: number; available: number; message: string }

export type DrawFeasibility = { isFeasible: boolean; violations: DrawViolation[] }

/** Every violated set that shares no rule with another one; empty when the draw is feasible. */
export function feasibleDraw(pool: DrawPool): DrawFeasibility {
  const assignment = new ClassAssignment(pool)
  const violations: DrawViolation[] = []
  const named = new Set<number>()
  pool.rules.forEach(({ count }, rule) => {
    for (let taken = 0; taken < count; taken++) {
      if (assignment.take(rule, ([first = 0]) => first)) continue
      const violated = smallestViolated(pool, [...assignment.reachableFrom(rule).rules])
      if (!violated.some((one) => named.has(one))) violations.push(describe(pool, violated))
      for (const one of violated) named.add(one)
      return
    }
  })
  return { isFeasible: violations.length === 0, violations }
}

/** Drops rules one by one while the rest still wants more than it has. */
function smallestViolated(pool: DrawPool, rules: readonly number[]): number[] {
  let smallest = [...rules].sort((a, b) => a - b)
  for (const rule of [...smallest].reverse()) {
    const without = smallest.filter((one) => one !== rule)
    if (without.length > 0 && neededBy(pool, without) > availableTo(pool, without)) smallest = without
  }
  return smallest
}

function neededBy(pool: DrawPool, rules: readonly number[]): number {
  return rules.reduce((sum, rule) => sum + (pool.rules[rule]?.count ?? 0), 0)
}

function availableTo(pool: DrawPool, rules: readonly number[]): number {
  const classes = new Set(rules.flatMap((rule) => pool.classesOfRule[rule] ?? []))
  return [...classes].reduce((sum, one) => sum + (pool.classes[one]?.questionIds.length ?? 0), 0)
}

function describe(pool: DrawPool, ruleIndexes: number[]): DrawViolation {
  const [needed, available] = [neededBy(pool, ruleIndexes), availableTo(pool, ruleIndexes)]
  const labels = ruleIndexes.map((rule) => pool.rules[rule]?.label ?? '')
  const last = labels.at(-1) ?? ''
  const names = labels.length === 1 ? `${last}需` : `${labels.slice(0, -1).join('、')}和${last}共需`
  return { ruleIndexes, needed, available, message: `${names} ${needed} 题，符合条件的题目只有 ${available} 题` }
}
