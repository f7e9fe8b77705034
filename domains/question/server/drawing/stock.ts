/**
 * Questions and scoring rules in memory. A version never changes once an exam uses it, so what was read once serves every attempt of
 * this process; the company is part of the key, so no company ever meets another's.
 */

import type { Db } from '@kaopei/server'
import { type QuestionContent, questionContent, type ScoringRule, scoringRule } from '../../contract/content.ts'
import { selectContents, selectRules } from './stock.sql.ts'

const capacity = 50_000
const contents = new Map<string, QuestionContent>()
const rules = new Map<string, ScoringRule>()

/** Contents by version id. */
export function contentsOf(db: Db, versionIds: readonly string[]): Promise<Map<string, QuestionContent>> {
  return fromStock(contents, db.companyId, versionIds, async (missing) =>
    (await selectContents(db, missing)).map(({ id, content }) => [id, questionContent.parse(content)] as const),
  )
}

/** Scoring rules by rule version id. */
export function rulesOf(db: Db, ruleVersionIds: readonly string[]): Promise<Map<string, ScoringRule>> {
  return fromStock(rules, db.companyId, ruleVersionIds, async (missing) =>
    (await selectRules(db, missing)).map(({ id, rule }) => [id, scoringRule.parse(rule)] as const),
  )
}

async function fromStock<T>(
  stock: Map<string, T>,
  companyId: string,
  ids: readonly string[],
  read: (missing: string[]) => Promise<(readonly [string, T])[]>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>()
  const missing = new Set<string>()
  for (const id of ids) {
    const known = stock.get(`${companyId}:${id}`)
    if (known === undefined) missing.add(id)
    else found.set(id, known)
  }
  if (missing.size === 0) return found
  if (stock.size + missing.size > capacity) stock.clear()
  for (const [id, value] of await read([...missing])) {
    stock.set(`${companyId}:${id}`, value)
    found.set(id, value)
    missing.delete(id)
  }
  if (missing.size > 0) throw new Error(`question versions are gone: ${[...missing].slice(0, 3).join(', ')}`)
  return found
}
