/** What rules follow, and how people stand there now. */
import { courseCards, courseStandingOf } from '@kaopei/course/server'
import { examCards } from '@kaopei/exam/server'
import { publishedResults } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { projectCards } from '@kaopei/training/server'
import type { RuleKind } from '../../contract/codes.ts'
import type { Earning } from '../issue/earning.ts'
import { isPassed, type Passing } from '../rules/is-passed.ts'

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

/** Who of these people has earned it as of now, and by what. */
export async function earningsOf(db: Db, { kind, targetId, source, staffIds }: Earned, passing: Passing): Promise<Earning[]> {
  const plain = { sourceId: targetId, source, score: '', level: '', remark: '' }
  if (kind === 'exam') {
    const results = await publishedResults(
      db,
      staffIds.map((staffId) => ({ ownerId: targetId, staffId })),
    )
    // The latest of several: a renewal is earned by a new one.
    return results
      .filter((result) => isPassed(result, passing))
      .map(({ staffId, attemptId, scoreHundredths }) => ({
        ...plain,
        staffId,
        trigger: attemptId,
        score: scoreText(scoreHundredths),
      }))
  }
  if (kind === 'course') {
    const standings = await courseStandingOf(db, [targetId], staffIds)
    return standings.flatMap(({ staffId, completedAt }) =>
      completedAt === null ? [] : [{ ...plain, staffId, trigger: `course:${targetId}` }],
    )
  }
  return staffIds.map((staffId) => ({ ...plain, staffId, trigger: `${kind}:${targetId}` }))
}
