import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, planChunks } from './chunk-plan.ts'

const options = {
  most: 3,
  isScreen: ({ name }: Part) => /^(screen|login)/.test(name),
  isFrame: ({ name }: Part) => name === 'frame',
  isFirst: ({ name }: Part) => name === 'login',
  isLate: ({ name }: Part) => name === 'late',
  isDrawn: ({ name }: Part) => name === 'control',
}
const part = (name: string, needs: readonly string[] = [], bytes = 1000, calls: readonly string[] = []): Part => ({
  ...{ name, needs, bytes, calls, modules: [name] },
  kind: /^(screen|login|frame|late|control)/.test(name) ? 'lazy' : name === 'base' ? 'initial' : 'shared',
})
const namesOf = (plan: readonly (readonly Part[])[]) => plan.map((together) => together.map(({ name }) => name).sort())

test('what the same screens load becomes one file first', () => {
  const parts = [
    part('base'),
    part('a'),
    part('b'),
    part('c'),
    part('frame', ['base']),
    part('screen1', ['a', 'b', 'c']),
    part('screen2', ['a', 'b']),
  ]
  expect(namesOf(planChunks(parts, { ...options, most: 4 }))).toContainEqual(['a', 'b'])
})

test('nothing is merged where screens load few files already', () => {
  expect(namesOf(planChunks([part('a'), part('screen1', ['a']), part('frame')], options))).toEqual([['a']])
})

test('the first screen is spared what others load', () => {
  const many = ['a', 'b', 'c', 'd']
  const parts = [
    ...many.map((name) => part(name)),
    part('frame'),
    part('login', ['a']),
    part('screen1', many),
    part('screen2', many),
  ]
  expect(namesOf(planChunks(parts, { ...options, most: 4 }))).toContainEqual(['a'])
})

test('a file that has become part of another is priced anew for whoever needs it', () => {
  const parts = [
    part('a', [], 3000),
    part('b', ['a'], 6000),
    part('c', ['b']),
    part('d', ['a'], 3000),
    part('frame'),
    part('screen1', ['a', 'b']),
    part('screen2', ['d']),
    part('screen3', ['a', 'c', 'd']),
  ]
  expect(namesOf(planChunks(parts, { ...options, most: 4 }))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('what comes after a screen counts among its files, and goes together before anything that is needed at once', () => {
  const parts = [
    ...['a', 'b', 'c', 'd'].map((name) => part(name)),
    part('frame'),
    part('screen1', ['a', 'b']),
    part('screen2', ['a']),
    part('late', ['c', 'd']),
  ]
  const plan = planChunks(parts, { ...options, most: 6 })
  expect(namesOf(plan)).toContainEqual(['c', 'd'])
  expect(namesOf(plan)).toContainEqual(['b'])
})

test('a control that a form draws at once counts among the files of the screens that have the form', () => {
  const plan = (called: readonly string[]) =>
    planChunks(
      [
        ...['a', 'b', 'c', 'd'].map((name) => part(name)),
        part('frame'),
        part('form', [], 1000, called),
        part('control', ['c', 'd']),
        part('screen1', ['a', 'b', 'form']),
        part('screen2', ['a']),
      ],
      { ...options, most: 6 },
    )
  expect(namesOf(plan(['control']))).toContainEqual(['c', 'd'])
  expect(namesOf(plan([]))).toContainEqual(['c'])
})

const graph = fc
  .array(fc.tuple(fc.array(fc.nat(11), { maxLength: 5 }), fc.integer({ min: 1, max: 9 })), { minLength: 2, maxLength: 12 })
  .chain((shared) => fc.tuple(fc.constant(shared), fc.array(fc.array(fc.nat(shared.length - 1)), { minLength: 1, maxLength: 6 })))
  .map(([shared, screens]) => [
    // A part needs only such as were named before it.
    ...shared.map(([needs, size], place) =>
      part(
        `p${place}`,
        needs.filter((need) => need < place).map((need) => `p${need}`),
        size * 1000,
      ),
    ),
    part('frame'),
    ...screens.map((needs, place) =>
      part(
        `screen${place}`,
        [...new Set(needs)].map((need) => `p${need}`),
      ),
    ),
  ])

test('every part is in one file, and each file needs only files before it', () => {
  fc.assert(
    fc.property(graph, (parts) => {
      const plan = planChunks(parts, options)
      const placed = plan.flat()
      expect(placed.map(({ name }) => name).sort()).toEqual(
        parts.flatMap(({ name, kind }) => (kind === 'shared' ? name : [])).sort(),
      )
      const placeOf = new Map(plan.flatMap((together, place) => together.map(({ name }) => [name, place] as const)))
      for (const { name, needs, kind } of parts) {
        if (kind !== 'shared') continue
        for (const need of needs) expect(placeOf.get(need)).toBeLessThanOrEqual(placeOf.get(name) ?? -1)
      }
    }),
  )
})
