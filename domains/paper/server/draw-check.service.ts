/** The proof that rules can be met together, for rules that need not be saved yet. */
import type { DrawFilter } from '@kaopei/question/contract/draw-filter'
import type { Db } from '@kaopei/server'
import { admittedBy } from './draw.sql.ts'
import { proveRules } from './draw-proof.ts'

interface CheckedRules {
  readonly rules: readonly { readonly filter: DrawFilter; readonly count: number }[]
  readonly fixedQuestionIds: readonly string[]
}

export async function checkDrawRules(db: Db, { rules, fixedQuestionIds }: CheckedRules) {
  const filters = rules.map(({ filter }) => filter)
  const pool = admittedBy({ companyId: db.companyId, filters, excludedIds: fixedQuestionIds })
  const counts = rules.map(({ count }) => count)
  const { isFeasible, available, violations } = await proveRules(db, { counts, pool })
  return { isFeasible, available, violations }
}
