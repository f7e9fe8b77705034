import { examCards } from '@kaopei/exam/server'
import { withHashJoins } from '@kaopei/learning/server'
import { knowledgePointsByIds } from '@kaopei/question/server'
import { beforeAndAfter } from '@kaopei/result/server'
import type { DataScope, Db } from '@kaopei/server'
import type { Effect } from '../../contract/loop.ts'
import { countTrained, type LoopRow, takenOutOf, trainedOf } from './loop.sql.ts'
import { effectNotes, effectRows } from './rules/effect-rows.ts'

interface Reading {
  readonly projectId: string
  readonly scope: DataScope
  readonly now: Date
}

/** Of the people whom the scope shows. Who takes part in the project now is trained; who was taken out of it belongs to neither side. */
export async function effectOf(db: Db, loop: LoopRow, { projectId, scope, now }: Reading): Promise<Effect> {
  const { examId, afterExamId, knowledgeIds: pointIds, isChosenByScore } = loop
  const sides = { known: trainedOf(db, projectId), neither: takenOutOf(db, projectId) }
  const wish = { examId, pointIds, scope, ...sides }
  const pairs = afterExamId === null ? [] : await withHashJoins(db, () => beforeAndAfter(db, { ...wish, afterExamId }))
  const points = await pointsIn(db, pointIds)
  const names = await examNames(db, loop)
  const countOfAll = (isTrained: boolean) =>
    pairs.find((one) => one.pointId === null && one.isTrained === isTrained)?.after.length ?? 0
  const [bothCount, untrainedCount] = [countOfAll(true), countOfAll(false)]
  return {
    asOf: now,
    examName: names.get(examId) ?? removed,
    afterExamName: afterExamId === null ? null : (names.get(afterExamId) ?? removed),
    ...(await withHashJoins(db, () => countTrained(db, { projectId, scope }))),
    ...{ bothCount, untrainedCount },
    rows: effectRows(pairs, points),
    notes: effectNotes({
      ...{ isChosenByScore, bothCount, untrainedCount },
      pointCount: points.length,
      hasAfterExam: afterExamId !== null,
    }),
  }
}

export const removed = '（已删除）'

/** In the order in which they were chosen; those that no longer are fall away. */
export async function pointsIn(db: Db, pointIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  const named = new Map((await knowledgePointsByIds(db, pointIds)).map(({ id, name }) => [id, name]))
  return pointIds.flatMap((id) => {
    const name = named.get(id)
    return name === undefined ? [] : [{ id, name }]
  })
}

export async function examNames(db: Db, { examId, afterExamId }: LoopRow): Promise<ReadonlyMap<string, string>> {
  const cards = await examCards(db, afterExamId === null ? [examId] : [examId, afterExamId])
  return new Map(cards.map(({ id, name }) => [id, name]))
}
