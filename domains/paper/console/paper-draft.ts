/** The paper as it is being put together on the screen. Scores are points. */
import type { DrawFilter } from '@kaopei/question/contract/draw-filter'
import { type QuestionType, questionTypeOrder } from '@kaopei/question/contract/question-type'
import type { z } from 'zod'
import { type PaperParts, type paperEntries, paperPart } from '../contract/paper.ts'

export type FixedQuestion = Omit<PaperParts['fixed'][number], 'slot'>
/** `key` tells rules apart while they are edited. */
export type Rule = { key: string; filter: DrawFilter; count: number; score: number }
export type PaperDraft = { fixed: readonly FixedQuestion[]; rules: readonly Rule[] }

export function draftOf({ fixed, rules }: Pick<PaperParts, 'fixed' | 'rules'>): PaperDraft {
  return {
    fixed: fixed.map(({ slot: _slot, ...question }) => question),
    rules: rules.map(({ number, filter, count, score }) => ({ key: `saved-${number}`, filter, count, score })),
  }
}

export function entriesOf({ fixed, rules }: PaperDraft): z.input<typeof paperEntries> {
  return [
    ...fixed.map(({ questionId, score }) => ({ questionType: paperPart.fixed, questionId, score })),
    ...rules.map(({ filter, count, score }) => ({ questionType: paperPart.random, filter, count, score })),
  ]
}

/** Added in hundredths, so that 0.1 + 0.2 is 0.3. */
export function totalsOf({ fixed, rules }: PaperDraft): { count: number; score: number } {
  const fixedSum = fixed.reduce((sum, { score }) => sum + Math.round(score * 100), 0)
  const hundredths = rules.reduce((sum, { count, score }) => sum + count * Math.round(score * 100), fixedSum)
  return { count: rules.reduce((sum, { count }) => sum + count, fixed.length), score: hundredths / 100 }
}

/** The same questions grouped by type in display order; within a type as they were. */
export function sortedByType(fixed: readonly FixedQuestion[]): FixedQuestion[] {
  const order: readonly number[] = questionTypeOrder
  return fixed.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const out = [...list]
  const [one] = out.splice(from, 1)
  if (one !== undefined) out.splice(Math.max(0, Math.min(out.length, to)), 0, one)
  return out
}

/** Types that occur, in display order. */
export function typesOf(fixed: readonly FixedQuestion[]): QuestionType[] {
  const present = new Set(fixed.map(({ type }) => type))
  return questionTypeOrder.filter((type) => present.has(type))
}
