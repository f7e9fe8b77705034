/** From a pinned paper to one attempt's: drawn and ordered by the attempt's seed alone. */

import { type ContentOf, keptInPlace, type QuestionContent, questionTypeOrder } from '@kaopei/question/contract/content'
import { contentsOf } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import type { PaperOrder } from '../contract/paper.ts'
import { streamPinned } from './draw.sql.ts'
import { gatherPool, listedNumbers } from './draw.ts'
import { type PaperQuestion, selectDrawRules, selectPlaced, selectSecret } from './paper.sql.ts'
import { asWritten, drawPaper, orderOptions, orderQuestions } from './rules/draw-paper.ts'
import type { DrawPool } from './rules/draw-pool.ts'
import { attemptSeed } from './rules/seeded-random.ts'

export interface PickedQuestion extends PaperQuestion {
  readonly slot: number
  readonly scoreHundredths: number
}

export interface PaperItem extends PickedQuestion {
  readonly orderIndex: number
  readonly content: QuestionContent
  readonly optionOrder: string[]
  /** Blanks and gaps that an answer may name. */
  readonly partIds: string[]
}

export interface PaperSource {
  readonly secret: string
  readonly fixed: readonly PickedQuestion[]
  readonly pool: DrawPool
  readonly poolQuestions: ReadonlyMap<string, PaperQuestion & { readonly type: number }>
  /** By rule, as `pool.rules`. */
  readonly ruleScores: readonly number[]
}

const sources = new Map<string, Promise<PaperSource>>()
const capacity = 500
/** Questions of pools in memory, some hundreds of bytes each. */
const mostPooled = 400_000
let pooled = 0

interface PinnedPaper {
  readonly companyId: string
  readonly paperId: string
}

/** What a pinned paper is made of; read once per process, because it changes no more. */
function paperSourceOf(db: Db, { companyId, paperId }: PinnedPaper): Promise<PaperSource> {
  const key = `${companyId}:${paperId}`
  const known = sources.get(key)
  if (known !== undefined) return known
  if (sources.size >= capacity || pooled >= mostPooled) forgetSources()
  const source = readSource(db, paperId)
  sources.set(key, source)
  source.then(
    ({ poolQuestions }) => {
      pooled += poolQuestions.size
    },
    () => sources.delete(key),
  )
  return source
}

/** They are read again when somebody starts. */
function forgetSources(): void {
  sources.clear()
  pooled = 0
}

async function readSource(db: Db, paperId: string): Promise<PaperSource> {
  const fixed = (await selectPlaced(db, paperId)).map((question): PickedQuestion => {
    const { versionId, ruleVersionId } = question
    if (versionId === null || ruleVersionId === null) throw new Error(`question ${question.questionId} is not pinned`)
    return { ...question, versionId, ruleVersionId }
  })
  const rules = await selectDrawRules(db, paperId)
  // Pinning has decided which rule admits which question.
  const { pool, questions } = await gatherPool(
    rules.map(({ count }) => count),
    rules.length === 0 ? [] : streamPinned(db, paperId),
    listedNumbers,
  )
  await contentsOf(
    db,
    fixed.map(({ versionId }) => versionId),
  )
  return {
    secret: await selectSecret(db, paperId),
    fixed,
    pool,
    poolQuestions: questions,
    ruleScores: rules.map(({ scoreHundredths }) => scoreHundredths),
  }
}

/** The paper of one attempt, the same whenever it is asked for; undefined when it has no questions, or its rules cannot be met. */
export async function layOutPaper(
  db: Db,
  paper: PinnedPaper,
  { attemptId, order }: { attemptId: string; order: PaperOrder },
): Promise<PaperItem[] | undefined> {
  const source = await paperSourceOf(db, paper)
  const seed = attemptSeed(source.secret, attemptId)
  const picked = pickQuestions(source, seed)
  if (!picked || picked.length === 0) return undefined
  const versionIds = picked.map(({ versionId }) => versionId)
  return layOut(picked, await contentsOf(db, versionIds), { seed, order })
}

/** The questions of one attempt; drawn ones take the slots after the fixed ones, rule by rule. Undefined when they cannot be drawn. */
export function pickQuestions(source: PaperSource, seed: string): PickedQuestion[] | undefined {
  if (source.pool.rules.length === 0) return [...source.fixed]
  const drawn = drawPaper(source.pool, seed)
  if (!drawn) return undefined
  const lastFixed = source.fixed.at(-1)?.slot ?? 0
  const typePlace = ({ questionId }: { questionId: string }) => displayOrder.indexOf(source.poolQuestions.get(questionId)?.type)
  const picked = asWritten(drawn, typePlace).flatMap(({ questionId, ruleIndex }, index): PickedQuestion[] => {
    const question = source.poolQuestions.get(questionId)
    if (!question) return []
    return [{ ...question, slot: lastFixed + 1 + index, scoreHundredths: source.ruleScores[ruleIndex] ?? 0 }]
  })
  return [...source.fixed, ...picked]
}

const displayOrder: readonly (number | undefined)[] = questionTypeOrder

/**
 * Puts the picked questions and their options into the attempt's order: as the author wrote them; where the paper is shuffled, by type and
 * shuffled within it.
 */
export function layOut(
  picked: readonly PickedQuestion[],
  contents: ReadonlyMap<string, QuestionContent>,
  { seed, order }: { seed: string; order: PaperOrder },
): PaperItem[] {
  const withContent = picked.flatMap((question) => {
    const content = contents.get(question.versionId)
    return content ? [{ ...question, content }] : []
  })
  const sections = questionTypeOrder.map((type) => withContent.filter(({ content }) => content.type === type))
  const ordered = order.isQuestionOrder ? orderQuestions(sections, seed) : withContent
  return ordered.map((question, index) => ({
    ...question,
    orderIndex: index + 1,
    optionOrder: optionOrderOf(question.content, seed, question.slot, order.isQuestionOptionOrder),
    partIds: partIdsOf(question.content),
  }))
}

const held = new WeakMap<QuestionContent, { id: string; fixed: boolean }[]>()

/** Options with those locked that speak of others by letter or place; worked out once for a content that stays in memory. */
function heldOptions(content: ContentOf<1> | ContentOf<2>): { id: string; fixed: boolean }[] {
  const known = held.get(content)
  if (known) return known
  const kept = new Set(keptInPlace(content))
  const options = content.options.map(({ id, fixed }) => ({ id, fixed: fixed || kept.has(id) }))
  held.set(content, options)
  return options
}

/** The order of a question's options in one attempt; what has no options has none. */
export function optionOrderOf(content: QuestionContent, seed: string, slot: number, isShuffled: boolean): string[] {
  switch (content.type) {
    case 1:
    case 2:
      return isShuffled ? orderOptions(heldOptions(content), seed, slot) : content.options.map(({ id }) => id)
    case 3:
      return content.options.map(({ id }) => id)
    case 7: {
      const options = content.options.map(({ id }) => ({ id, fixed: !isShuffled }))
      return orderOptions(options, seed, slot)
    }
    case 4:
    case 5:
    case 6:
      return []
  }
}

function partIdsOf(content: QuestionContent): string[] {
  if (content.type === 4) return content.blanks.map(({ id }) => id)
  return content.type === 7 ? content.gaps.map(({ id }) => id) : []
}
