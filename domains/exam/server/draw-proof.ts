/** Whether drawing rules can be met together, proved where it keeps nobody waiting. */
import { runApart, TooHeavy } from '@kaopei/server'
import { z } from 'zod'
import type { DrawPool } from './rules/draw-pool.ts'
import { type DrawFeasibility, feasibleDraw } from './rules/feasible-draw.ts'

/** Rules × classes of questions that are proved at once; authors' own papers stay far below. */
const mostAtOnce = 20_000
const tooComplex = '抽题规则过于复杂，无法验证能否满足：请减少规则，或减少规则之间重叠的标签、知识点和题库'

const feasibility = z.object({
  isFeasible: z.boolean(),
  violations: z.array(
    z.object({ ruleIndexes: z.array(z.number()), needed: z.number(), available: z.number(), message: z.string() }),
  ),
})

export async function proveDraw(companyId: string, pool: DrawPool, timeoutMs = 10_000): Promise<DrawFeasibility> {
  if (pool.rules.length * pool.classes.length <= mostAtOnce) return feasibleDraw(pool)
  try {
    const module = new URL('./draw-proof.worker.ts', import.meta.url)
    return feasibility.parse(await runApart(module, pool, { party: companyId, timeoutMs }))
  } catch (error) {
    if (!(error instanceof TooHeavy)) throw error
    const needed = pool.rules.reduce((sum, { count }) => sum + count, 0)
    const available = pool.classes.reduce((sum, { questionIds }) => sum + questionIds.length, 0)
    const ruleIndexes = pool.rules.map((_, index) => index)
    return { isFeasible: false, violations: [{ ruleIndexes, needed, available, message: tooComplex }] }
  }
}
