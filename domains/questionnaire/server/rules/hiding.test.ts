import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideParts, hideShare, hideTable } from './hiding.ts'

test.each<[number[], (number | null)[]]>([
  [
    [20, 10, 8],
    [20, 10, 8],
  ],
  [
    [20, 7, 3, 0],
    [20, null, null, null],
  ],
  [
    [20, 10, 3, 3],
    [20, 10, null, null],
  ],
  [
    [20, 10, 4],
    [20, null, null],
  ],
  [
    [30, 0],
    [null, null],
  ],
  [[], []],
])('of %j, which make up a total, %j are shown', (cells, shown) => {
  expect(hideParts(cells)).toEqual(shown)
})

test('what stands alone is shown where neither it nor what is left is a few', () => {
  expect([0, 4, 5, 95, 96, 99, 100].map((count) => hideShare(count, 100))).toEqual([null, null, 5, 95, null, null, 100])
})

const someCounts = fc.array(fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 200 })), { maxLength: 12 })

test('no cell below five is shown, and what is hidden never sums to fewer than five unless nothing else is left', () => {
  fc.assert(
    fc.property(someCounts, (cells) => {
      const shown = hideParts(cells)
      const hidden = cells.filter((_, place) => shown[place] === null)
      for (const count of shown) expect(count ?? 5).toBeGreaterThanOrEqual(5)
      const sum = hidden.reduce((total, count) => total + count, 0)
      if (hidden.length > 0 && hidden.length < cells.length) expect(sum).toBeGreaterThanOrEqual(5)
    }),
  )
})

test('in no line of a table a single cell is hidden, where others could be hidden with it', () => {
  const table = fc
    .integer({ min: 1, max: 6 })
    .chain((width) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
    )
  fc.assert(
    fc.property(table, (counts) => {
      const shown = hideTable(counts)
      const lines = [...shown, ...(shown[0] ?? []).map((_, column) => shown.map((row) => row[column] ?? null))]
      for (const line of lines) {
        const hidden = line.filter((count) => count === null).length
        if (line.length > 1) expect(hidden).not.toBe(1)
        for (const count of line) expect(count ?? 5).toBeGreaterThanOrEqual(5)
      }
    }),
  )
  expect(
    hideTable(
      [
        [10, 10],
        [10, 10],
      ],
      (row) => row !== 0,
    )[0],
  ).toEqual([null, null])
})
