import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrangePool, type TaggedQuestion, type TagRule } from './arrange-pool.ts'
import { drawPaper, orderOptions, orderQuestions } from './draw-paper.ts'
import { feasibleDraw } from './feasible-draw.ts'
import { attemptSeed, seededRandom, shuffled } from './seeded-random.ts'
import { smallestShortage } from './smallest-shortage.ts'

const question = (id: string, tags: string[] = []): TaggedQuestion => ({ id, tags })
const many = (count: number, prefix: string, ...tags: string[]) =>
  Array.from({ length: count }, (_, index) => question(`${prefix}${index}`, tags))
const rule = (count: number, ...tags: string[]): TagRule => ({ count, tags })
const tags = ['a', 'b', 'c', 'd']
const seedOf = (number: number) => attemptSeed('secret', `attempt-${number}`)

describe('feasibility', () => {
  test('pools that overlap are counted once, and the rules that want too much are named', () => {
    const rules = [rule(10, 'other'), rule(15, 'a'), rule(15, 'a', 'b')]
    const pool = arrangePool(rules, [...many(50, 'o', 'other'), ...many(18, 'a', 'a'), ...many(6, 'b', 'b')])
    expect(feasibleDraw(pool)).toEqual({
      isFeasible: false,
      violations: [
        { ruleIndexes: [1, 2], needed: 30, available: 24, message: '规则2和规则3共需 30 题，符合条件的题目只有 24 题' },
      ],
    })
  })

  test.each([
    [[rule(5, 'a')], many(4, 'a', 'a'), ['规则1需 5 题，符合条件的题目只有 4 题']],
    [[rule(1, 'a'), rule(1, 'a'), rule(1, 'a')], many(2, 'a', 'a'), ['规则1、规则2和规则3共需 3 题，符合条件的题目只有 2 题']],
    [
      [rule(3, 'a'), rule(3, 'b')],
      [...many(1, 'a', 'a'), ...many(2, 'b', 'b')],
      ['规则1需 3 题，符合条件的题目只有 1 题', '规则2需 3 题，符合条件的题目只有 2 题'],
    ],
    [[{ ...rule(1, 'a'), label: '单选部分' }], [], ['单选部分需 1 题，符合条件的题目只有 0 题']],
    [[rule(2, 'a'), rule(2, 'a', 'b')], [...many(2, 'a', 'a'), ...many(2, 'b', 'b')], []],
    [[], [], []],
  ])('case %#', (rules, questions, messages) => {
    expect(feasibleDraw(arrangePool(rules, questions)).violations.map(({ message }) => message)).toEqual(messages)
  })

  test('an infeasible rule does not drag in rules that could be met', () => {
    const pool = arrangePool([rule(2, 'a', 'b'), rule(9, 'b')], [...many(5, 'a', 'a'), ...many(3, 'b', 'b')])
    expect(feasibleDraw(pool).violations.map(({ ruleIndexes }) => ruleIndexes)).toEqual([[1]])
  })

  test('the fewest rules are named, not all that hang together', () => {
    // Rules 1 and 2 want 5 of the 4 with a; rule 3 may draw from everything and is short only because of them.
    const pool = arrangePool(
      [rule(5, 'a', 'b', 'c'), rule(2, 'a'), rule(3, 'a'), rule(1, 'c')],
      [...many(4, 'a', 'a'), ...many(3, 'b', 'b'), ...many(2, 'c', 'c')],
    )
    expect(feasibleDraw(pool).violations.map(({ ruleIndexes }) => ruleIndexes)).toEqual([[1, 2]])
  })

  test('no smaller set of rules is violated than the one that is named', () => {
    const scenes = fc.record({
      rules: fc.array(fc.record({ count: fc.integer({ min: 0, max: 4 }), tags: fc.subarray(tags, { minLength: 1 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      questions: fc.array(fc.subarray(tags), { maxLength: 12 }),
    })
    fc.assert(
      fc.property(scenes, ({ rules, questions }) => {
        const rows = questions.map((of, index) => question(`q${index}`, of))
        const pool = arrangePool(
          rules.map((one) => rule(one.count, ...one.tags)),
          rows,
        )
        const sizes = Array.from({ length: 2 ** rules.length - 1 }, (_, mask) => {
          const chosen = rules.filter((__, index) => ((mask + 1) >> index) & 1)
          const wanted = chosen.reduce((sum, { count }) => sum + count, 0)
          const there = rows.filter((row) => chosen.some((one) => row.tags.some((tag) => one.tags.includes(tag)))).length
          return wanted > there ? chosen.length : Infinity
        })
        expect(feasibleDraw(pool).violations[0]?.ruleIndexes.length ?? Infinity).toBe(Math.min(...sizes))
      }),
      { numRuns: 1000 },
    )
  })

  test('fifty rules over one another end soon, with a set from which nothing can be left out', () => {
    const names = Array.from({ length: 50 }, (_, index) => `t${index}`)
    const rules = names.map((_, index) => rule(3, ...names.slice(index, index + 12)))
    const pool = arrangePool(
      rules,
      names.flatMap((name) => many(2, name, name)),
    )
    const violated = [...(feasibleDraw(pool).violations[0]?.ruleIndexes ?? [])]
    expect(violated.length).toBeGreaterThan(0)
    expect(smallestShortage(pool, violated, 10)).toEqual(violated)
  })
})

const scene = fc.record({
  rules: fc.array(fc.record({ count: fc.integer({ min: 0, max: 3 }), tags: fc.subarray(tags, { minLength: 1 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  questions: fc.array(fc.record({ tags: fc.subarray(tags), usedCount: fc.nat(2) }), { maxLength: 9 }),
  leastUsedFirst: fc.boolean(),
  seed: fc.nat(),
})

describe('drawing', () => {
  test('a paper is drawn exactly when one is possible: right counts, right questions, none twice', () => {
    fc.assert(
      fc.property(scene, ({ rules, questions, leastUsedFirst, seed }) => {
        const rows = questions.map((row, index) => ({
          ...question(`q${index}`, row.tags),
          usedCount: leastUsedFirst ? row.usedCount : 0,
        }))
        const pool = arrangePool(
          rules.map((one) => rule(one.count, ...one.tags)),
          rows,
        )
        const drawn = drawPaper(pool, seedOf(seed))
        const { isFeasible, violations } = feasibleDraw(pool)
        expect(drawn !== undefined).toBe(isFeasible)
        expect(isFeasible).toBe(isPossible(rules, rows))
        for (const { needed, available } of violations) expect(needed).toBeGreaterThan(available)
        if (drawn === undefined) return
        expect(new Set(drawn.map(({ questionId }) => questionId)).size).toBe(drawn.length)
        rules.forEach((one, ruleIndex) => {
          const ids = drawn.filter((row) => row.ruleIndex === ruleIndex).map(({ questionId }) => questionId)
          expect(ids).toHaveLength(one.count)
          for (const id of ids) expect(rows.find((row) => row.id === id)?.tags.some((tag) => one.tags.includes(tag))).toBe(true)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('a greedy draw would fail here: the scarce question goes where it is needed', () => {
    const pool = arrangePool([rule(1, 'a', 'b'), rule(1, 'b')], [question('only-a', ['a']), question('only-b', ['b'])])
    for (let attempt = 0; attempt < 50; attempt++) {
      expect(drawPaper(pool, seedOf(attempt))).toEqual([
        { ruleIndex: 0, questionId: 'only-a' },
        { ruleIndex: 1, questionId: 'only-b' },
      ])
    }
  })

  test('the same seed gives the same paper whatever the order of rows, another seed another paper', () => {
    const rules = [rule(5, 'a'), rule(5, 'a', 'b')]
    const rows = [...many(40, 'a', 'a'), ...many(40, 'b', 'b')]
    const paper = drawPaper(arrangePool(rules, rows), seedOf(1))
    expect(drawPaper(arrangePool(rules, rows.toReversed()), seedOf(1))).toEqual(paper)
    expect(drawPaper(arrangePool(rules, rows), seedOf(2))).not.toEqual(paper)
  })

  test('all questions of a rule are equally likely', () => {
    // The second rule wants none: it only makes two classes of them.
    const pool = arrangePool(
      [rule(3, 'a', 'b'), rule(0, 'a')],
      [...many(6, 'a', 'a'), ...many(4, 'b', 'b'), question('ab', ['a', 'b'])],
    )
    const counts = new Map<string, number>()
    const draws = 4400
    for (let attempt = 0; attempt < draws; attempt++)
      for (const { questionId } of drawPaper(pool, seedOf(attempt)) ?? [])
        counts.set(questionId, (counts.get(questionId) ?? 0) + 1)
    const expected = (draws * 3) / 11
    // Five standard deviations of a binomial count; the seeds are fixed, so this cannot flicker.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected))
    expect(counts.size).toBe(11)
  })

  test('least used questions come first when asked for', () => {
    const rows = [...many(3, 'new', 'a'), ...many(30, 'old', 'a').map((row) => ({ ...row, usedCount: 4 }))]
    const drawn = drawPaper(arrangePool([rule(5, 'a')], rows), seedOf(1))
    expect(drawn?.filter(({ questionId }) => questionId.startsWith('new'))).toHaveLength(3)
    expect(drawn).toHaveLength(5)
  })

  test('20 rules over 20,000 questions are proved and drawn', () => {
    const random = seededRandom('fixture', 'pool')
    const names = Array.from({ length: 12 }, (_, index) => `t${index}`)
    const rows = Array.from({ length: 20_000 }, (_, index) => {
      const difficulty = 1 + random.below(3)
      return question(
        `q${index}`,
        names.filter(() => random.below(6) === 0).map((name) => `${name}/${difficulty}`),
      )
    })
    const rules = Array.from({ length: 20 }, (_, index) =>
      rule(5, ...[names[index % 12], names[(index + 5) % 12]].map((name) => `${name}/${1 + (index % 3)}`)),
    )
    const pool = arrangePool(rules, rows)
    expect(feasibleDraw(pool).isFeasible).toBe(true)
    for (let attempt = 1; attempt <= 20; attempt++) expect(drawPaper(pool, seedOf(attempt))).toHaveLength(100)
  })

  test('what a draw costs follows from the questions drawn, not from how many kinds of them there are', () => {
    const random = seededRandom('fixture', 'kinds')
    const names = Array.from({ length: 50 }, (_, index) => `t${index}`)
    const rows = Array.from({ length: 20_000 }, (_, index) =>
      question(
        `q${index}`,
        names.filter(() => random.below(2) === 0),
      ),
    )
    const pool = arrangePool(
      names.map((name) => rule(20, name)),
      rows,
    )
    expect(pool.classes.length).toBeGreaterThan(19_900)
    drawPaper(pool, seedOf(0))
    const before = process.threadCpuUsage()
    for (let attempt = 1; attempt <= 20; attempt++) expect(drawPaper(pool, seedOf(attempt))).toHaveLength(1000)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000 / 20).toBeLessThan(25)
  })
})

describe('order', () => {
  const options = [...'ABCDE'].map((id) => ({ id, fixed: id === 'C' || id === 'E' }))

  test('fixed options keep their places, the others are all there', () => {
    for (let slot = 0; slot < 50; slot++) {
      const order = orderOptions(options, seedOf(1), slot)
      expect([order[2], order[4]]).toEqual(['C', 'E'])
      expect(order.toSorted()).toEqual([...'ABCDE'])
    }
  })

  test('the order belongs to the attempt and the slot', () => {
    expect(orderOptions(options, seedOf(1), 3)).toEqual(orderOptions(options, seedOf(1), 3))
    const orders = new Set(Array.from({ length: 40 }, (_, attempt) => orderOptions(options, seedOf(attempt), 3).join('')))
    expect(orders.size).toBe(6)
  })

  test('questions move within their section only', () => {
    const order = orderQuestions(
      [
        [1, 2, 3, 4],
        [5, 6],
      ],
      seedOf(4),
    )
    expect(order.slice(0, 4).toSorted()).toEqual([1, 2, 3, 4])
    expect(order.slice(4).toSorted()).toEqual([5, 6])
  })

  test('a shuffle keeps every item', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        expect(shuffled(items, seededRandom(seed, 'x')).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b))
      }),
    )
  })

  test('a seed is an HMAC of the attempt: without the secret it says nothing', () => {
    expect(attemptSeed('key', 'The quick brown fox jumps over the lazy dog')).toBe(
      'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    )
  })
})

/** Tries every way to give each wish a question. */
function isPossible(rules: { count: number; tags: string[] }[], rows: readonly TaggedQuestion[]): boolean {
  const wishes = rules.flatMap((one) => Array.from({ length: one.count }, () => one.tags))
  const holder = new Map<string, number>()
  const place = (wish: number, tried: Set<string>): boolean => {
    for (const row of rows) {
      if (tried.has(row.id) || !row.tags.some((tag) => wishes[wish]?.includes(tag))) continue
      tried.add(row.id)
      const held = holder.get(row.id)
      if (held === undefined || place(held, tried)) {
        holder.set(row.id, wish)
        return true
      }
    }
    return false
  }
  return wishes.every((_, wish) => place(wish, new Set()))
}
