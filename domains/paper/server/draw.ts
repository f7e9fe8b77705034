/** The pool that the drawing rules of a paper draw from, gathered row by row. */
import { Pace } from '@kaopei/server'
import { type DrawPool, poolOf, type QuestionClass } from './rules/draw-pool.ts'

/** `rules`: those that admit it; the same text for the same rules. */
export interface PooledQuestion {
  readonly questionId: string
  readonly versionId: string
  readonly ruleVersionId: string
  readonly type: number
  readonly rules: string
}

export interface GatheredPool {
  readonly pool: DrawPool
  readonly questions: ReadonlyMap<string, Omit<PooledQuestion, 'rules'>>
}

/** Numbers with commas between. */
export function listedNumbers(rules: string): number[] {
  return rules.split(',').map(Number)
}

/** `rows` come in one order always: it is part of what a seed draws. `numbersOf` reads the numbers (from 1) of the rules. */
export async function gatherPool(
  counts: readonly number[],
  rows: AsyncIterable<PooledQuestion> | readonly PooledQuestion[],
  numbersOf: (rules: string) => readonly number[],
): Promise<GatheredPool> {
  const questions = new Map<string, Omit<PooledQuestion, 'rules'>>()
  const classes = new Map<string, QuestionClass & { questionIds: string[]; size: number }>()
  const pace = new Pace()
  for await (const { rules, ...question } of rows) {
    await pace.breathe()
    questions.set(question.questionId, question)
    const known = classes.get(rules)
    if (known) {
      known.questionIds.push(question.questionId)
      known.size++
      continue
    }
    const ruleIndexes = numbersOf(rules).map((number) => number - 1)
    classes.set(rules, { ruleIndexes, questionIds: [question.questionId], size: 1 })
  }
  await pace.breathe()
  return {
    pool: poolOf(
      counts.map((count) => ({ count })),
      [...classes.values()],
    ),
    questions,
  }
}
