import fc from 'fast-check'
import { forgetting_curve } from 'ts-fsrs'
import { expect, test } from 'vitest'
import { daysBetween, type Grade, type Memory, movedMemory, parameters } from './move-memory.ts'

type Step = readonly [day: number, grade: Grade]
const dayOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)

function run(steps: readonly Step[], retentionPercent = 90) {
  let memory: Memory | null = null
  const moved = []
  for (const [day, grade] of steps) {
    const after = movedMemory(memory, { grade, day: dayOf(day), retentionPercent })
    if (!after) throw new Error('each step is a later day')
    memory = after.memory
    moved.push(after)
  }
  return moved
}

// Worked out apart from the library, from the formulas of FSRS-6 and its default parameters.
test.each<[Step[], (readonly [stability: number, difficulty: number, days: number])[]]>([
  [[[0, 'again']], [[0.212, 6.4133, 1]]],
  [[[0, 'good']], [[2.3065, 2.118104, 2]]],
  [[[0, 'easy']], [[8.2956, 1, 8]]],
  [
    [
      [0, 'good'],
      [2, 'good'],
      [13, 'good'],
      [53, 'good'],
    ],
    [
      [2.3065, 2.118104, 2],
      [10.964332, 2.111214, 11],
      [46.280217, 2.104331, 46],
      [151.596349, 2.097455, 152],
    ],
  ],
  [
    [
      [0, 'again'],
      [1, 'good'],
      [2, 'good'],
      [6, 'again'],
      [7, 'good'],
    ],
    [
      [0.212, 6.4133, 1],
      [1.886788, 6.402115, 2],
      [4.474817, 6.390941, 4],
      [0.868912, 8.798955, 1],
      [2.033226, 8.785385, 2],
    ],
  ],
  [
    [
      [0, 'good'],
      [2, 'easy'],
      [32, 'again'],
      [34, 'good'],
    ],
    [
      [2.3065, 2.118104, 2],
      [18.521754, 1, 19],
      [2.199432, 7.02699, 2],
      [6.053982, 7.015191, 6],
    ],
  ],
])('FSRS vectors: %j', (steps, expected) => {
  for (const [index, { memory, dueInDays }] of run(steps).entries()) {
    const [stability = 0, difficulty = 0, days] = expected[index] ?? []
    expect(memory.stability).toBeCloseTo(stability, 4)
    expect(memory.difficulty).toBeCloseTo(difficulty, 4)
    expect(dueInDays).toBe(days)
  }
})

test.each([
  [80, [8, 36, 153, 503]],
  [95, [1, 4, 19, 61]],
])('a company that wishes %i percent asks again after %j days', (retention, days) => {
  const steps: Step[] = [
    [0, 'good'],
    [2, 'good'],
    [13, 'good'],
    [53, 'good'],
  ]
  expect(run(steps, retention).map(({ dueInDays }) => dueInDays)).toEqual(days)
})

const steps = fc
  .array(fc.record({ pause: fc.integer({ min: 1, max: 400 }), grade: fc.constantFrom<Grade>('again', 'good', 'easy') }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((list) => {
    let day = 0
    return list.map(({ pause, grade }): Step => {
      day += pause
      return [day, grade]
    })
  })

test('whatever somebody answers, difficulty and interval stay within their bounds', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 80, max: 95 }), (list, retention) => {
      for (const { memory, dueInDays } of run(list, retention)) {
        expect(memory.difficulty).toBeGreaterThanOrEqual(1)
        expect(memory.difficulty).toBeLessThanOrEqual(10)
        expect(memory.stability).toBeGreaterThan(0)
        expect(Number.isInteger(dueInDays) && dueInDays >= 1 && dueInDays <= 36_500).toBe(true)
      }
    }),
  )
})

test('easy never comes back before good, nor good before wrong; a surer memory is asked sooner', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 400 }), (list, pause) => {
      const before = run(list).at(-1)?.memory ?? null
      const day = dayOf((list.at(-1)?.[0] ?? 0) + pause)
      const days = (grade: Grade, retentionPercent = 90) => movedMemory(before, { grade, day, retentionPercent })?.dueInDays ?? 0
      expect(days('easy')).toBeGreaterThanOrEqual(days('good'))
      expect(days('good')).toBeGreaterThanOrEqual(days('again'))
      expect(days('good', 80)).toBeGreaterThanOrEqual(days('good', 95))
    }),
  )
})

test('after as many days as its stability nine of ten still know it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 36_500 }), (stability) => {
      expect(forgetting_curve(parameters, stability, stability)).toBeCloseTo(0.9, 6)
    }),
  )
})

test('a day that is not later moves nothing', () => {
  const [first] = run([[5, 'good']])
  const again = (day: number) => movedMemory(first?.memory ?? null, { grade: 'again', day: dayOf(day), retentionPercent: 90 })
  expect([again(5), again(4)]).toEqual([undefined, undefined])
  expect(again(6)).toMatchObject({ memory: { reviews: 2, lapses: 1 } })
})

test('days are counted on the calendar, whatever the clocks do between', () => {
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1)
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
})
