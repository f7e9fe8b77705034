import { expect, test } from 'vitest'
import { readPercentiles } from './percentile-lines.ts'

test('lines of two numbers are the table, every other one is named', () => {
  expect(readPercentiles('10 5\n\n 20，60 \n三十 90\n40\n50 99 1\n60,')).toEqual({
    table: [
      { raw: 10, percentile: 5 },
      { raw: 20, percentile: 60 },
    ],
    wrong: [
      { line: 4, text: '三十 90' },
      { line: 5, text: '40' },
      { line: 6, text: '50 99 1' },
      { line: 7, text: '60,' },
    ],
  })
})
