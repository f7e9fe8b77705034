import { expect, test } from 'vitest'
import { raterRole } from '../../contract/codes.ts'
import { definition } from '../../contract/definition.ts'
import { roundScores } from './round-scores.ts'
import { compileScale } from './score.ts'

const { self, superior, peer, report } = raterRole
const items = Array.from({ length: 6 }, (_, at) => ({ id: `q${at}`, text: `题 ${at}` }))
const made = definition.parse({
  options: [1, 2, 3, 4, 5].map((value) => ({ value, text: `${value}` })),
  items,
  facets: [{ id: 'f', name: '分面', items: [{ item: 'q0' }] }],
  dimensions: [
    { id: 'a', name: '甲', items: [{ item: 'q1' }, { item: 'q2' }], facets: ['f'] },
    { id: 'b', name: '乙', items: [{ item: 'q3' }, { item: 'q4' }, { item: 'q5' }] },
  ],
})
const scale = compileScale(made)
const gap = null
const roundOf = (...sheets: readonly (readonly [role: number, ...values: (number | null)[]])[]) =>
  roundScores(
    made,
    scale,
    sheets.map(([role, ...values]) => ({ role, values })),
  )
const reports = [2, 2, 2].map((said) => [report, said, said, said, said, said, said] as const)

test('a group of which fewer than three scored a part is in no figure of it: not its own, not the total, no facet, no behaviour', () => {
  const { groups, items, scores, shown, selfMeans } = roundOf(
    [self, 1, 1, 1, 1, 1, 1],
    [peer, 5, 5, 5, 4, 4, 4],
    [peer, 3, gap, gap, 4, 4, 4],
    [peer, 1, gap, gap, 4, 4, 4],
    ...reports,
  )
  expect(shown.totalCount).toBe(6)
  expect(groups.map(({ role, parts }) => [role, parts.get('a'), parts.get('b')])).toEqual([
    [peer, { n: 1, mean: null }, { n: 3, mean: 4 }],
    [report, { n: 3, mean: 2 }, { n: 3, mean: 2 }],
  ])
  expect(scores.dimensions.map(({ mean }) => mean)).toEqual([2, 3])
  // Three peers answered the first item, but the dimension is not of them.
  expect(scores.facets.map(({ mean }) => mean)).toEqual([2])
  expect(items.map(({ mean }) => mean)).toEqual([2, 2, 2, 3, 3, 3])
  expect(items.map(({ dimensionId }) => dimensionId)).toEqual(['a', 'a', 'a', 'b', 'b', 'b'])
  expect(selfMeans.get('a')).toBe(1)
})

test('a behaviour that too few of a group answered is of the other groups; alone it is none', () => {
  const four = [peer, gap, 4, 4, 4, 4, 4] as const
  const { items } = roundOf([superior, 5, 5, 5, 5, 5, 5], [peer, 4, 4, 4, 4, 4, 4], four, four, four, ...reports)
  // Without the first item two thirds are answered, so whoever left it out has no score.
  expect(items[0]?.mean).toBe(2)
  expect(items[3]?.mean).toBe(Math.round((100 * (4 * 4 + 3 * 2)) / 7) / 100)
  expect(roundOf([peer, 4, 4, 4, 4, 4, 4], four, four).items[0]?.mean).toBeNull()
})

test('the figure of a part names those who scored it, and is of them alone', () => {
  const peers = [5, 5, 5, 1].map((said, at) => [peer, said, said, said, ...(at === 3 ? [gap, gap, gap] : [3, 3, 3])] as const)
  const { groups, scores } = roundOf(...peers)
  expect(groups[0]?.parts).toEqual(
    new Map([
      ['a', { n: 4, mean: 4 }],
      ['b', { n: 3, mean: 3 }],
    ]),
  )
  expect(scores.dimensions.map(({ mean }) => mean)).toEqual([4, 3])
})

test('of one or two who left a behaviour out nothing follows from it and its dimension; of three it is shown', () => {
  const five = items.slice(0, 5)
  const wide = definition.parse({
    ...{ options: made.options, items: five },
    dimensions: [{ id: 'a', name: '甲', items: five.map(({ id }) => ({ item: id })) }],
  })
  // Four of five is enough: they count in the dimension.
  const roundWith = (skipping: number) =>
    roundScores(
      wide,
      compileScale(wide),
      [1, 2, 3, 4, 5, 5].map((said, at) => ({ role: peer, values: [at < skipping ? gap : said, said, said, said, said] })),
    )
  const figuresOf = (skipping: number) => {
    const round = roundWith(skipping)
    return [round.groups[0]?.parts.get('a')?.n, round.items[0]?.mean, round.items[1]?.mean]
  }
  expect([0, 1, 2, 3].map(figuresOf)).toEqual([
    [6, 3.33, 3.33],
    [6, null, 3.33],
    [6, null, 3.33],
    [6, 4.67, 3.33],
  ])
})
