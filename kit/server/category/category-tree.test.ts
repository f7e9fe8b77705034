import { expect, test } from 'vitest'
import { branchOf, heightOf, levelOf, treeOf, whyNotBelow } from './category-tree.ts'

const rows = [
  { id: 'a', parentId: null },
  { id: 'b', parentId: 'a' },
  { id: 'c', parentId: 'b' },
  { id: 'd', parentId: null },
]

test('a tree knows its branches, their height and on which level they stand', () => {
  expect(treeOf(rows)).toMatchObject([
    { id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] },
    { id: 'd', children: [] },
  ])
  expect([...branchOf(rows, 'b')]).toEqual(['b', 'c'])
  expect([heightOf(rows, 'a'), heightOf(rows, 'd'), levelOf(rows, 'c'), levelOf(rows, null)]).toEqual([3, 1, 3, 0])
})

test.each([
  ['the top takes everything', null, { id: 'c', mostLevels: 3 }, undefined],
  ['a parent that is gone takes nothing', 'x', { id: 'c', mostLevels: 3 }, 'missing'],
  ['nothing stands below itself', 'a', { id: 'a', mostLevels: 9 }, 'intoItself'],
  ['nor below what is below it', 'c', { id: 'a', mostLevels: 9 }, 'intoItself'],
  ['a branch brings all its levels', 'd', { id: 'a', mostLevels: 3 }, 'tooDeep'],
  ['and may fill the last one', 'd', { id: 'b', mostLevels: 3 }, undefined],
  ['a new row counts for one level', 'c', { mostLevels: 3 }, 'tooDeep'],
  ['and stands on the last one', 'b', { mostLevels: 3 }, undefined],
])('%s', (_what, parentId, wish, why) => expect(whyNotBelow(rows, parentId, wish)).toBe(why))
