/**
 * The score of one answer: integers of 0.01 point, rounded once per question, half up, never on the total.
 * A score of null waits for a marker (or, for code, for the judge): never 0 and never full in its place.
 */

import { blankAnswer, isBlank } from '../../../contract/answer.ts'
import type { Answer, AnswerOf, ContentOf, QuestionContent } from '../../../contract/content.ts'
import {
  fractionOf,
  roundedShare,
  scoreMultiple,
  shareOf,
  sumOfFractions,
  toMillionths,
  withPenalty,
} from '../../../contract/score-choices.ts'
import type { NegativeMarking, RuleOf, ScoringRule } from '../../../contract/scoring-rule.ts'
import { Effort, TooMuchEffort } from './effort.ts'
import { bestAlternative, WrittenAnswer } from './match-alternative.ts'
import { matchBlanks } from './match-blanks.ts'
import { mostMatchingSteps } from './matching-steps.ts'

/** One blank or gap. `matchedId`: in an unordered group, the blank whose key (and weight) the answer written at `id` was matched to. */
export type PartResult = {
  id: string
  state: 'right' | 'partial' | 'wrong' | 'blank' | 'manual'
  shareMillionths: number
  matchedId?: string
}

export type ScoreDetail =
  | { kind: 'choice'; right: string[]; wrong: string[]; missed: string[] }
  | { kind: 'parts'; parts: PartResult[] }
  | { kind: 'manual' }

/** `isCorrect` says that the answer is wholly right, whatever it earns; null while that is not known. */
export type ScoredAnswer = { scoreHundredths: number | null; isCorrect: boolean | null; detail: ScoreDetail }

const one = 1_000_000

/** Scores an answer, null for none. Throws when content, rule and answer are not of one type: they were stored wrongly. */
export function scoreAnswer(
  content: QuestionContent,
  rule: ScoringRule,
  given: Answer | null,
  fullHundredths: number,
): ScoredAnswer {
  const answer = given ?? blankAnswer(content.type)
  if (content.type === 1 && rule.type === 1 && answer.type === 1)
    return scoreOne(content, rule.negative, answer.optionId, fullHundredths)
  if (content.type === 2 && rule.type === 2 && answer.type === 2) return scoreSeveral(content, rule, answer, fullHundredths)
  if (content.type === 3 && rule.type === 3 && answer.type === 3)
    return scoreOne(content, rule.negative, answer.optionId, fullHundredths)
  if (content.type === 4 && rule.type === 4 && answer.type === 4) return scoreBlanks(content, rule, answer, fullHundredths)
  if (content.type === 5 && rule.type === 5 && answer.type === 5) return scoreByHand(answer)
  if (content.type === 6 && rule.type === 6 && answer.type === 6) return scoreByHand(answer)
  if (content.type === 7 && rule.type === 7 && answer.type === 7) return scoreGaps(content, rule, answer, fullHundredths)
  throw new Error(
    `question of type ${content.type}, rule of type ${rule.type} and answer of type ${answer.type} do not belong together`,
  )
}

/** The sum of a paper; negative questions never pull it below 0 (NegativeMarking.floor 'paper'). */
export function paperTotal(scoresHundredths: readonly number[]): number {
  return Math.max(
    0,
    scoresHundredths.reduce((total, score) => total + score, 0),
  )
}

function scoreOne(
  content: ContentOf<1> | ContentOf<3>,
  negative: NegativeMarking | null,
  optionId: string | null,
  full: number,
): ScoredAnswer {
  const { correct } = content
  const chosen = optionId !== null && content.options.some(({ id }) => id === optionId) ? optionId : null
  const key = correct === null ? [] : [correct]
  if (chosen === null)
    return { scoreHundredths: 0, isCorrect: false, detail: { kind: 'choice', right: [], wrong: [], missed: key } }
  if (chosen === correct)
    return { scoreHundredths: full, isCorrect: true, detail: { kind: 'choice', right: key, wrong: [], missed: [] } }
  return {
    scoreHundredths: withPenalty(0, negative, 1),
    isCorrect: false,
    detail: { kind: 'choice', right: [], wrong: [chosen], missed: key },
  }
}

function scoreSeveral(content: ContentOf<2>, rule: RuleOf<2>, answer: AnswerOf<2>, full: number): ScoredAnswer {
  const optionIds = content.options.map(({ id }) => id)
  const correct = new Set(content.correct)
  const chosen = new Set(answer.optionIds)
  const right = optionIds.filter((id) => chosen.has(id) && correct.has(id))
  const wrong = optionIds.filter((id) => chosen.has(id) && !correct.has(id))
  const missed = optionIds.filter((id) => !chosen.has(id) && correct.has(id))
  return {
    scoreHundredths: scoreMultiple(rule, { optionIds, correct: content.correct }, answer.optionIds, full),
    isCorrect: right.length > 0 && wrong.length === 0 && missed.length === 0,
    detail: { kind: 'choice', right, wrong, missed },
  }
}

/** Nothing written scores 0 at once; anything else waits. */
function scoreByHand(answer: Answer): ScoredAnswer {
  const nothing = isBlank(answer)
  return { scoreHundredths: nothing ? 0 : null, isCorrect: nothing ? false : null, detail: { kind: 'manual' } }
}

