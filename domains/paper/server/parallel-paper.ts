/** Another paper for the same blueprint, for whoever wants to see whether people know more than before. */
import { type Difficulty, difficulty, questionTypeCodes } from '@kaopei/question/contract/codes'
import type { QuestionType } from '@kaopei/question/contract/question-type'
import { standInsOf } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { parallelDraw, type WantedCell } from './rules/parallel-draw.ts'

/** A question's place in the paper before. */
export interface BlueprintItem {
  readonly type: QuestionType
  readonly difficulty: Difficulty
  /** Of the points that count those that it carries. */
  readonly pointIds: readonly string[]
  readonly scoreHundredths: number
}

interface ParallelWish {
  readonly blueprint: readonly BlueprintItem[]
  /** The points that count, with their names: a stand-in carries the same of these, whatever else it carries. */
  readonly points: ReadonlyMap<string, string>
  /** Questions of the paper before; none of their families comes. */
  readonly excludedIds: readonly string[]
  /** None: every bank. */
  readonly bankIds: readonly string[]
  readonly seed: string
}

interface ParallelCell {
  readonly type: QuestionType
  readonly difficulty: Difficulty
  readonly pointIds: readonly string[]
  readonly needed: number
  readonly available: number
}

export interface ParallelPaper {
  readonly cells: readonly ParallelCell[]
  /** None: it can be made. */
  readonly shortages: readonly string[]
  /** Questions in the order of the blueprint, each with the score of the one that it stands for; empty when it cannot be made. */
  readonly questions: readonly { readonly questionId: string; readonly scoreHundredths: number }[]
}

type Cell = Pick<BlueprintItem, 'type' | 'difficulty' | 'pointIds'>

export async function parallelPaper(db: Db, wish: ParallelWish): Promise<ParallelPaper> {
  const { blueprint, points, seed } = wish
  const groups = [...Map.groupBy(blueprint, keyOf)]
  const cells = groups.map(([key, items]): WantedCell => {
    const [first] = items
    return { key, label: first ? labelOf(first, points) : '', count: items.length }
  })
  const found = await standInsOf(db, {
    ...wish,
    pointIds: [...points.keys()],
    wanted: groups.flatMap(([, [first]]) => first ?? []),
  })
  const standIns = found.map((one) => ({ ...one, cell: keyOf(one) }))
  const { available, shortages, drawn } = parallelDraw(cells, standIns, seed)
  const waiting = new Map(groups.map(([key], index) => [key, [...(drawn[index] ?? [])]]))
  const questions = blueprint.flatMap((item) => {
    const questionId = waiting.get(keyOf(item))?.shift()
    return questionId === undefined ? [] : [{ questionId, scoreHundredths: item.scoreHundredths }]
  })
  return {
    cells: groups.flatMap(([, [first, ...others]], index) =>
      first ? [{ ...cellOf(first), needed: others.length + 1, available: available[index] ?? 0 }] : [],
    ),
    shortages,
    questions,
  }
}

function cellOf({ type, difficulty: level, pointIds }: Cell): Cell {
  return { type, difficulty: level, pointIds }
}

function keyOf({ type, difficulty: level, pointIds }: Cell): string {
  return [type, level, ...pointIds.toSorted()].join(' ')
}

function labelOf({ type, difficulty: level, pointIds }: Cell, names: ReadonlyMap<string, string>): string {
  const points = pointIds.map((pointId) => names.get(pointId) ?? '').join('＋')
  return [questionTypeCodes.label(type), difficulty.label(level), points || '未标知识点'].join('·')
}
