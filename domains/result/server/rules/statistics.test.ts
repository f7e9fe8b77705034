import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testAndItemStatistics } from './statistics.ts'
import { distractorTable, extremeGroups, groupDiscrimination, qualityOf } from './statistics-groups.ts'
import { knowledgeMastery, selectAttempts } from './statistics-population.ts'

/** 25 attempts at 7 items with maximum 1: the marks of a published reference computation, written down as numbers. */
const third = 1 / 3
const marks = [
  [1, 1, 1, 1, 1, 0, 1],
  [1, 1, 1, 1, 0.5, 1, 0],
  [1, 1, 1, 1, 0.5, 0, 1],
  [0, 0, 1, 1, 1, 0, 0],
  [1, 0, 1, 0, 0, 1, 0.5],
  [1, 1, 1, 1, 0.5, 0, 0.5],
  [0, 1, 1, 1, 0.5, 1, 0.5],
  [1, 1, 1, 0, 0.5, 1, 0.5],
  [1, 0, 1, 1, 1, 1, 1],
  [0, 1, 1, 0, 0.5, 1, 0.5],
  [0.8, 0, 1, 1, 0.5, 1, 0.5],
  [1, 1, 1, 0, 0.5, 1, 1],
  [1, 0, 1, 1, 0.5, 1, 0.5],
  [1, 0, 1, 1, 1, 0, 0.5],
  [0, 0, 1, 1, 0, 1, 1],
  [1, 0, 1, 0, 0.5, 1, 1],
  [0.8, 0, 1, 1, 0.5, 0, 1],
  [1, 0, 1, 1, 0, 1, 0.5],
  [1, 0, 1, 1, 0.5, 0, 0.5],
  [0, 1, 1, 0, 0.5, 1, 0],
  [1, 1, third, 1, 0.5, 0, 0.5],
  [1, 1, 1, 0, 0.5, 0, 0.5],
  [1, 1, 1, 1, 0, 1, 0.5],
  [0, 0, 1, 0, 0.5, 1, 1],
  [0, 0, 1, 1, 1, 1, 1],
]
/** facility, sd, discrimination index, discriminative efficiency, effective weight */
const expectedItems = [
  [0.704, 0.4513682901, -7.0650767526, -9.4550536967, 21.2922742344],
  [0.48, 0.5099019514, -28.8982125772, -36.7834118938, 18.8979800309],
  [0.973333332, 0.13333334, -9.1230674268, -21.6545012165, 4.443012573],
  [0.68, 0.4760952286, -22.6306444113, -31.4411395613, 18.9347251357],
  [0.52, 0.3055050463, -17.6997047674, -21.1794802584, 11.1450138688],
  [0.64, 0.4898979486, -45.3785178421, -56.9365974439, 9.8081339177],
  [0.62, 0.331662479, -5.6543166602, -6.5043742058, 15.4788602394],
] as const

const table = (rows: number[][], maximum = 1) => ({
  marks: Float64Array.from(rows.flat()),
  maximums: new Float64Array(rows[0]?.length ?? 0).fill(maximum),
})

describe('against a worked example', () => {
  const { test: whole, items } = testAndItemStatistics(table(marks))

  // The reference was computed from 0.3333333 for a third.
  const digits = 6

  test.each(expectedItems.map((row, index) => [index + 1, ...row] as const))(
    'item %i',
    (number, facility, sd, discrimination, efficiency, weight) => {
      const item = items[number - 1]
      expect(item?.count).toBe(25)
      expect(item?.facility).toBeCloseTo(facility, digits)
      expect(item?.sd).toBeCloseTo(sd, digits)
      expect(item?.discrimination).toBeCloseTo(discrimination, 4)
      expect(item?.discriminativeEfficiency).toBeCloseTo(efficiency, 4)
      expect(item?.effectiveWeight).toBeCloseTo(weight, 4)
      expect(item?.hasNegativeCovariance).toBe(false)
    },
  )

  test('the test as a whole', () => {
    expect(whole.mean).toBeCloseTo(4.617333332, digits)
    expect(whole.median).toBe(4.5)
    expect(whole.sd).toBeCloseTo(0.8117265554, digits)
    expect(whole.skewness).toBeCloseTo(-0.092502502, digits)
    expect(whole.kurtosis).toBeCloseTo(-0.7073968557, digits)
    expect(whole.alpha).toBeCloseTo(-87.2230935542, 4)
    expect(whole.errorRatio).toBeCloseTo(136.8294900795, 4)
    expect(whole.standardError).toBeCloseTo(1.1106813066, digits)
    expect(whole).toMatchObject({ count: 25, isSmallSample: true })
  })
})

