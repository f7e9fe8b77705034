/** The items of a new round, each with the versions that are ready now. */
import { createHash } from 'node:crypto'
import { layOutPaper, optionOrderOf } from '@kaopei/paper/server'
import { contentsOf, type QuestionCard, questionCards } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { runMode } from '../../contract/codes.ts'
import { longestRound } from '../../contract/learn-shapes.ts'
import { selectSources } from '../practices/sources.sql.ts'
import { apartFamilies } from '../rules/apart-families.ts'
import { type ChosenQuestion, chooseMet } from './layout.sql.ts'
import type { LaidItem, RunKind } from './run.sql.ts'

export interface LayingOut extends RunKind {
  readonly runId: string
  readonly staffId: string
  /** The practice's own paper; null: of no practice. */
  readonly paperId: string | null
  readonly now: Date
  readonly day: string
  readonly dailyCount: number
}

export async function layOut(db: Db, wish: LayingOut): Promise<LaidItem[]> {
  const chosen = await chooseQuestions(db, wish)
  const cards = new Map(
    (
      await questionCards(
        db,
        chosen.map(({ questionId }) => questionId),
      )
    ).map((card) => [card.id, card]),
  )
  const offered = chosen.flatMap((one) => {
    const card = cards.get(one.questionId)
    return card?.readyVersionId && card.readyRuleVersionId ? [{ ...one, card, ...readyOf(card) }] : []
  })
  const ordered = wish.mode === runMode.inOrder || wish.mode === runMode.mock ? offered : apartFamilies(offered)
  const contents = await contentsOf(
    db,
    ordered.map(({ versionId }) => versionId),
  )
  return ordered.flatMap(({ questionId, practiceId, max, card, versionId, ruleVersionId }, index) => {
    const content = contents.get(versionId)
    if (!content) return []
    // The stored order of a dropdown's words would tell which belongs where.
    const isShuffled = wish.mode !== runMode.inOrder || content.type === 7
    const optionOrder = optionOrderOf(content, wish.runId, index + 1, isShuffled)
    const maxHundredths = max ?? card.defaultScoreHundredths
    return [{ number: index + 1, questionId, versionId, ruleVersionId, maxHundredths, optionOrder, practiceId }]
  })
}

/** A question that says the same as another is of its family. */
function readyOf({ id, fingerprint, readyVersionId, readyRuleVersionId }: QuestionCard) {
  return {
    family: fingerprint === '' ? id : fingerprint,
    versionId: readyVersionId ?? '',
    ruleVersionId: readyRuleVersionId ?? '',
  }
}

async function chooseQuestions(db: Db, wish: LayingOut): Promise<ChosenQuestion[]> {
  const { mode, practiceId, paperId, knowledgePointId } = wish
  if (practiceId === null || paperId === null || isOfMemory(mode)) {
    const limit = mode === runMode.due ? wish.dailyCount : longestRound
    return chooseMet(db, { ...wish, limit })
  }
  const all = await questionsOfPapers(db, { ...wish, practiceId, paperId })
  if (mode === runMode.random) return all.toSorted((one, other) => (placeOf(wish, one) < placeOf(wish, other) ? -1 : 1))
  if (mode !== runMode.point) return all
  const cards = await questionCards(
    db,
    all.map(({ questionId }) => questionId),
  )
  const ofPoint = new Set(cards.flatMap(({ id, points }) => (points.some((point) => point.id === knowledgePointId) ? [id] : [])))
  return all.filter(({ questionId }) => ofPoint.has(questionId))
}

const isOfMemory = (mode: number) => mode === runMode.wrong || mode === runMode.favourites || mode === runMode.due

/** A place that follows from the round alone: two tabs see one order. */
function placeOf({ runId }: LayingOut, { questionId }: ChosenQuestion): string {
  return createHash('sha256').update(`${runId}:${questionId}`).digest('hex')
}

interface OfPapers extends LayingOut {
  readonly practiceId: string
  readonly paperId: string
}

/** The practice's own paper, then the exams' papers; what is in two of them comes once. */
async function questionsOfPapers(db: Db, { runId, practiceId, paperId, mode }: OfPapers): Promise<ChosenQuestion[]> {
  const { companyId } = db
  const sources = await selectSources(db, practiceId)
  const isShuffled = mode === runMode.mock
  const order = { isQuestionOrder: isShuffled, isQuestionOptionOrder: isShuffled }
  const found = new Map<string, ChosenQuestion>()
  for (const one of [paperId, ...sources.map((source) => source.paperId)]) {
    const items = await layOutPaper(db, { companyId, paperId: one }, { attemptId: runId, order })
    for (const { questionId, scoreHundredths: max } of items ?? [])
      if (!found.has(questionId)) found.set(questionId, { questionId, practiceId, max })
  }
  return [...found.values()]
}
