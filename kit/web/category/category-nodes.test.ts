import { expect, test } from 'vitest'
import { type Branching, categoryOptions, findNode, otherPlaces, placeOfDrop } from './category-nodes.ts'

interface Category extends Branching<Category> {
  readonly count: number
}

const node = (id: string, ...children: Category[]): Category => ({ id, name: id, count: children.length, children })
const tree = [node('a', node('b'), node('c', node('d'))), node('e')]

test('a category is found at any depth', () => {
  expect(findNode(tree, 'd')?.name).toBe('d')
  expect(findNode(tree, 'x')).toBeUndefined()
})

test('nothing goes into itself or below itself', () => {
  expect(categoryOptions(otherPlaces(tree, 'c'))).toEqual(categoryOptions([node('a', node('b')), node('e')]))
})

test.each([
  { name: 'into another', drop: { id: 'e', isInside: true, isAfter: false }, place: { parentId: 'e', beforeId: null } },
  { name: 'before the first', drop: { id: 'b', isInside: false, isAfter: false }, place: { parentId: 'a', beforeId: 'b' } },
  { name: 'behind the last', drop: { id: 'c', isInside: false, isAfter: true }, place: { parentId: 'a', beforeId: null } },
  { name: 'above the first line', drop: { id: 'all', isInside: false, isAfter: true }, place: { parentId: null, beforeId: 'a' } },
  { name: 'between two at the top', drop: { id: 'a', isInside: false, isAfter: true }, place: { parentId: null, beforeId: 'e' } },
])('dropped $name', ({ drop, place }) => expect(placeOfDrop(tree, 'd', drop)).toEqual(place))

test('what is dragged does not count among its own neighbours', () => {
  expect(placeOfDrop(tree, 'c', { id: 'b', isInside: false, isAfter: true })).toEqual({ parentId: 'a', beforeId: null })
})
