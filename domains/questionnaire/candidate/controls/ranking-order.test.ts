import { expect, test } from 'vitest'
import { ticked } from './choices.tsx'
import { placed, ranked, unranked } from './ranking-order.ts'

test('ranks are given in the order of the taps and taken back one by one', () => {
  expect(ranked(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(ranked(['a', 'b'], 'a')).toEqual(['a', 'b'])
  expect(unranked(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
})

test.each([
  ['c', 0, ['c', 'a', 'b']],
  ['a', 1, ['b', 'a', 'c']],
  ['a', 9, ['b', 'c', 'a']],
  ['c', -3, ['c', 'a', 'b']],
] as const)('%s moved to %i stands there, or at the end of the list', (id, place, order) => {
  expect(placed(['a', 'b', 'c'], id, place)).toEqual(order)
})

test('what excludes all others is chosen alone, and goes when another one is chosen', () => {
  const choices = [
    { id: 'a', label: '甲' },
    { id: 'b', label: '乙' },
    { id: 'none', label: '以上都不是', isExclusive: true },
  ]
  expect(ticked(choices, ['b'], 'a', true)).toEqual(['a', 'b'])
  expect(ticked(choices, ['a', 'b'], 'none', true)).toEqual(['none'])
  expect(ticked(choices, ['none'], 'a', true)).toEqual(['a'])
  expect(ticked(choices, ['a', 'b'], 'a', false)).toEqual(['b'])
})
