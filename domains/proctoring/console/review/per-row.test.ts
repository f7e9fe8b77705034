import { expect, test } from 'vitest'
import { perRow } from './per-row.ts'

test.each([
  [undefined, 10],
  [1219, 5],
  [1218, 4],
  [390, 1],
  [100, 1],
])('a width of %s takes %i pictures a row', (width, count) => {
  expect(perRow(width)).toBe(count)
})
