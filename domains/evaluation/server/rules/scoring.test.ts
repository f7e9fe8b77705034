import { expect, test } from 'vitest'
import { definition } from '../../contract/definition.ts'
import { definitionFaults } from '../../contract/rules/definition-faults.ts'
import { alphaOf } from './alpha.ts'
import { companyNorm } from './company-norm.ts'
import { ipipNeoPercentile, normalPercentile, percentileByTable, percentileRank } from './percentile.ts'
import { longestRun, medianSeconds, qualityOf, spread } from './quality.ts'
import { bandFor, reportDimensions } from './report-of.ts'
import { compileScale, scoreSitting, type Values } from './score.ts'
import { standardScores, stanineOf, stenOf } from './standard-scores.ts'

const five = [1, 2, 3, 4, 5].map((value) => ({ value, text: `${value}` }))
/** Ten items in two dimensions, every second one reversed; a facet of the first shares an item with the second. */
const made = (isTurned = false) =>
  definition.parse({
    options: five,
    items: Array.from({ length: 10 }, (_, place) => ({ id: `i${place}`, text: `题 ${place}` })),
    facets: [{ id: 'f', name: '分面', items: [keyed(8, isTurned), keyed(0, isTurned)] }],
    dimensions: [
      { id: 'a', name: '甲', items: [0, 1, 2, 3, 4].map((at) => keyed(at, isTurned)) },
      { id: 'b', name: '乙', items: [5, 6, 7, 9].map((at) => keyed(at, isTurned)), facets: ['f'] },
    ],
  })
const keyed = (at: number, isTurned: boolean) => ({ item: `i${at}`, isReversed: (at % 2 === 1) !== isTurned })
const scale = compileScale(made())

/** A generator that always says the same. */
function* sittings(count: number, gaps = 0): Generator<(number | null)[]> {
  let seed = 42
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  for (let at = 0; at < count; at++) yield Array.from({ length: 10 }, () => (next() < gaps ? null : 1 + Math.floor(next() * 5)))
}

test('reversed items count from the other end, an item in a facet and elsewhere counts in both', () => {
  const { dimensions, facets } = scoreSitting(scale, [5, 1, 5, 1, 5, 1, 5, 1, 3, 1])
  expect(dimensions).toMatchObject([
    { id: 'a', raw: 25, mean: 5, itemCount: 5 },
    { id: 'b', raw: 5 + 5 + 5 + 5 + 3 + 5, itemCount: 6 },
  ])
  expect(facets).toMatchObject([{ id: 'f', raw: 8, mean: 4 }])
})

test('an item in two facets of a dimension counts in each of them and once in the dimension, and never in two directions', () => {
  const shared = definition.parse({
    ...made(),
    facets: [
      { id: 'f', name: '守时', items: [keyed(0, false), keyed(2, false)] },
      { id: 'g', name: '守信', items: [keyed(0, false), keyed(4, false)] },
    ],
    dimensions: [{ id: 'c', name: '尽责', facets: ['f', 'g'] }],
  })
  const { dimensions, facets } = scoreSitting(compileScale(shared), [5, 1, 3, 1, 2, 1, 1, 1, 1, 1])
  expect(dimensions).toMatchObject([{ itemCount: 3, raw: 10 }])
  expect(facets.map(({ raw }) => raw)).toEqual([8, 7])
  const facts = { kind: 1 as const, licence: '自有', source: '自编' }
  const faultsOf = (isReversed: boolean) => {
    const [one, two] = shared.facets
    const items = (two?.items ?? []).map((item) => (item.item === 'i0' ? { ...item, isReversed } : item))
    return definitionFaults(facts, { ...shared, facets: [one, two && { ...two, items }].filter((facet) => facet !== undefined) })
      .map(({ message }) => message)
      .filter((message) => message.includes('方向'))
  }
  expect([faultsOf(false), faultsOf(true)]).toEqual([[], ['“尽责”中同一题在不同分面方向不一致：i0']])
})

