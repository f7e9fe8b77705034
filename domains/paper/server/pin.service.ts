/** Whether a paper can be put before people, and pinning it: every question is bound to the version that is ready now. */
import { type QuestionType, questionType } from '@kaopei/question/contract/content'
import { latestReadyVersions, type ReadyVersion, ruleNumbersOf } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { mostRules } from '../contract/paper.ts'
import { admittedBy, type DrawWish, insertPool, type KindOfQuestion, type PoolRows, pinnedPool, selectKinds } from './draw.sql.ts'
import { proveRules } from './draw-proof.ts'
import { type FixedRow, pinFixed, type RuleRow, selectFixed, selectMarkedByHand, selectRules, updatePinned } from './paper.sql.ts'
import type { DrawFeasibility } from './rules/feasible-draw.ts'

export interface JudgedSlot {
  readonly type: QuestionType
  readonly scoreHundredths: number
  readonly isReady: boolean
  /** A person has to mark it. */
  readonly needsMarker: boolean
}

export interface JudgedRule {
  readonly number: number
  readonly count: number
  readonly scoreHundredths: number
  /** Those that a person has to mark. */
  readonly types: QuestionType[]
  readonly needsMarker: boolean
  readonly mayBeProgramming: boolean
}

export interface JudgedPaper {
  readonly slots: JudgedSlot[]
  readonly rules: JudgedRule[]
  readonly violations: DrawFeasibility['violations']
  /** How many questions can be drawn from. */
  readonly poolCount: number
  /** What to pin for the fixed questions. */
  readonly versions: readonly ReadyVersion[]
}

/** The paper as it would be pinned now. */
export async function judgePaper(db: Db, paperId: string): Promise<JudgedPaper> {
  const parts = await partsOf(db, paperId)
  return judge(db, parts, admittedBy(parts.wish))
}

/**
 * Pinned first and judged as it was pinned: whatever changes in the banks meanwhile, the paper can be drawn. A caller who finds fault with it undoes it
 * with the transaction.
 */
export async function pinPaper(db: Db, { paperId, now }: { paperId: string; now: Date }): Promise<JudgedPaper> {
  const parts = await partsOf(db, paperId)
  const hasPool = parts.rules.length > 0 && parts.rules.length <= mostRules
  if (hasPool) await insertPool(db, paperId, parts.wish)
  const judged = await judge(db, parts, hasPool ? pinnedPool(db.companyId, paperId) : admittedBy(parts.wish))
  await pinFixed(db, paperId, parts.versions)
  await updatePinned(db, paperId, now)
  return judged
}

interface Parts {
  readonly fixed: readonly FixedRow[]
  readonly versions: readonly ReadyVersion[]
  readonly rules: readonly RuleRow[]
  readonly wish: DrawWish
}

async function partsOf(db: Db, paperId: string): Promise<Parts> {
  const fixed = await selectFixed(db, paperId)
  const rules = await selectRules(db, paperId)
  const excludedIds = fixed.map(({ questionId }) => questionId)
  const versions = await latestReadyVersions(db, excludedIds)
  return { fixed, versions, rules, wish: { companyId: db.companyId, filters: rules.map(({ filter }) => filter), excludedIds } }
}

async function judge(db: Db, { fixed, rules, versions }: Parts, pool: PoolRows): Promise<JudgedPaper> {
  const proof = await proveRules(db, { counts: rules.map(({ count }) => count), pool })
  const kinds = rules.length > 0 && proof.isWithin ? await selectKinds(db, pool) : []
  const versionIds = versions.map(({ versionId }) => versionId)
  const byHand = await selectMarkedByHand(db, versionIds)
  const ready = new Map(versions.map((one) => [one.questionId, one]))
  const slots = fixed.flatMap(({ questionId, scoreHundredths, type }) => {
    const version = ready.get(questionId)
    const needsMarker = version !== undefined && byHand.has(version.versionId)
    return isQuestionType(type) ? [{ type, scoreHundredths, needsMarker, isReady: version !== undefined }] : []
  })
  const judgedRules = rules.map((rule) => judgedRule(rule, kinds))
  return { slots, rules: judgedRules, violations: proof.violations, poolCount: proof.questions, versions }
}

function judgedRule({ number, count, scoreHundredths }: RuleRow, kinds: readonly KindOfQuestion[]): JudgedRule {
  const admitted = kinds.filter(({ rules }) => ruleNumbersOf(rules).includes(number))
  const marked = admitted.filter(({ needsMarker }) => needsMarker)
  return {
    number,
    count,
    scoreHundredths,
    types: marked.flatMap(({ type }) => (isQuestionType(type) ? [type] : [])),
    needsMarker: marked.length > 0,
    mayBeProgramming: admitted.some(({ type }) => type === questionType.programming),
  }
}

export function isQuestionType(type: number): type is QuestionType {
  return type >= 1 && type <= 7
}