const matrix = fc
  .integer({ min: 2, max: 6 })
  .chain((items) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: items, maxLength: items }), { minLength: 4, maxLength: 30 }),
  )

describe('laws', () => {
  test('the order of attempts does not matter', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const [one, other] = [testAndItemStatistics(table(rows, 4)), testAndItemStatistics(table(rows.toReversed(), 4))]
        expectNear(one, other)
        expectNear(groupDiscrimination(table(rows, 4)), groupDiscrimination(table(rows.toReversed(), 4)))
      }),
    )
  })

  test('the unit of the marks does not matter for shares and correlations', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const hundredths = rows.map((row) => row.map((mark) => mark * 100))
        const [one, other] = [testAndItemStatistics(table(rows, 4)), testAndItemStatistics(table(hundredths, 400))]
        for (const [index, item] of one.items.entries()) expectNear({ ...item, sd: 0 }, { ...other.items[index], sd: 0 })
        expectNear([one.test.alpha, one.test.skewness], [other.test.alpha, other.test.skewness])
      }),
    )
  })

  test('a share is at most 1, an index within ±100 and α at most 100, to the last digit; effective weights make 100', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const { test: whole, items } = testAndItemStatistics(table(rows, 4))
        for (const { facility, discrimination, discriminativeEfficiency, pointBiserial } of items) {
          expect(facility ?? 0).toBeGreaterThanOrEqual(0)
          expect(facility ?? 0).toBeLessThanOrEqual(1)
          expect(Math.abs(discrimination ?? 0)).toBeLessThanOrEqual(100)
          expect(Math.abs(pointBiserial ?? 0)).toBeLessThanOrEqual(1)
          expect(discriminativeEfficiency ?? 0).toBeLessThanOrEqual(100)
        }
        expect(whole.alpha ?? 0).toBeLessThanOrEqual(100)
        for (const figure of numbersOf({ whole, items, groups: groupDiscrimination(table(rows, 4)) })) {
          expect(Number.isFinite(figure)).toBe(true)
          expect(Object.is(figure, -0)).toBe(false)
        }
        const weights = items.map(({ effectiveWeight }) => effectiveWeight ?? 0)
        const sum = weights.reduce((total, weight) => total + weight, 0)
        if (sum > 0) expect(sum).toBeCloseTo(100, 6)
      }),
      { numRuns: 500 },
    )
  })

  test('every figure is that of the textbook formula in whole numbers', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const { test: whole, items } = testAndItemStatistics(table(rows, 4))
        const exact = exactFigures(rows)
        expectNear([whole.alpha, whole.errorRatio, whole.standardError, whole.sd, whole.mean], exact.test)
        expectNear(
          items.map(({ discrimination, effectiveWeight, sd }) => [discrimination, effectiveWeight, sd]),
          exact.items,
        )
      }),
      { numRuns: 500 },
    )
  })

  test('alike items make an α of 100 and no error at all', () => {
    for (let items = 2; items <= 9; items++) {
      for (const marks of [
        [0, 1, 1, 0, 1],
        [3, 1, 4, 1, 5],
        [2, 7, 1, 8, 2, 8],
        [1, 0, 0, 0, 0, 0, 0],
      ]) {
        const { test: whole } = testAndItemStatistics(
          table(
            marks.map((mark) => new Array<number>(items).fill(mark)),
            8,
          ),
        )
        expect(whole).toMatchObject({ alpha: 100, errorRatio: 0, standardError: 0 })
      }
    }
  })

  test('three million marks are as exact as thirty', () => {
    const [attempts, items] = [20_000, 150]
    const random = lcg(7)
    const marks = new Float64Array(attempts * items)
    const rows: number[][] = []
    for (let attempt = 0; attempt < attempts; attempt++) {
      const ability = random()
      const row = Array.from({ length: items }, (_, item) => (random() < 0.2 + 0.6 * ability ? 100 + (item % 7) * 50 : 0))
      marks.set(row, attempt * items)
      rows.push(row)
    }
    const maximums = Float64Array.from({ length: items }, (_, item) => 100 + (item % 7) * 50)
    const { test: whole, items: figures } = testAndItemStatistics({ marks, maximums })
    const exact = exactFigures(rows)
    expectNear([whole.alpha, whole.errorRatio, whole.standardError, whole.sd, whole.mean], exact.test)
    expectNear(
      figures.map(({ discrimination, effectiveWeight, sd }) => [discrimination, effectiveWeight, sd]),
      exact.items,
    )
    expect(figures.reduce((sum, { effectiveWeight }) => sum + (effectiveWeight ?? 0), 0)).toBeCloseTo(100, 9)
  })
})

