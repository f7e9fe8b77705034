/**
 * Can these rules always be met? Not "each pool is large enough": pools overlap. The proof is a maximum flow over
 * rules × question classes; what cannot be met is named by the smallest set of rules that want more than they share (Hall's condition).
 */
import { ClassAssignment } from './class-assignment.ts'
import type { ProofPool } from './draw-pool.ts'
import { availableTo, neededBy, smallestShortage } from './smallest-shortage.ts'

export type DrawViolation = { ruleIndexes: number[]; needed: number; available: number; message: string }

export type DrawFeasibility = { isFeasible: boolean; violations: DrawViolation[] }

/** Violated sets that share no rule with one another, the smallest first; empty when the draw is feasible. */
export function feasibleDraw(pool: ProofPool): DrawFeasibility {
  const violations: DrawViolation[] = []
  const named = new Set<number>()
  for (;;) {
    const open = { ...pool, rules: pool.rules.map((rule, index) => (named.has(index) ? { ...rule, count: 0 } : rule)) }
    const violated = shortOf(open)
    if (!violated) return { isFeasible: violations.length === 0, violations }
    const smallest = smallestShortage(open, violated)
    violations.push(describe(pool, smallest))
    for (const rule of smallest) named.add(rule)
  }
}

/** Rules that cannot be met together, not yet the fewest. */
function shortOf(pool: ProofPool): number[] | undefined {
  const assignment = new ClassAssignment(pool)
  const firstOpen = (rule: number) => pool.classesOfRule[rule]?.find((one) => (assignment.free[one] ?? 0) > 0) ?? 0
  for (const [rule, { count }] of pool.rules.entries()) {
    for (let taken = 0; taken < count; taken++) {
      if (!assignment.take(rule, firstOpen)) return [...assignment.reachableFrom(rule).rules]
    }
  }
  return undefined
}

function describe(pool: ProofPool, ruleIndexes: number[]): DrawViolation {
  const [needed, available] = [neededBy(pool, ruleIndexes), availableTo(pool, ruleIndexes)]
  const labels = ruleIndexes.map((rule) => pool.rules[rule]?.label ?? '')
  const last = labels.at(-1) ?? ''
  const names = labels.length === 1 ? `${last}需` : `${labels.slice(0, -1).join('、')}和${last}共需`
  return { ruleIndexes, needed, available, message: `${names} ${needed} 题，符合条件的题目只有 ${available} 题` }
}
