import { describe, expect, test } from 'vitest'
import { type Demand, fitOf } from './fit.ts'
import { leftOfMany, leftOfOne } from './left-words.ts'
import { levelOf, partsOf, type Shown } from './level-of.ts'
import { measuredLevel } from './measured-level.ts'
import { recommend } from './recommend.ts'
import { expiryOf } from './validity.ts'

const now = new Date('2026-06-01T00:00:00Z')
const shown = (id: string, over: Partial<Shown>): Shown => ({
  ...{ id, class: 2, level: 3, expiresAt: null, isWithdrawn: false, at: new Date('2026-01-01T00:00:00Z') },
  ...over,
})

describe('a level', () => {
  const older = new Date('2025-01-01T00:00:00Z')
  const past = new Date('2026-05-31T23:59:59Z')
  test.each<[string, Shown[], number | null, string | null]>([
    ['is that of the strongest class', [shown('a', { class: 1, level: 2, at: older }), shown('b', { level: 5 })], 2, 'a'],
    ['is the newest within a class', [shown('a', { level: 4, at: older }), shown('b', { level: 2 })], 2, 'b'],
    ['of evidence that comes late is still the newest', [shown('a', { level: 2 }), shown('b', { level: 4, at: older })], 2, 'a'],
    ['of one moment is what was recorded last', [shown('a', { level: 2 }), shown('b', { level: 4 })], 4, 'b'],
    ['ends with its evidence', [shown('a', { class: 1, level: 5, expiresAt: past }), shown('b', { level: 3 })], 3, 'b'],
    ['is none where everything has ended', [shown('a', { expiresAt: past })], null, null],
    ['ends at the very moment', [shown('a', { expiresAt: now })], null, null],
    ['is never that of exposure', [shown('a', { class: 4, level: null })], null, null],
    ['counts nothing that was taken back', [shown('a', { class: 1, level: 5, isWithdrawn: true }), shown('b', {})], 3, 'b'],
    ['that was not reached any more is none', [shown('a', { level: 4, at: older }), shown('b', { level: null })], null, 'b'],
    ['of a certificate gives way to a measurement', [shown('a', { class: 3, level: 5 }), shown('b', { level: 1 })], 1, 'b'],
  ])('%s', (_what, evidence, level, evidenceId) => expect(levelOf(evidence, now)).toMatchObject({ level, evidenceId }))

  test('does not depend on the order of the evidence', () => {
    const evidence = [shown('a', { class: 3, level: 5 }), shown('b', { level: 1 }), shown('c', { level: 2 })]
    expect(levelOf(evidence.toReversed(), now)).toEqual(levelOf(evidence, now))
  })

  test('of nothing but what was taken back is no row', () => {
    expect(levelOf([shown('a', { isWithdrawn: true })], now)).toBeUndefined()
    expect(levelOf([], now)).toBeUndefined()
  })

  test('explains itself piece by piece', () => {
    const evidence = [
      ...[shown('a', { level: 4, at: older }), shown('b', { level: 2 }), shown('c', { class: 3, level: 5 })],
      ...[shown('d', { class: 4, level: null }), shown('e', { expiresAt: past }), shown('f', { isWithdrawn: true })],
    ]
    expect(Object.fromEntries(partsOf(evidence, now))).toEqual({
      ...{ a: 'older', b: 'decides', c: 'weaker', d: 'exposure', e: 'expired', f: 'withdrawn' },
    })
    expect(levelOf(evidence, now)).toMatchObject({ level: 2, class: 2, isLearnt: true })
  })

  test('says when to look again: at the first end of what is valid', () => {
    const [first, last] = [new Date('2026-07-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')]
    expect(levelOf([shown('a', { expiresAt: last }), shown('b', { class: 3, expiresAt: first })], now)?.lookAt).toEqual(first)
  })
})

