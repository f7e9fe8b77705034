import { expect, test } from 'vitest'
import { pagerNumbers } from './pager-numbers.ts'

test.each([
  [1, 1, '1'],
  [3, 9, '1 2 3 4 5 6 7 8 9'],
  [1, 10, '1 2 3 4 5 6 7 8 … 10'],
  [5, 20, '1 2 3 4 5 6 7 8 … 20'],
  [6, 20, '1 … 3 4 5 6 7 8 9 … 20'],
  [15, 20, '1 … 12 13 14 15 16 17 18 … 20'],
  [16, 20, '1 … 13 14 15 16 17 18 19 20'],
  [20, 20, '1 … 13 14 15 16 17 18 19 20'],
  [99, 20, '1 … 13 14 15 16 17 18 19 20'],
])('page %i of %i shows %s', (current, pageCount, shown) => {
  expect(
    pagerNumbers(current, pageCount)
      .map((number) => number ?? '…')
      .join(' '),
  ).toBe(shown)
})
