/** Whether drawing rules can be met together, proved where it keeps nobody waiting. */
import { type Db, runApart, TooHeavy } from '@kaopei/server'
import { z } from 'zod'
import { mostRules, tooManyRules } from '../contract/paper.ts'
import { countPool, mostOfPool, type PoolFacts, type PoolRows } from './draw.sql.ts'
import type { DrawFeasibility } from './rules/feasible-draw.ts'
import { proofOfClasses } from './rules/proof-of-classes.ts'

/** What is proved at once, in milliseconds; authors' own papers stay below. With more rules the search for the fewest that fall short takes longer. */
const atOnce = { rules: 12, rulesTimesKinds: 1200 }
const tooComplex = '抽题规则过于复杂，无法验证能否满足：请减少规则，或减少规则之间重叠的标签、知识点和题库'

const feasibility = z.object({
  isFeasible: z.boolean(),
  violations: z.array(
    z.object({ ruleIndexes: z.array(z.number()), needed: z.number(), available: z.number(), message: z.string() }),
  ),
})

export interface ProvenRules extends DrawFeasibility {
  /** Questions that each rule alone could draw; nothing when there are too many rules. */
  readonly available: number[]
  /** How many there are in the pool. */
  readonly questions: number
  /** Whether the pool is small enough to be worked on. */
  readonly isWithin: boolean
}

/** `counts`: how many questions each rule wants of the pool. */
export async function proveRules(db: Db, { counts, pool }: { counts: readonly number[]; pool: PoolRows }): Promise<ProvenRules> {
  if (counts.length === 0) return { isFeasible: true, violations: [], available: [], questions: 0, isWithin: true }
  // Papers from before the limit.
  if (counts.length > mostRules) {
    const violation = { ruleIndexes: [...counts.keys()], needed: counts.length, available: mostRules, message: tooManyRules }
    return { isFeasible: false, violations: [violation], available: [], questions: 0, isWithin: false }
  }
  const facts = await countPool(db, pool, counts.length)
  const isWithin = facts.questions <= mostOfPool.questions && facts.kinds <= mostOfPool.kinds
  return { ...(await proveDraw(db.companyId, counts, facts)), available: facts.available, questions: facts.questions, isWithin }
}

/** `counts`: how many questions each rule wants. */
export async function proveDraw(
  companyId: string,
  counts: readonly number[],
  { questions, kinds, classes }: PoolFacts,
  timeoutMs = 10_000,
): Promise<DrawFeasibility> {
  const refused = (message: string) => ({
    isFeasible: false,
    violations: [{ ruleIndexes: [...counts.keys()], needed: sumOf(counts), available: questions, message }],
  })
  if (questions > mostOfPool.questions) return refused(tooMany(questions))
  if (kinds > mostOfPool.kinds) return refused(tooComplex)
  if (counts.length <= atOnce.rules && counts.length * kinds <= atOnce.rulesTimesKinds) return proofOfClasses({ counts, classes })
  try {
    const module = new URL('./draw-proof.worker.ts', import.meta.url)
    return feasibility.parse(await runApart(module, { counts, classes }, { party: companyId, timeoutMs }))
  } catch (error) {
    if (error instanceof TooHeavy) return refused(tooComplex)
    throw error
  }
}

function tooMany(questions: number): string {
  return `抽题规则共涉及 ${questions} 题，最多从 ${mostOfPool.questions} 题中抽取：请用题库、分类、标签或知识点缩小范围`
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
