import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuestionBlank } from '../../../contract/content.ts'
import { chineseNormalisation } from '../../../contract/scoring-rule.ts'
import { matchBlanks } from './match-blanks.ts'

const switches = chineseNormalisation
const blank = (id: string, texts: Record<string, number>): QuestionBlank => ({
  id,
  match: 'exact',
  alternatives: Object.entries(texts).map(([text, weight]) => ({ text, weight })),
})
const totalOf = (answers: string[], blanks: QuestionBlank[], weightOf?: (id: string) => number) =>
  matchBlanks(answers, blanks, { switches, ...(weightOf && { weightOf }) }).reduce(
    (sum, { blankId, weightMillionths }) => sum + weightMillionths * (weightOf?.(blankId) ?? 1),
    0,
  )

test('an answer gives way to one that fits nowhere else', () => {
  const blanks = [blank('b1', { x1: 1, x2: 1 }), blank('b2', { x1: 1 })]
  expect(matchBlanks(['x1', 'x2'], blanks, { switches })).toEqual([
    { blankId: 'b2', answerIndex: 0, weightMillionths: 1_000_000 },
    { blankId: 'b1', answerIndex: 1, weightMillionths: 1_000_000 },
  ])
})

test('one accepted text earns once, even where every blank accepts it', () => {
  const any = { 甲: 1, 乙: 1, 丙: 1, 丁: 1 }
  const blanks = [blank('b1', any), blank('b2', any), blank('b3', any)]
  expect(totalOf(['甲', ' 甲', '乙'], blanks)).toBe(2_000_000)
  expect(totalOf(['丁', '甲', '乙'], blanks)).toBe(3_000_000)
})

test('equal numbers are one alternative', () => {
  const numeric = (id: string, text: string): QuestionBlank => ({ id, match: 'numeric', alternatives: [{ text, weight: 1 }] })
  expect(totalOf(['0.50', '1/2'], [numeric('b1', '0.5'), numeric('b2', '.50')])).toBe(1_000_000)
})

test('the total is the best that any assignment reaches', () => {
  const weights = fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), fc.constantFrom(0.25, 0.5, 1), { maxKeys: 4 })
  const answers = fc.array(fc.constantFrom('p', 'q', 'r', 's', 'z', ''), { maxLength: 4 })
  fc.assert(
    fc.property(
      answers,
      fc.array(weights, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
      (given, keys, importance) => {
        const blanks = keys.map((key, index) => blank(`b${index}`, key))
        const weightOf = (id: string) => importance[Number(id.slice(1))] ?? 1
        expect(totalOf(given, blanks, weightOf)).toBe(bestByTrial(given, blanks, weightOf, new Set()))
      },
    ),
    { numRuns: 400 },
  )
})

/** Tries every assignment: the first answer goes nowhere or to each blank left, each text at most once. */
function bestByTrial(answers: string[], blanks: QuestionBlank[], weightOf: (id: string) => number, used: Set<string>): number {
  const [first, ...rest] = answers
  if (first === undefined) return 0
  const options = blanks.flatMap((one) => {
    const weight = one.alternatives.find(({ text }) => text === first)?.weight
    if (weight === undefined || used.has(first)) return []
    return [
      weight * 1_000_000 * weightOf(one.id) +
        bestByTrial(
          rest,
          blanks.filter((other) => other !== one),
          weightOf,
          new Set([...used, first]),
        ),
    ]
  })
  return Math.max(bestByTrial(rest, blanks, weightOf, used), ...options)
}