test.each([
  { missing: 0, raw: 15 },
  { missing: 1, raw: 15 },
  { missing: 2, raw: null },
  { missing: 5, raw: null },
])('with $missing of five missing the dimension is $raw', ({ missing, raw }) => {
  const values = [3, 3, 3, 3, 3].map((value, at) => (at < missing ? null : value))
  expect(scoreSitting(scale, [...values, 3, 3, 3, 3, 3]).dimensions[0]).toMatchObject({ raw, answeredCount: 5 - missing })
})

test('nothing but one answer is no score anywhere', () => {
  const only: Values = Array.from({ length: 10 }, (_, at) => (at === 3 ? 4 : null))
  const { dimensions, facets } = scoreSitting(scale, only)
  expect([...dimensions, ...facets].map(({ raw }) => raw)).toEqual([null, null, null])
})

test('turning every key round mirrors each score about the middle of its range', () => {
  const turned = compileScale(made(true))
  for (const values of sittings(300, 0.1)) {
    const [one, other] = [scoreSitting(scale, values), scoreSitting(turned, values)]
    for (const [place, { raw, id }] of one.dimensions.entries()) {
      const part = scale.dimensions[place]
      const mirrored = other.dimensions[place]?.raw ?? null
      if (raw === null || mirrored === null || !part) expect({ id, raw }).toEqual({ id, raw: mirrored })
      else expect(mirrored).toBeCloseTo(part.min + part.max - raw, 9)
    }
  }
})

test.each([
  { z: -2.3, stanine: 1, sten: 1, percentile: 1.07 },
  { z: -1.75, stanine: 2, sten: 2, percentile: 4.01 },
  { z: -0.25, stanine: 5, sten: 5, percentile: 40.13 },
  { z: 0, stanine: 5, sten: 6, percentile: 50 },
  { z: 0.24, stanine: 5, sten: 6, percentile: 59.48 },
  { z: 0.25, stanine: 6, sten: 6, percentile: 59.87 },
  { z: 1, stanine: 7, sten: 8, percentile: 84.13 },
  { z: 1.75, stanine: 9, sten: 9, percentile: 95.99 },
])('z $z is stanine $stanine, sten $sten, percentile $percentile', ({ z, stanine, sten, percentile }) => {
  expect([stanineOf(z), stenOf(z)]).toEqual([stanine, sten])
  expect(normalPercentile(z)).toBeCloseTo(percentile, 2)
})

test('T is 50 and ten for each deviation; a group without spread, or of one, gives no score', () => {
  expect(standardScores(34, { n: 200, mean: 30, sd: 4 })).toEqual({ z: 1, t: 60, stanine: 7, sten: 8 })
  expect(standardScores(34, { n: 200, mean: 30, sd: 0 })).toBeNull()
  expect(standardScores(34, { n: 1, mean: 30, sd: 4 })).toBeNull()
})

test.each([
  [31.9, 1],
  [32, 1.72],
  [40, 17.12],
  [45, 32.54],
  [50, 50.0],
  [55, 67.46],
  [60, 82.88],
  [73, 98.93],
  [73.1, 99],
])('the cubic of the IPIP-NEO turns T %d into %d', (t, percentile) => {
  expect(ipipNeoPercentile(t)).toBeCloseTo(percentile, 2)
})

test('a percentile rank counts half of the equals; a table answers by its lower entry', () => {
  const histogram = [
    [10, 2],
    [12, 3],
    [15, 5],
  ] as const
  expect([9, 10, 12, 13, 15, 16].map((raw) => percentileRank(raw, histogram))).toEqual([0, 10, 35, 50, 75, 100])
  expect(percentileRank(3, [])).toBeNull()
  const table = [
    { raw: 10, percentile: 5 },
    { raw: 20, percentile: 60 },
  ]
  expect([4, 10, 19, 20, 44].map((raw) => percentileByTable(raw, table))).toEqual([5, 5, 5, 60, 60])
})

test.each([
  { given: '33333333', run: 8, deviation: 0 },
  { given: '15151515', run: 1, deviation: 2.1381 },
  { given: '42533314', run: 3, deviation: 1.2464 },
])('$given: longest run $run, spread $deviation', ({ given, run, deviation }) => {
  const values = [...given].map(Number)
  expect(longestRun(values)).toBe(run)
  expect(spread(values)).toBeCloseTo(deviation, 4)
})

