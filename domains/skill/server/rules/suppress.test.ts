import { expect, test } from 'vitest'
import { fewest, hiddenParts, suppressed } from './suppress.ts'

test.each([
  ['nothing is small', [5, 9, 0], [false, false, false]],
  ['one small one takes the next smallest along', [3, 9, 7, 0], [true, false, true, false]],
  ['two are enough where they are as many as may be shown', [2, 3, 8], [true, true, false]],
  ['two who are too few together take a third along', [1, 1, 20, 8], [true, true, false, true]],
  ['nobody else is there', [4], [true]],
])('%s', (_what, counts, hidden) => {
  expect(suppressed(counts)).toEqual(hidden)
})

test('what is left out is never one part, nor fewer people than may be shown, unless it is everybody', () => {
  let seed = 7
  const drawn = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let turn = 0; turn < 300; turn++) {
    const counts = Array.from({ length: 1 + drawn(7) }, () => drawn(12))
    const hidden = suppressed(counts)
    const left = counts.filter((_count, at) => hidden[at])
    const shown = counts.filter((count, at) => !hidden[at] && count > 0)
    for (const count of shown) expect(count).toBeGreaterThanOrEqual(fewest)
    if (left.length === 0 || shown.length === 0) continue
    expect(left.length).toBeGreaterThan(1)
    expect(left.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(fewest)
  }
})

test('a part of a row is left out where the others and the whole would tell it', () => {
  const rows = [
    new Map([
      ['a', 17],
      ['b', 3],
    ]),
    new Map([['a', 17]]),
    new Map([['b', 9]]),
  ]
  expect(hiddenParts(rows, 'a')).toEqual([true, false, false])
})
