import { expect, test } from 'vitest'
import { definition as schema } from '../../contract/definition.ts'
import {
  addedElement,
  addedPage,
  copiedElement,
  placeBeside,
  placedElement,
  placedPage,
  steppedElement,
  withoutElement,
  withoutPage,
} from './definition-moves.ts'
import { newElement } from './new-element.ts'

const text = (id: string) => ({ id, kind: 'text' as const, title: id })
const two = schema.parse({
  pages: [
    { id: 'p1', elements: [text('a'), text('b')] },
    { id: 'p2', elements: [text('c')] },
  ],
})
const shape = ({ pages }: typeof two) => pages.map(({ id, elements }) => `${id}: ${elements.map((one) => one.id).join(' ')}`)

test.each([
  ['a', 1, ['p1: b a', 'p2: c']],
  ['b', -1, ['p1: b a', 'p2: c']],
  ['b', 1, ['p1: a', 'p2: b c']],
  ['c', -1, ['p1: a b c', 'p2: ']],
  ['a', -1, ['p1: a b', 'p2: c']],
  ['c', 1, ['p1: a b', 'p2: c']],
] as const)('an arrow key moves %s by %i, over the border of a page too, and never beyond the ends', (id, by, result) => {
  expect(shape(steppedElement(two, id, by))).toEqual(result)
})

test('a dropped element stands in front of what it was dropped on, or at the end of the page', () => {
  expect(shape(placedElement(two, 'c', { pageId: 'p1', beforeId: 'b' }))).toEqual(['p1: a c b', 'p2: '])
  expect(shape(placedElement(two, 'a', { pageId: 'p2', beforeId: null }))).toEqual(['p1: b', 'p2: c a'])
  expect(placedElement(two, 'a', { pageId: 'p1', beforeId: 'a' })).toBe(two)
})

test('dropped on the upper half of another it stands in front of it, on the lower half behind it', () => {
  const dropped = (id: string, on: string, side: 'before' | 'after') => {
    const to = placeBeside(two, on, side)
    return to && shape(placedElement(two, id, to))
  }
  expect(dropped('a', 'b', 'after')).toEqual(['p1: b a', 'p2: c'])
  expect(dropped('a', 'b', 'before')).toEqual(['p1: a b', 'p2: c'])
  expect(dropped('b', 'a', 'before')).toEqual(['p1: b a', 'p2: c'])
  expect(dropped('b', 'a', 'after')).toEqual(['p1: a b', 'p2: c'])
  expect(dropped('c', 'a', 'after')).toEqual(['p1: a c b', 'p2: '])
  expect(dropped('a', 'gone', 'after')).toBeUndefined()
})

test('a page that is removed leaves its elements to its neighbour, and the last page stays', () => {
  expect(shape(withoutPage(two, 'p2'))).toEqual(['p1: a b c'])
  expect(shape(withoutPage(two, 'p1'))).toEqual(['p2: a b c'])
  const one = withoutPage(two, 'p2')
  expect(withoutPage(one, 'p1')).toBe(one)
})

test('what is added stands behind the chosen element, what is copied behind its twin with an id of its own', () => {
  expect(shape(addedElement(two, { ...newElement('nps'), id: 'n' }, { afterId: 'a' }))).toEqual(['p1: a n b', 'p2: c'])
  expect(shape(addedElement(two, { ...newElement('nps'), id: 'n' }, {}))).toEqual(['p1: a b', 'p2: c n'])
  expect(shape(copiedElement(two, 'a', 'twin'))).toEqual(['p1: a twin b', 'p2: c'])
})

test('pages change places, and parts that nothing happened to stay the same values', () => {
  const three = addedPage(two, 'new', 'p1')
  expect(three.pages.map(({ id }) => id)).toEqual(['p1', 'new', 'p2'])
  expect(shape(placedPage(two, 'p2', 0))).toEqual(['p2: c', 'p1: a b'])
  expect(withoutElement(two, 'c').pages[0]).toBe(two.pages[0])
})

test.each([
  'single',
  'multiple',
  'dropdown',
  'text',
  'number',
  'date',
  'rating',
  'nps',
  'slider',
  'file',
  'consent',
  'note',
] as const)('a new %s is whole as it is', (kind) => {
  expect(schema.safeParse({ pages: [{ id: 'p', elements: [newElement(kind)] }] }).success).toBe(true)
})
