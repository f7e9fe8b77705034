/** What a marker looks for in one answer, and whether marks agree with it. All scores are hundredths. */
import type { Answer, QuestionContent, ScoringRule } from '@kaopei/question/contract/content'

export interface MarkingPoint {
  readonly id: string
  readonly text: string
  readonly score: number
  readonly isAutomatic: boolean
  /** What a machine gave; null where a person decides. */
  readonly earned: number | null
}

/** What the machine said of each blank: the share of the blank's weight that it earns, null for a blank matched by hand. */
export interface JudgedBlank {
  readonly id: string
  readonly earnedShare: number | null
  /** In an unordered group: the blank whose weight counts. */
  readonly weightId: string
}

/**
 * The key points of a short answer, or the blanks of a fill-in question: those matched by hand to be decided, the others as the machine
 * judged them. Empty when the author named none, or where only a wholly right answer earns anything: then the score is free.
 */
export function markingPoints(
  question: { content: QuestionContent; rule: ScoringRule; maxHundredths: number },
  judged: readonly JudgedBlank[],
): MarkingPoint[] {
  const { content, rule, maxHundredths } = question
  if (content.type === 6) return pointsOfShort(content.keyPoints, maxHundredths)
  if (content.type !== 4 || rule.type !== 4 || rule.mode !== 'perBlank') return []
  const weightOf = (id: string) => rule.weights[id] ?? 1
  const total = content.blanks.reduce((sum, { id }) => sum + weightOf(id), 0)
  if (total <= 0) return []
  const scores = splitScore(
    content.blanks.map(({ id }) => weightOf(id) / total),
    maxHundredths,
  )
  return content.blanks.map(({ id }, index) => {
    const found = judged.find((blank) => blank.id === id)
    const earnedShare = found ? found.earnedShare : 0
    const weight = weightOf(found?.weightId ?? id)
    return {
      id,
      text: `第${index + 1}空`,
      score: scores[index] ?? 0,
      isAutomatic: earnedShare !== null,
      earned: earnedShare === null ? null : Math.round((earnedShare * weight * maxHundredths) / total),
    }
  })
}

function pointsOfShort(keyPoints: readonly { id: string; text: string; scoreShare: number }[], max: number): MarkingPoint[] {
  const scores = splitScore(
    keyPoints.map(({ scoreShare }) => scoreShare),
    max,
  )
  return keyPoints.map(({ id, text }, index) => ({ id, text, score: scores[index] ?? 0, isAutomatic: false, earned: null }))
}

/** Shares of a score as whole hundredths whose sum is the share's sum, so that thirds of 10 points are together 10 points. */
export function splitScore(shares: readonly number[], maxHundredths: number): number[] {
  let before = 0
  return shares.map((share) => {
    const upTo = before + share
    const part = Math.round(upTo * maxHundredths) - Math.round(before * maxHundredths)
    before = upTo
    return part
  })
}

export type MarksProblem = 'scoreTooHigh' | 'unknownPoint' | 'pointsDoNotAddUp'

export interface GivenMarks {
  readonly scoreHundredths: number
  readonly keyPoints: Readonly<Record<string, number>>
}

/** Marks without points are free within the full mark; with points the score is their sum, and no point earns more than it is worth. */
export function problemOfMarks(
  given: GivenMarks,
  points: readonly MarkingPoint[],
  maxHundredths: number,
): MarksProblem | undefined {
  if (given.scoreHundredths > maxHundredths) return 'scoreTooHigh'
  const earned = Object.entries(given.keyPoints)
  if (earned.length === 0) return undefined
  for (const [id, score] of earned) {
    const point = points.find((candidate) => candidate.id === id)
    if (!point || point.isAutomatic) return 'unknownPoint'
    if (score > point.score) return 'scoreTooHigh'
  }
  return sumOfPoints(given.keyPoints, points, maxHundredths) === given.scoreHundredths ? undefined : 'pointsDoNotAddUp'
}

/** What the points earn together, never more than the full mark (authors may name points worth more than the question). */
export function sumOfPoints(
  keyPoints: Readonly<Record<string, number>>,
  points: readonly MarkingPoint[],
  maxHundredths: number,
): number {
  const automatic = points.reduce((sum, { earned }) => sum + (earned ?? 0), 0)
  const byHand = Object.values(keyPoints).reduce((sum, score) => sum + score, 0)
  return Math.min(maxHundredths, automatic + byHand)
}

/** The answer in the shape of its question, or none when it was stored for another type. */
export function answerOfType(answer: Answer | null, type: QuestionContent['type']): Answer | null {
  return answer?.type === type ? answer : null
}
