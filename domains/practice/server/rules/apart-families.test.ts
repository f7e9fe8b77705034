import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apartFamilies } from './apart-families.ts'

const families = (list: string) => [...list].map((family, place) => ({ family, place }))
const shown = (list: string) =>
  apartFamilies(families(list))
    .map(({ family }) => family)
    .join('')

test.each([
  ['', ''],
  ['abc', 'abc'],
  ['aab', 'aba'],
  ['aabbc', 'ababc'],
  ['baa', 'baa'],
  ['aaab', 'abaa'],
])('%s becomes %s', (given, expected) => {
  expect(shown(given)).toBe(expected)
})

test('nothing is lost, and two of a family follow one another only where nothing else is left', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), (list) => {
      const given = families(list.join(''))
      const placed = apartFamilies(given)
      expect(placed.toSorted((one, other) => one.place - other.place)).toEqual(given)
      for (const [index, { family }] of placed.entries())
        if (placed[index - 1]?.family === family) expect(new Set(placed.slice(index).map((one) => one.family)).size).toBe(1)
    }),
  )
})
