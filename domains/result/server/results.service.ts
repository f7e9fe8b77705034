/** Which attempts the figures of an exam speak of, and what follows from their scores. */

import { protocolErrors } from '@kaopei/contract'
import { type ExamRow, findExam } from '@kaopei/exam/server'
import { questionTypeOrder } from '@kaopei/question/contract/content'
import { type DataScope, type Db, ProtocolFailure } from '@kaopei/server'
import { type ScoredAttempt, selectScoredAttempts, selectTypeSums } from './results-statistics.sql.ts'
import { momentsOf } from './rules/statistics-moments.ts'
import { type AttemptPolicy, attemptPolicyLabels, selectAttempts } from './rules/statistics-population.ts'

export type Population = {
  exam: ExamRow
  attempts: ScoredAttempt[]
  /** Said beside every figure. */
  named: { asOf: Date; attemptPolicy: string; population: number }
}

export async function selectPopulation(
  db: Db,
  { examId, scope, policy, now }: { examId: string; scope: DataScope; policy: AttemptPolicy; now: Date },
): Promise<Population> {
  const exam = await findExam(db, examId)
  if (!exam) throw new ProtocolFailure(protocolErrors.notFound)
  const attempts = selectAttempts(await selectScoredAttempts(db, { examId, scope }), policy)
  return { exam, attempts, named: { asOf: now, attemptPolicy: attemptPolicyLabels[policy], population: attempts.length } }
}

const mostBins = 15

/** Equal bins from 0 to the total, in points, as wide as people count (1, 2, 5, 10 …); the last one includes its end. */
export function distributionOf({ exam, attempts }: Population) {
  const total = exam.sumScoreHundredths
  const width = binWidth(total)
  const bins = Array.from({ length: Math.ceil(total / width) }, (_, index) => ({
    from: (index * width) / 100,
    to: ((index + 1) * width) / 100,
    count: 0,
  }))
  const scores = Float64Array.from(attempts, ({ totalHundredths }) => totalHundredths).sort()
  for (const score of scores) {
    const bin = bins[Math.min(bins.length - 1, Math.max(0, Math.floor(score / width)))]
    if (bin) bin.count += 1
  }
  const { mean, variance } = momentsOf(scores)
  return {
    sumScore: total,
    passScore: exam.passScoreHundredths,
    passedCount: attempts.filter(({ isPassed }) => isPassed).length,
    mean: inPoints(mean),
    median: inPoints(medianOf(scores)),
    sd: variance === null ? null : Math.sqrt(variance) / 100,
    highest: inPoints(scores.at(-1) ?? null),
    lowest: inPoints(scores[0] ?? null),
    bins,
  }
}

/** Average of what a paper offered and of what was earned, per question type in display order. */
export async function sumsByType(db: Db, attempts: readonly ScoredAttempt[]) {
  const ids = attempts.map(({ id }) => id)
  const sums = ids.length === 0 ? [] : await selectTypeSums(db, ids)
  const order: readonly number[] = questionTypeOrder
  return sums
    .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
    .map(({ type, maxHundredths, scoreHundredths }) => ({
      questionType: type,
      questionSumScore: Math.round(maxHundredths / ids.length),
      staffAvgScore: Math.round(scoreHundredths / ids.length) / 100,
    }))
}

/** In hundredths. */
function binWidth(total: number): number {
  for (let unit = 100; ; unit *= 10) {
    const width = [unit, 2 * unit, 5 * unit].find((one) => total / one <= mostBins)
    if (width !== undefined) return width
  }
}

export function inPoints(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100
}

function medianOf(sorted: Float64Array): number | null {
  if (sorted.length === 0) return null
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
