/** Which questions the drawing rules of an exam admit, and the pool that proofs and draws work on. */
import type { DrawFilter } from '@kaopei/question/contract/draw-filter'
import { candidatesForDraw, type DrawCandidate } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { buildDrawPool, type DrawPool } from './rules/draw-pool.ts'

export type PooledQuestion = Pick<DrawCandidate, 'questionId' | 'versionId' | 'ruleVersionId' | 'type'> & {
  /** Numbers (from 1) of the rules that admit it. */
  ruleNumbers: number[]
}

/** Everything that the rules admit, each question once; questions already in the paper are left out. */
export async function questionsOfRules(
  db: Db,
  companyId: string,
  filters: readonly DrawFilter[],
  excludedIds: ReadonlySet<string>,
): Promise<PooledQuestion[]> {
  const found = new Map<string, PooledQuestion>()
  for (const [index, filter] of filters.entries()) {
    // One query per rule, of which a paper has a few: what a rule admits is the question room's to say.
    for (const { questionId, versionId, ruleVersionId, type } of await candidatesForDraw(db, companyId, filter)) {
      if (excludedIds.has(questionId)) continue
      const known = found.get(questionId)
      if (known) known.ruleNumbers.push(index + 1)
      else found.set(questionId, { questionId, versionId, ruleVersionId, type, ruleNumbers: [index + 1] })
    }
  }
  return [...found.values()]
}

/** The pool of questions whose rules are known already, as `exam.pool_question` keeps them. `number` of a rule is its place from 1. */
export function drawPoolOf(
  counts: readonly number[],
  questions: readonly { questionId: string; type: number; ruleNumbers: number[] }[],
): DrawPool {
  const rules = counts.map((count, index) => ({ count, filter: { tags: [String(index + 1)] } }))
  const members = questions.map(({ questionId, type, ruleNumbers }) => ({
    id: questionId,
    bankId: '',
    categoryId: null,
    knowledgePointIds: [],
    tags: ruleNumbers.map(String),
    type,
    difficulty: 0,
  }))
  return buildDrawPool(rules, members)
}
