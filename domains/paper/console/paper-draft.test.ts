import { expect, test } from 'vitest'
import { entriesOf, type FixedQuestion, moved, sortedByType, totalsOf, typesOf } from './paper-draft.ts'

const question = (questionId: string, type: FixedQuestion['type'], score = 2): FixedQuestion => ({
  questionId,
  type,
  score,
  stemText: '',
  difficulty: 2,
  bankName: '',
  isReady: true,
})
const rule = (count: number, score: number) => ({ key: `${count}`, filter: {}, count, score })

test('totals are exact to the hundredth', () => {
  const fixed = [question('a', 1, 0.1), question('b', 1, 0.2)]
  expect(totalsOf({ fixed, rules: [rule(3, 0.1)] })).toEqual({ count: 5, score: 0.6 })
  expect(totalsOf({ fixed: [], rules: [] })).toEqual({ count: 0, score: 0 })
})

test('by type: single, multiple, judgement, blank, dropdown, short; within a type as they stood', () => {
  const fixed = [question('a', 6), question('b', 1), question('c', 7), question('d', 1), question('e', 3)]
  expect(
    sortedByType(fixed)
      .map(({ questionId }) => questionId)
      .join(''),
  ).toBe('bdeca')
  expect(typesOf(fixed)).toEqual([1, 3, 7, 6])
})

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [1, 9, 'acb'],
  [1, -1, 'bac'],
])('moving %i to %i', (from, to, order) => {
  expect(moved([...'abc'], from, to).join('')).toBe(order)
})

test('fixed questions come before rules', () => {
  const entries = entriesOf({ fixed: [question('a', 1)], rules: [rule(2, 5)] })
  expect(entries.map(({ questionType, score }) => [questionType, score])).toEqual([
    [1, 2],
    [2, 5],
  ])
})
