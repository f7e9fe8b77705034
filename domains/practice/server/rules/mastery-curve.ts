import { daysBetween } from './move-memory.ts'
import { masteryDays, masteryOf } from './percent.ts'

export interface ScoredAnswer {
  readonly questionId: string
  /** The local day, in order. */
  readonly day: string
  readonly score: number
  readonly max: number
}

export interface CurvePoint {
  readonly day: string
  readonly questionCount: number
  readonly masteryPercent: number | null
}

/** Mastery at the end of each day with an answer: the latest answer of each question within the days that count. */
export function masteryCurve(answers: readonly ScoredAnswer[]): CurvePoint[] {
  const latest = new Map<string, ScoredAnswer>()
  const curve: CurvePoint[] = []
  for (const [day, ofDay] of Map.groupBy(answers, (one) => one.day)) {
    for (const answer of ofDay) latest.set(answer.questionId, answer)
    for (const [questionId, answer] of latest) if (daysBetween(answer.day, day) >= masteryDays) latest.delete(questionId)
    const of = [...latest.values()]
    const sum = (pick: (one: ScoredAnswer) => number) => of.reduce((total, one) => total + pick(one), 0)
    const counted = { score: sum(({ score }) => score), max: sum(({ max }) => max), questions: of.length }
    curve.push({ day, questionCount: of.length, masteryPercent: masteryOf(counted) })
  }
  return curve
}
