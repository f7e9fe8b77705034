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
export async function judgePaper(db: Db, companyId: string, paperId: string): Promise<JudgedPaper> {
  const parts = await partsOf(db, companyId, paperId)
  return judge(db, companyId, parts, admittedBy(parts.wish))
}

/**
 * Pinned first and judged as it was pinned: whatever changes in the banks meanwhile, the paper can be drawn. A caller who finds fault with it undoes it
 * with the transaction.
 */
export async function pinPaper(
  db: Db,
  companyId: string,
  { paperId, now }: { paperId: string; now: Date },
): Promise<JudgedPaper> {
  const parts = await partsOf(db, companyId, paperId)
  const hasPool = parts.rules.length > 0 && parts.rules.length <= mostRules
  if (hasPool) await insertPool(db, paperId, parts.wish)
  const judged = await judge(db, companyId, parts, hasPool ? pinnedPool(companyId, paperId) : admittedBy(parts.wish))
  await pinFixed(db, companyId, paperId, parts.versions)
  await updatePinned(db, companyId, paperId, now)
  return judged
}

interface Parts {
  readonly fixed: readonly FixedRow[]
  readonly versions: readonly ReadyVersion[]
  readonly rules: readonly RuleRow[]
  readonly wish: DrawWish
}

async function partsOf(db: Db, companyId: string, paperId: string): Promise<Parts> {
  const fixed = await selectFixed(db, companyId, paperId)
  const rules = await selectRules(db, companyId, paperId)
  const excludedIds = fixed.map(({ questionId }) => questionId)
  const versions = await latestReadyVersions(db, companyId, excludedIds)
  return { fixed, versions, rules, wish: { companyId, filters: rules.map(({ filter }) => filter), excludedIds } }
}

async function judge(db: Db, companyId: string, { fixed, rules, versions }: Parts, pool: PoolRows): Promise<JudgedPaper> {
  const proof = await proveRules(db, companyId, { counts: rules.map(({ count }) => count), pool })
  const kinds = rules.length > 0 && proof.isWithin ? await selectKinds(db, companyId, pool) : []
  const versionIds = versions.map(({ versionId }) => versionId)
  const byHand = await selectMarkedByHand(db, companyId, versionIds)
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

function isQuestionType(type: number): type is QuestionType {
  return type >= 1 && type <= 7
}
