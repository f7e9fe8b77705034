import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mask } from './counting.ts'
import { ToldGroups } from './told-groups.ts'

const tellFew = (sets: readonly Mask[], count: number) => ToldGroups.of(sets, count).tellFewerThan(5)

/** Of groups with so many people each, which sets they are in: 'ab' is in the sets a and b. All sheets are a set as well. */
function tells(groups: Readonly<Record<string, number>>, names: string): boolean {
  const sheets = Object.entries(groups).flatMap(([isIn, size]) => Array.from({ length: size }, () => isIn))
  const masks = [...names].map((name) => Uint8Array.from(sheets, (isIn) => (isIn.includes(name) ? 1 : 0)))
  return tellFew([undefined, ...masks], sheets.length)
}

test.each([
  ['a set of four', { a: 4, '': 20 }, 'a', true],
  ['a set of five', { a: 5, '': 20 }, 'a', false],
  ['all but four', { a: 20, '': 4 }, 'a', true],
  ['two sets that differ by one', { ab: 19, a: 1, '': 20 }, 'ab', true],
  ['two sets that leave three together', { a: 20, b: 7, '': 3 }, 'ab', true],
  ['of which one alone leaves enough', { a: 20, b: 7, '': 3 }, 'a', false],
  ['sets of several questions that share few', { a: 30, b: 30, ab: 2, '': 38 }, 'ab', false],
  ['the same with what they share', { ac: 30, bc: 30, abcd: 2, '': 38 }, 'abd', true],
  [
    'four sets whose alternating sum is one person',
    { a: 10, ab: 10, b: 10, bc: 10, c: 10, cd: 10, d: 10, abcd: 1, '': 9 },
    'abcd',
    false,
  ],
  ['two sets twice as large as what they leave', { a: 10, b: 10, c: 10, ab: 10, '': 2, abc: 2 }, 'abc', false],
  ['a set that is two others', { ac: 10, bc: 10, '': 3 }, 'abc', true],
  ['a set of six in which another splits three and three', { a: 3, ab: 3, b: 10, '': 20 }, 'ab', false],
  ['the same with the split told', { ac: 3, ab: 3, b: 10, '': 20 }, 'abc', true],
] as const)('%s', (_, groups, names, expected) => {
  expect(tells(groups, names)).toBe(expected)
})

test('many looks of a few sheets each, of which a filter takes some, tell nothing as long as one look told many of both', () => {
  const looks = Array.from({ length: 40 }, (_, look) => ({ look, inFilter: look === 0 ? 10 : 3, others: look === 0 ? 10 : 3 }))
  const sheets = looks.flatMap(({ look, inFilter, others }) => [
    ...Array.from({ length: inFilter }, () => ({ look, isIn: true })),
    ...Array.from({ length: others }, () => ({ look, isIn: false })),
  ])
  const states: Mask[] = looks.map(({ look }) => Uint8Array.from(sheets, (sheet) => (sheet.look <= look ? 1 : 0)))
  const filter: Mask = Uint8Array.from(sheets, ({ isIn }) => (isIn ? 1 : 0))
  expect(tellFew([...states, filter], sheets.length)).toBe(false)
  const almostLast: Mask = Uint8Array.from(sheets, (_, place) => (place < sheets.length - 2 ? 1 : 0))
  expect(tellFew([...states, filter, almostLast], sheets.length)).toBe(true)
})

test('whatever sum of a few sets leaves fewer than five people is found', () => {
  const factors = [-2, -1, 0, 1, 2]
  fc.assert(
    fc.property(fc.array(fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const sets: Mask[] = [undefined, ...rows.map((row) => Uint8Array.from(row, Number))]
      const sums = sets.reduce<readonly (readonly number[])[]>(
        (all, set) => all.flatMap((sum) => factors.map((factor) => sum.map((value, at) => value + factor * (set?.[at] ?? 1)))),
        [new Array<number>(14).fill(0)],
      )
      const found = sums.some((sum) => {
        const people = sum.filter((value) => value !== 0).length
        return people > 0 && people < 5
      })
      if (found) expect(tellFew(sets, 14)).toBe(true)
    }),
  )
})

test('what tells few is told by any order of the sets, and by more of them too', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }), { minLength: 2, maxLength: 4 }), (rows) => {
      const sets: Mask[] = rows.map((row) => Uint8Array.from(row, Number))
      const whole = tellFew([undefined, ...sets], 16)
      expect(tellFew([...sets.toReversed(), undefined], 16)).toBe(whole)
      if (tellFew([undefined, ...sets.slice(1)], 16)) expect(whole).toBe(true)
    }),
  )
})
