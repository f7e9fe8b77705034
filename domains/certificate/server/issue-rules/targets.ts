/** What rules follow, and how people stand there now. */
import { courseCards, courseStandingOf } from '@kaopei/course/server'
import { measuredResults, scaleNames } from '@kaopei/evaluation/server'
import { examCards } from '@kaopei/exam/server'
import { publishedResults } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { completionTimes, projectCards } from '@kaopei/training/server'
import type { RuleKind } from '../../contract/codes.ts'
import type { Condition } from '../../contract/conditions.ts'
import type { Earning } from '../issue/earning.ts'
import { isPassed, type Passing } from '../rules/is-passed.ts'
import { meetsConditions, saidOf } from '../rules/meets-conditions.ts'

/** Names of what these rules follow. */
export async function targetNames(
  db: Db,
  rules: readonly { readonly kind: RuleKind; readonly targetId: string | null }[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const of = (kind: RuleKind) => rules.flatMap((rule) => (rule.kind === kind && rule.targetId !== null ? [rule.targetId] : []))
  const cards = [
    ...(await examCards(db, of('exam'))),
    ...(await courseCards(db, of('course'), now)),
    ...(await projectCards(db, of('project'))),
    ...(await scaleNames(db, of('evaluation'))),
  ]
  return new Map(cards.map(({ id, name }) => [id, name]))
}

export interface Earned {
  readonly kind: RuleKind
  readonly targetId: string
  readonly source: string
  readonly staffIds: readonly string[]
}

const scoreText = (hundredths: number | null) => (hundredths === null ? '' : String(hundredths / 100))

export interface Asking extends Passing {
  readonly conditions: readonly Condition[]
}

/** Who of these people has earned it as of now, and by what. The trigger names the one time that it was: earned anew, it can be renewed. */
export async function earningsOf(db: Db, earned: Earned, asking: Asking): Promise<Earning[]> {
  const { kind, targetId, source, staffIds } = earned
  const plain = { sourceId: targetId, source, score: '', level: '', remark: '' }
  const completed = ({ staffId, completedAt }: { readonly staffId: string; readonly completedAt: Date | null }) =>
    completedAt === null ? [] : [{ ...plain, staffId, trigger: `${kind}:${targetId}:${completedAt.getTime()}` }]
  if (kind === 'course') return (await courseStandingOf(db, [targetId], staffIds)).flatMap(completed)
  if (kind === 'project') return (await completionTimes(db, targetId, staffIds)).flatMap(completed)
  if (kind === 'evaluation') return evaluationEarnings(db, { ...earned, plain }, asking)
  return kind === 'exam' ? examEarnings(db, { ...earned, plain }, asking) : []
}

export async function hasCompleted(
  db: Db,
  kind: 'course' | 'project',
  { targetId, staffId }: { readonly targetId: string; readonly staffId: string },
): Promise<boolean> {
  const standings =
    kind === 'course' ? await courseStandingOf(db, [targetId], [staffId]) : await completionTimes(db, targetId, [staffId])
  return standings.some(({ completedAt }) => completedAt !== null)
}

interface Plain {
  readonly plain: Omit<Earning, 'staffId' | 'trigger'>
}

/** The latest of several: a renewal is earned by a new one. */
async function examEarnings(db: Db, { targetId, staffIds, plain }: Earned & Plain, passing: Passing): Promise<Earning[]> {
  const results = await publishedResults(
    db,
    staffIds.map((staffId) => ({ ownerId: targetId, staffId })),
  )
  return results
    .filter((result) => isPassed(result, passing))
    .map(({ staffId, attemptId, scoreHundredths }) => ({
      ...plain,
      staffId,
      trigger: attemptId,
      score: scoreText(scoreHundredths),
    }))
}

/** By the newest result that says enough: a weaker one later takes nothing away. */
async function evaluationEarnings(
  db: Db,
  { targetId, staffIds, plain }: Earned & Plain,
  { conditions }: Asking,
): Promise<Earning[]> {
  const results = await measuredResults(
    db,
    staffIds.map((staffId) => ({ scaleId: targetId, staffId })),
  )
  const enough = results.filter(({ dimensions }) => meetsConditions(dimensions, conditions))
  const newest = new Map(enough.toReversed().map((result) => [result.staffId, result]))
  return [...newest.values()].map(({ staffId, evaluationResultId, dimensions }) => ({
    ...{ ...plain, ...saidOf(dimensions, conditions) },
    ...{ staffId, trigger: `evaluation:${evaluationResultId}` },
  }))
}