test.each([
  ['a verdict holds for 12 months', 1, '2026-03-05T08:00:00Z', '2027-03-05T08:00:00Z'],
  ['a measurement for 24', 2, '2026-03-05T08:00:00Z', '2028-03-05T08:00:00Z'],
  ['from a leap day to the last of February', 1, '2028-02-29T08:00:00Z', '2029-02-28T08:00:00Z'],
  ['a certificate as long as it says itself', 3, '2026-03-05T08:00:00Z', null],
  ['exposure without end', 4, '2026-03-05T08:00:00Z', null],
])('%s', (_what, ofClass, at, end) => expect(expiryOf(ofClass, new Date(at))).toEqual(end === null ? null : new Date(end)))

describe('a measured level', () => {
  const tested = (level: number, items: number, share: number) => ({
    ...{ level, items, scoreHundredths: Math.round(share * items * 1000), maxHundredths: items * 1000 },
  })
  test.each<[string, Parameters<typeof measuredLevel>[0], number | null | undefined]>([
    ['needs 80 percent', [tested(4, 5, 0.8)], 4],
    ['is one lower from 60 percent', [tested(4, 5, 0.6)], 3],
    ['just below 80 too', [tested(4, 100, 0.79)], 3],
    ['is none below 60, and not level 0', [tested(4, 5, 0.4)], null],
    ['is none below level 1', [tested(1, 5, 0.6)], null],
    ['needs three questions', [tested(4, 2, 1)], undefined],
    ['needs something to earn', [{ level: 3, items: 3, scoreHundredths: 0, maxHundredths: 0 }], undefined],
    ['of several tests is the highest that was reached', [tested(2, 5, 1), tested(4, 5, 0.7)], 3],
    ['of too few at one level is that of the other', [tested(2, 3, 1), tested(5, 2, 1)], 2],
  ])('%s', (_what, given, level) => expect(measuredLevel(given)?.reachedLevel).toBe(level))
})

const demand = (skillId: string, requiredLevel: number, weight: number, isKey = false): Demand => ({
  ...{ skillId, requiredLevel, weight, isKey },
})
const showing = (levels: Readonly<Record<string, number | null>>) => (skillId: string) =>
  skillId in levels ? { level: levels[skillId] ?? null, class: 2 } : undefined

describe('fit', () => {
  const demands = [demand('A', 3, 3), demand('B', 1, 2), demand('C', 2, 4)]
  test('the worked example', () => {
    const found = fitOf([demand('A', 3, 3), demand('B', 2, 1), demand('C', 4, 2)], showing({ A: 2, B: 4 }))
    expect(found.fit).toBeCloseTo(0.75, 12)
    expect(found.share).toBeCloseTo(2 / 3, 12)
    expect(found.cautious).toBeCloseTo(0.5, 12)
    expect(found.verdict).toBe('enough')
  })

  test.each([
    ['too little is measured', demands, { A: 3 }, 'short'],
    [
      'a key skill below its level fails whatever the rest is',
      [demand('A', 3, 1, true), demand('B', 1, 99)],
      { A: 2, B: 5 },
      'below',
    ],
    ['also where little is measured', [demand('A', 3, 1, true), demand('B', 1, 99)], { A: 2 }, 'below'],
    ['a key skill that was tested in vain is below', [demand('A', 3, 1, true), demand('B', 1, 9)], { A: null, B: 5 }, 'below'],
    [
      'a key skill that nobody tested is not known, which is not enough',
      [demand('A', 3, 1, true), demand('B', 1, 9)],
      { B: 5 },
      'untested',
    ],
    ['exactly 60 percent is enough', [demand('A', 1, 3), demand('B', 1, 2)], { A: 1 }, 'enough'],
    ['a post without model measures nothing', [], {}, 'short'],
  ] as const)('%s', (_what, given, levels, verdict) => expect(fitOf(given, showing(levels)).verdict).toBe(verdict))

  test('raising a level never lowers it, and scaling the weights changes nothing', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomFrom(seed)
      const given = Array.from({ length: 1 + random(8) }, (_, at) =>
        demand(`s${at}`, 1 + random(5), 1 + random(9), random(4) === 0),
      )
      const levels = Object.fromEntries(given.flatMap(({ skillId }) => (random(3) > 0 ? [[skillId, 1 + random(5)]] : [])))
      const before = fitOf(given, showing(levels))
      const scaled = fitOf(
        given.map((one) => ({ ...one, weight: one.weight * 7 })),
        showing(levels),
      )
      expect(scaled.fit ?? -1).toBeCloseTo(before.fit ?? -1, 9)
      expect([scaled.share, scaled.cautious]).toEqual([expect.closeTo(before.share, 9), expect.closeTo(before.cautious, 9)])
      for (const skillId of Object.keys(levels)) {
        const raised = fitOf(given, showing({ ...levels, [skillId]: Math.min(5, (levels[skillId] ?? 0) + 1) }))
        expect(raised.fit ?? 0).toBeGreaterThanOrEqual((before.fit ?? 0) - 1e-9)
        expect(raised.cautious).toBeGreaterThanOrEqual(before.cautious - 1e-9)
        expect(raised.belowKeys.length).toBeLessThanOrEqual(before.belowKeys.length)
      }
      expect(before.cautious).toBeLessThanOrEqual((before.fit ?? 0) + 1e-9)
    }
  })
})