function scoreBlanks(content: ContentOf<4>, rule: RuleOf<4>, answer: AnswerOf<4>, full: number): ScoredAnswer {
  const parts = partsOfBlanks(content, rule, answer)
  if (parts.some(({ state }) => state === 'manual'))
    return { scoreHundredths: null, isCorrect: null, detail: { kind: 'parts', parts } }
  const isCorrect = areAllRight(parts)
  const scoreHundredths = rule.mode === 'allOrNothing' ? (isCorrect ? full : 0) : weighted(parts, rule.weights, full)
  return { scoreHundredths, isCorrect, detail: { kind: 'parts', parts } }
}

/**
 * `checkQuestion` lets no question be used whose answers could take more effort than is there. One that came before it did may meet an
 * answer that does: then a person marks what was written.
 */
function partsOfBlanks(content: ContentOf<4>, rule: RuleOf<4>, answer: AnswerOf<4>): PartResult[] {
  try {
    return matchedParts(content, rule, answer, new Effort(mostMatchingSteps))
  } catch (error) {
    if (!(error instanceof TooMuchEffort)) throw error
    return content.blanks.map(({ id }) => ({ id, state: isWritten(answer, id) ? 'manual' : 'blank', shareMillionths: 0 }))
  }
}

const isWritten = ({ texts }: AnswerOf<4>, id: string) => (texts[id] ?? '').trim() !== ''

function matchedParts(content: ContentOf<4>, rule: RuleOf<4>, answer: AnswerOf<4>, effort: Effort): PartResult[] {
  const inGroups = new Set(content.unorderedGroups.flat())
  const parts = content.blanks.map((blank): PartResult => {
    const { id } = blank
    if (!isWritten(answer, id)) return { id, state: 'blank', shareMillionths: 0 }
    if (blank.match === 'manual') return { id, state: 'manual', shareMillionths: 0 }
    if (inGroups.has(id)) return partOf(id, 0)
    const written = new WrittenAnswer(answer.texts[id] ?? '', rule.normalise, effort)
    return partOf(id, toMillionths(bestAlternative(written, blank, rule.normalise, effort)?.weight ?? 0))
  })
  for (const group of content.unorderedGroups) matchGroup(new Set(group), { content, rule, answer, effort }, parts)
  return parts
}

/**
 * Replaces the results of a group by its best matching. A result is shown at the blank where the candidate wrote the answer and carries
 * the blank it was matched to, whose weight it earns.
 */
function matchGroup(
  group: ReadonlySet<string>,
  { content, rule, answer, effort }: { content: ContentOf<4>; rule: RuleOf<4>; answer: AnswerOf<4>; effort: Effort },
  parts: PartResult[],
): void {
  const blanks = content.blanks.filter(({ id, match }) => group.has(id) && match !== 'manual')
  const weightOf = (id: string) => rule.weights[id] ?? 1
  const texts = blanks.map(({ id }) => answer.texts[id] ?? '')
  const matching = matchBlanks(texts, blanks, { switches: rule.normalise, weightOf, effort })
  const byAnswer = new Map(matching.map((found) => [found.answerIndex, found]))
  const placeOf = new Map(parts.map(({ id }, place) => [id, place]))
  blanks.forEach(({ id }, at) => {
    const place = placeOf.get(id)
    if (place === undefined || !isWritten(answer, id)) return
    const found = byAnswer.get(at)
    parts[place] = { ...partOf(id, found?.weightMillionths ?? 0), ...(found ? { matchedId: found.blankId } : {}) }
  })
}

function scoreGaps(content: ContentOf<7>, rule: RuleOf<7>, answer: AnswerOf<7>, full: number): ScoredAnswer {
  const optionIds = new Set(content.options.map(({ id }) => id))
  const parts = content.gaps.map(({ id }): PartResult => {
    const choice = answer.choices[id]
    if (choice === undefined || !optionIds.has(choice)) return { id, state: 'blank', shareMillionths: 0 }
    return partOf(id, choice === content.correct[id] ? one : 0)
  })
  const isCorrect = areAllRight(parts)
  const wrongCount = parts.filter(({ state }) => state === 'wrong').length
  const scoreHundredths =
    rule.mode === 'allOrNothing'
      ? withPenalty(isCorrect ? full : 0, rule.negative, Math.min(1, wrongCount))
      : withPenalty(weighted(parts, rule.weights, full), rule.negative, wrongCount)
  return { scoreHundredths, isCorrect, detail: { kind: 'parts', parts } }
}

function partOf(id: string, shareMillionths: number): PartResult {
  if (shareMillionths === 0) return { id, state: 'wrong', shareMillionths }
  return { id, state: shareMillionths >= one ? 'right' : 'partial', shareMillionths }
}

function areAllRight(parts: readonly PartResult[]): boolean {
  return parts.length > 0 && parts.every(({ state }) => state === 'right')
}

/** F · Σ weight·share / Σ weight, rounded once. */
function weighted(parts: readonly PartResult[], weights: Readonly<Record<string, number>>, full: number): number {
  const weightOf = (id: string) => weights[id] ?? 1
  const total = parts.reduce((sum, { id }) => sum + weightOf(id), 0)
  if (total === 0) return 0
  const weighed = parts.map(({ id, matchedId, shareMillionths }) => ({ weight: weightOf(matchedId ?? id), shareMillionths }))
  if (weighed.every(({ shareMillionths }) => shareMillionths === 0 || shareMillionths === one)) {
    return shareOf(
      full,
      weighed.reduce((sum, { weight, shareMillionths }) => sum + (shareMillionths === one ? weight : 0), 0),
      total,
    )
  }
  const { top, bottom } = sumOfFractions(
    weighed.map(({ weight, shareMillionths }) => ({ weight, share: fractionOf(shareMillionths) })),
  )
  return roundedShare(full, { top, bottom: bottom * BigInt(total) })
}
