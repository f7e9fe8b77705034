import { expect, test } from 'vitest'
import type { Answers } from '../../contract/answers.ts'
import { definition } from '../../contract/definition.ts'
import { addSheet, hiddenRating, noRating, roundedRating } from './rating-of.ts'

const asked = definition.parse({
  pages: [
    {
      id: 'p',
      elements: [
        { id: 'all', kind: 'rating', title: '总体' },
        { id: 'ten', kind: 'rating', title: '十分', steps: 10 },
        {
          id: 'm',
          kind: 'matrixRating',
          title: '各方面',
          rows: [
            { id: 'a', text: '清楚' },
            { id: 'b', text: '准备' },
          ],
        },
        { id: 'nps', kind: 'nps', title: '推荐' },
      ],
    },
  ],
})

const ratingOf = (...sheets: Answers[]) =>
  roundedRating(sheets.reduce((rating, sheet) => addSheet(rating, asked, sheet), noRating))

test.each([
  ['one scale', [{ all: 4 }], 1, 400],
  ['ten steps are brought to five', [{ ten: 10 }, { ten: 1 }], 2, 600],
  ['the mean of a sheet counts once', [{ all: 5, m: { rows: { a: 3, b: 1 } } }], 1, 300],
  ['a sheet that rates nothing is none', [{ nps: 9 }, {}], 0, 0],
])('%s', (_what, sheets, count, sum) => {
  expect(ratingOf(...(sheets as Answers[]))).toMatchObject({ sheetCount: count, sumHundredths: sum })
})

test('each aspect has its own count', () => {
  const { aspects } = ratingOf({ m: { rows: { a: 3 } } }, { all: 4, m: { rows: { a: 5, b: 2 } } })
  expect(aspects).toEqual([
    { name: '清楚', count: 2, sumHundredths: 800 },
    { name: '总体', count: 1, sumHundredths: 400 },
    { name: '准备', count: 1, sumHundredths: 200 },
  ])
})

test('of an anonymous questionnaire no aspect is told that fewer than five rated, or all but fewer than five', () => {
  const rated = (count: number, answers: Answers) => Array.from({ length: count }, () => answers)
  const rating = [...rated(4, { all: 4, ten: 10 }), ...rated(8, { all: 4, m: { rows: { a: 5 } } }), { m: { rows: { a: 1 } } }]
    .map((answers) => answers as Answers)
    .reduce((sum, sheet) => addSheet(sum, asked, sheet), noRating)
  // 13 sheets: 12 say something of all, 4 of ten, 9 of a.
  expect(hiddenRating(roundedRating(rating))).toMatchObject({ sheetCount: 13, aspects: [] })
  expect(
    hiddenRating(
      roundedRating([...rated(9, { all: 4 }), ...rated(6, { ten: 1 })].reduce((sum, one) => addSheet(sum, asked, one), noRating)),
    ).aspects.map(({ name }) => name),
  ).toEqual(['总体', '十分'])
  expect(hiddenRating(ratingOf({ all: 4 }))).toMatchObject({ sheetCount: 0 })
})