describe('a recommendation', () => {
  const gaps = [
    { skillId: 'A', requiredLevel: 3, level: 2, weight: 3 },
    { skillId: 'C', requiredLevel: 4, level: 0, weight: 2 },
  ]
  const to = (skillId: string, toLevel: number) => ({ skillId, toLevel })
  test('the worked example', () => {
    const { chosen, left } = recommend(gaps, [
      { id: 'X', hours: 2, leadsTo: [to('A', 3)] },
      { id: 'Y', hours: 4, leadsTo: [to('C', 2)] },
      { id: 'Z', hours: 5, leadsTo: [to('A', 3), to('C', 1)] },
    ])
    expect(chosen.map(({ id, gainPerHour }) => [id, gainPerHour])).toEqual([
      ['X', 1.5],
      ['Y', 1],
    ])
    expect(left).toEqual([{ skillId: 'C', requiredLevel: 4, level: 2, weight: 2 }])
  })

  test.each<[string, Parameters<typeof recommend>[1], string[]]>([
    [
      'the shorter of two that gain as much an hour',
      [
        { id: 'a', hours: 2, leadsTo: [to('C', 2)] },
        { id: 'b', hours: 1, leadsTo: [to('C', 1)] },
      ],
      ['b', 'a'],
    ],
    [
      'then the smaller id',
      [
        { id: 'b', hours: 1, leadsTo: [to('A', 3)] },
        { id: 'a', hours: 1, leadsTo: [to('A', 3)] },
      ],
      ['a'],
    ],
    ['nothing that leads nowhere', [{ id: 'a', hours: 1, leadsTo: [to('A', 2), to('D', 5)] }], []],
    ['a course once', [{ id: 'a', hours: 1, leadsTo: [to('C', 4)] }], ['a']],
  ])('takes %s', (_what, teachings, ids) => expect(recommend(gaps, teachings).chosen.map(({ id }) => id)).toEqual(ids))

  test('never takes more than is asked for', () => {
    const { chosen } = recommend(gaps, [{ id: 'a', hours: 1, leadsTo: [to('A', 5)] }])
    expect(chosen[0]).toMatchObject({ gain: 3, closes: [{ skillId: 'A', from: 2, to: 3 }] })
  })
})

/** Numbers below `below`, the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed * 2_654_435_761
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0
    return Math.abs(state ^ (state >>> 12)) % below
  }
}

describe('what no course closes', () => {
  const lacks = (skillId: string, missing: number) => ({ skillId, skillName: `技能${skillId}`, missing })

  test('is said of one person level by level', () => {
    expect(leftOfOne([lacks('C', 2)])).toEqual(['技能C还差 2 级，没有课程可以弥补'])
  })

  test('names each skill once for several people, what most of them lack first', () => {
    expect(leftOfMany([[lacks('A', 1)], [lacks('B', 1), lacks('A', 2)], [lacks('A', 3)]])).toEqual([
      '技能A：3 人还差 1 至 3 级，没有课程可以弥补',
      '技能B：1 人还差 1 级，没有课程可以弥补',
    ])
    expect(leftOfMany([[], []])).toEqual([])
  })
})