test('careless answers are flagged with their value, and nothing is dropped', () => {
  const limits = made().quality
  const signs = (values: Values, secondsAnItem: number | null) =>
    qualityOf(scale, { values, secondsAnItem }, { ...limits, longestRun: 8 })
      .filter(({ isFlagged }) => isFlagged)
      .map(({ sign }) => sign)
  expect(signs([3, 3, 3, 3, 3, 3, 3, 3, 3, 3], 0.8)).toEqual(['longestRun', 'spread', 'secondsAnItem'])
  expect(signs([4, 2, 5, 1, 4, 2, 5, null, null, 1], 6)).toEqual(['missing'])
  expect(signs([4, 2, 5, 1, 4, 2, 5, 1, 4, 2], null)).toEqual([])
  const at = (seconds: number) => new Date(seconds * 1000)
  expect(medianSeconds([at(9), at(0), at(2), at(5)])).toBe(3)
  expect(medianSeconds([at(9)])).toBeNull()
})

test('α of a known table, of complete rows alone', () => {
  const rows = [
    [2, 4, 3],
    [4, 4, 5],
    [3, 2, 3],
    [5, 5, 4],
    [1, null, 2],
  ]
  expect(alphaOf(rows)).toEqual({ alpha: expect.closeTo(0.7788, 4), n: 4 })
  expect(alphaOf([[3, 3, 3]])).toEqual({ alpha: null, n: 1 })
  expect(
    alphaOf([
      [3, 3],
      [3, 3],
    ]),
  ).toEqual({ alpha: null, n: 2 })
})

test('a company’s norm compares by rank; one of equal scores compares nobody', () => {
  const raws = Array.from({ length: 100 }, (_, at) => 10 + (at % 10))
  const dimensions = companyNorm(
    new Map([
      ['a', raws],
      ['b', raws.map(() => 20)],
    ]),
  )
  expect(dimensions).toMatchObject({ a: { n: 100, mean: 14.5 }, b: { sd: 0 } })
  // With gaps raw scores are fractions: what is alike stays alike.
  const third = Array.from({ length: 150 }, () => (2 / 3) * 5.1)
  expect(companyNorm(new Map([['c', third]])).c).toMatchObject({ n: 150, sd: 0 })
  expect(companyNorm(new Map([['c', third.slice(1, 2)]])).c).toMatchObject({ n: 1, sd: 0 })
  const facts = { name: '本企业', n: 100, date: '2026-11-24', source: '本企业作答', isOwn: true }
  const scores = scoreSitting(scale, [3, 3, 3, 3, 4, 3, 3, 3, 3, 3])
  const [a, b] = reportDimensions(made(), scale, { scores, norm: { facts, dimensions } })
  expect(a?.compared).toMatchObject({ n: 100, mean: 14.5, percentile: 65, z: 0.52, stanine: 6 })
  expect(b?.compared).toMatchObject({ sd: 0, z: null, t: null, percentile: null })
  expect(reportDimensions(made(), scale, { scores, norm: undefined })[0]).toMatchObject({ raw: 16, mean: 3.2, compared: null })
})

test('words come from the percentile where there is one, otherwise from the mean; the last band has its end', () => {
  const band = (by: 'mean' | 'percentile', from: number, to: number, label: string) => ({
    ...{ dimension: 'a', by, from, to, label },
    text: `${label}的解释`,
  })
  const bands = [
    band('mean', 1, 3, '偏低'),
    band('mean', 3, 5, '偏高'),
    band('percentile', 0, 50, '后一半'),
    band('percentile', 50, 100, '前一半'),
  ]
  const label = (mean: number | null, percentile: number | null) =>
    bandFor(bands, 'a', { mean, percentile, t: null, raw: null })?.label
  expect([label(2.9, null), label(3, null), label(5, null)]).toEqual(['偏低', '偏高', '偏高'])
  expect([label(5, 20), label(1, 50), label(1, 100), label(null, null)]).toEqual(['后一半', '前一半', '前一半', undefined])
})