describe('where a figure is not defined it is null, never 0', () => {
  test('nobody, one person, no spread', () => {
    expect(testAndItemStatistics(table([[]]))).toMatchObject({
      test: { count: 0, mean: null, median: null, alpha: null },
      items: [],
    })
    const one = testAndItemStatistics(table([[1, 0]]))
    expect(one.test).toMatchObject({ count: 1, mean: 1, sd: null, alpha: null, standardError: null })
    expect(one.items[0]).toMatchObject({ count: 1, facility: 1, sd: null, discrimination: null })
    const same = testAndItemStatistics(
      table([
        [0.1, 1],
        [0.1, 0],
        [0.1, 1],
        [0.1, 0],
      ]),
    )
    expect(same.items[0]).toMatchObject({ sd: 0, discrimination: null, discriminativeEfficiency: null, pointBiserial: null })
    expect(same.items[1]?.discrimination).toBeNull()
  })

  test('an item worth nothing has neither facility nor deviation nor groups', () => {
    const { items } = testAndItemStatistics({ marks: Float64Array.from([0, 1, 0, 0, 0, 1]), maximums: Float64Array.from([0, 1]) })
    expect(items[0]).toMatchObject({ count: 3, facility: null, sd: null, discrimination: null, pointBiserial: null })
    expect(items[1]?.sd).toBeCloseTo(Math.sqrt(1 / 3), 12)
    const [nothing] = groupDiscrimination({ marks: Float64Array.from([0, 0]), maximums: Float64Array.from([0]) })
    expect(nothing).toMatchObject({ difficulty: null, discrimination: null, quality: null })
  })

  test('a negative covariance has no effective weight and says so', () => {
    const { items } = testAndItemStatistics(
      table(
        [
          [0, 4, 4],
          [1, 3, 3],
          [2, 2, 2],
          [3, 0, 0],
        ],
        4,
      ),
    )
    expect(items[0]).toMatchObject({ effectiveWeight: null, hasNegativeCovariance: true })
    expect((items[1]?.effectiveWeight ?? 0) + (items[2]?.effectiveWeight ?? 0)).toBeCloseTo(100, 9)
  })

  test.each([1, 100])('a covariance that is exactly 0 is not a negative one, in units of 1/%i', (unit) => {
    // cov(first, total) is 0 in exact arithmetic; binary fractions leave a rest of either sign.
    const rows = [
      [0, 4, 1],
      [3, 0, 0],
      [2, 0, 1],
      [0, 3, 0],
      [3, 1, 0],
      [2, 4, 3],
    ].map((row) => row.map((mark) => mark * unit))
    expect(testAndItemStatistics(table(rows, 4 * unit)).items.map(({ hasNegativeCovariance }) => hasNegativeCovariance)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('marks of questions a candidate never had do not count as wrong, and α is not defined', () => {
    const none = Number.NaN
    const { test: whole, items } = testAndItemStatistics(
      table([
        [1, none],
        [0, none],
        [none, 1],
        [1, 1],
      ]),
    )
    expect(items.map(({ count, facility }) => [count, facility])).toEqual([
      [3, 2 / 3],
      [2, 1],
    ])
    expect(whole).toMatchObject({ mean: 1, alpha: null })
  })

  test('rows of unequal length are a fault', () => {
    expect(() => testAndItemStatistics({ marks: new Float64Array(5), maximums: new Float64Array(2) })).toThrow('do not fill rows')
  })
})

describe('27 % groups', () => {
  test('of ten, the three best and the three worst', () => {
    const totals = Float64Array.from([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(extremeGroups(totals)).toEqual({
      size: 3,
      upper: Float64Array.from([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]),
      lower: Float64Array.from([0, 0, 0, 0, 0, 0, 0, 1, 1, 1]),
    })
  })

  test('equal totals at the border share the places left', () => {
    const { upper } = extremeGroups(Float64Array.from([9, 8, 8, 8, 8, 1, 1, 1, 1, 1]))
    expect([...upper]).toEqual([1, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0])
  })

  test('groups hold their size whatever the ties', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 60 }), (values) => {
        const { size, upper, lower } = extremeGroups(Float64Array.from(values))
        for (const group of [upper, lower]) expect(group.reduce((sum, share) => sum + share, 0)).toBeCloseTo(size, 9)
      }),
    )
  })

  test('P and D by hand', () => {
    // Of ten, the first three are the upper group and the last three the lower one.
    const rows = [
      [1, 9],
      [1, 8],
      [0, 8],
      [1, 6],
      [0, 6],
      [1, 4],
      [0, 4],
      [1, 1],
      [0, 1],
      [0, 0],
    ]
    const [first] = groupDiscrimination({ marks: Float64Array.from(rows.flat()), maximums: Float64Array.from([1, 9]) })
    expect(first?.difficulty).toBe(0.5)
    expect(first?.upperDifficulty).toBeCloseTo(2 / 3, 12)
    expect(first?.lowerDifficulty).toBeCloseTo(1 / 3, 12)
    expect(first?.discrimination).toBeCloseTo(1 / 3, 12)
    expect(first).toMatchObject({ quality: 'good', isSmallSample: true })
  })

  test.each([
    [0.4, 'excellent'],
    [0.7 - 0.3, 'excellent'],
    [0.39, 'good'],
    [0.3, 'good'],
    [0.29, 'fair'],
    [0.2, 'fair'],
    [0.19, 'poor'],
    [0, 'poor'],
    [-0.01, 'negative'],
  ])('%d is %s', (discrimination, quality) => {
    expect(qualityOf(discrimination)).toBe(quality)
  })

  test('the table of distractors counts choices by group, and blanks in a row of their own', () => {
    const totals = Float64Array.from([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    const [a, b] = [1, 2]
    const choices = Int32Array.from([a, a, a | b, a, b, a, 0, b, b, 0])
    expect(distractorTable({ choices, totals, counts: new Float64Array(10).fill(1) }, 3)).toEqual([
      { option: 0, count: 5, share: 0.5, upperShare: 1, lowerShare: 0 },
      { option: 1, count: 4, share: 0.4, upperShare: 1 / 3, lowerShare: 2 / 3 },
      { option: 2, count: 0, share: 0, upperShare: 0, lowerShare: 0 },
      { option: -1, count: 2, share: 0.2, upperShare: 0, lowerShare: 1 / 3 },
    ])
  })
})

describe('population and mastery', () => {
  const rows = [
    { candidateId: 'a', attemptNo: 1, totalHundredths: 50 },
    { candidateId: 'a', attemptNo: 3, totalHundredths: 70 },
    { candidateId: 'a', attemptNo: 2, totalHundredths: 70 },
    { candidateId: 'b', attemptNo: 1, totalHundredths: 10 },
  ]
  test.each([
    ['first', [1, 1]],
    ['last', [3, 1]],
    ['best', [2, 1]],
    ['all', [1, 3, 2, 1]],
  ] as const)('%s', (policy, numbers) => {
    expect(selectAttempts(rows, policy).map(({ attemptNo }) => attemptNo)).toEqual(numbers)
  })

  test('mastery needs three items', () => {
    const item = (scoreHundredths: number, ...knowledgePointIds: string[]) => ({
      knowledgePointIds,
      scoreHundredths,
      maximumHundredths: 200,
    })
    expect(knowledgeMastery([item(200, 'k'), item(100, 'k', 'l'), item(0, 'k', 'k')])).toEqual([
      { knowledgePointId: 'k', itemCount: 3, mastery: 0.5 },
      { knowledgePointId: 'l', itemCount: 1, mastery: null },
    ])
  })
})

/** n·Σab − Σa·Σb, exactly: n(n − 1) times the sample covariance. */
function exactSpread(a: readonly number[], b: readonly number[]): bigint {
  let [sumA, sumB, product] = [0, 0, 0]
  a.forEach((value, at) => {
    sumA += value
    sumB += b[at] ?? 0
    product += value * (b[at] ?? 0)
  })
  if (!Number.isSafeInteger(product)) throw new Error('the sums are not exact')
  return BigInt(a.length) * BigInt(product) - BigInt(sumA) * BigInt(sumB)
}

/** The formulas as textbooks write them, over whole numbers. */
function exactFigures(rows: readonly (readonly number[])[]) {
  const [n, items] = [rows.length, rows[0]?.length ?? 0]
  const columns = Array.from({ length: items }, (_, item) => rows.map((row) => row[item] ?? 0))
  const totals = rows.map((row) => row.reduce((sum, mark) => sum + mark, 0))
  const ofTotals = exactSpread(totals, totals)
  const ofItems = columns.reduce((sum, column) => sum + exactSpread(column, column), 0n)
  const pairs = n * (n - 1)
  const sd = Math.sqrt(Number(ofTotals) / pairs)
  const lost = Number(BigInt(items) * ofItems - ofTotals) / (Number(ofTotals) * (items - 1))
  const hasAlpha = ofTotals !== 0n
  const roots = columns.map((column) => {
    const shared = exactSpread(column, totals)
    return shared < 0n ? null : Math.sqrt(Number(shared))
  })
  const rootSum = roots.reduce<number>((sum, root) => sum + (root ?? 0), 0)
  return {
    test: [
      hasAlpha ? 100 * (1 - lost) : null,
      hasAlpha ? 100 * Math.sqrt(lost) : null,
      hasAlpha ? sd * Math.sqrt(lost) : null,
      sd,
      totals.reduce((sum, total) => sum + total, 0) / n,
    ],
    items: columns.map((column, item) => {
      const rests = totals.map((total, at) => total - (column[at] ?? 0))
      const [own, rest] = [exactSpread(column, column), exactSpread(rests, rests)]
      const spread = Math.sqrt(Number(own)) * Math.sqrt(Number(rest))
      const root = roots[item] ?? null
      return [
        spread === 0 ? null : (100 * Number(exactSpread(column, rests))) / spread,
        root === null || rootSum === 0 ? null : (100 * root) / rootSum,
        Math.sqrt(Number(own) / pairs),
      ]
    }),
  }
}

/** Numbers 0..1 that are the same in every run. */
function lcg(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function numbersOf(value: unknown): number[] {
  return flat(value).filter((one) => typeof one === 'number')
}

/** Equal up to rounding, null for null. */
function expectNear(one: unknown, other: unknown): void {
  const rounded = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'number' ? Number(inner.toFixed(6)) + 0 : inner)))
  const [a, b] = [flat(rounded(one)), flat(rounded(other))]
  expect(a.length).toBe(b.length)
  a.forEach((value, index) => {
    const against = b[index]
    if (typeof value === 'number' && typeof against === 'number')
      expect(Math.abs(value - against)).toBeLessThan(1e-4 * Math.max(1, Math.abs(value)))
    else expect(value).toEqual(against)
  })
}

function flat(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value]
}
