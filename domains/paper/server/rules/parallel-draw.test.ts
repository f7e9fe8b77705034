import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parallelDraw, type StandIn, type WantedCell } from './parallel-draw.ts'

const cell = (key: string, count: number): WantedCell => ({ key, label: key, count })
const standIn = (questionId: string, ofCell: string, family = questionId): StandIn => ({ questionId, family, cell: ofCell })

/** Whether every place of a cell finds a family of its own, by trying all ways. */
function canBeServed(cells: readonly WantedCell[], standIns: readonly StandIn[]): boolean {
  const places = cells.flatMap(({ key, count }) => Array.from({ length: count }, () => key))
  const serve = (at: number, used: ReadonlySet<string>): boolean => {
    const key = places[at]
    if (key === undefined) return true
    const families = new Set(standIns.flatMap((one) => (one.cell === key && !used.has(one.family) ? [one.family] : [])))
    return [...families].some((family) => serve(at + 1, new Set([...used, family])))
  }
  return serve(0, new Set())
}

const keys = ['a', 'b', 'c']
const worlds = fc.record({
  cells: fc.tuple(...keys.map((key) => fc.nat({ max: 3 }).map((count) => cell(key, count)))),
  standIns: fc.uniqueArray(
    fc.record({
      questionId: fc.integer({ min: 0, max: 30 }).map(String),
      cell: fc.constantFrom(...keys),
      family: fc.constantFrom('f', 'g', 'h', 'i', 'j'),
    }),
    { maxLength: 12, selector: ({ questionId }) => questionId },
  ),
  seed: fc.constantFrom('1', '2', '3'),
})

describe('a parallel paper', () => {
  test('is drawn if and only if it can be, and then has what each cell wants', () => {
    fc.assert(
      fc.property(worlds, ({ cells, standIns, seed }) => {
        const { drawn, shortages } = parallelDraw(cells, standIns, seed)
        expect(shortages.length === 0).toBe(canBeServed(cells, standIns))
        if (shortages.length > 0) return
        expect(drawn.map(({ length }) => length)).toEqual(cells.map(({ count }) => count))
        const byId = new Map(standIns.map((one) => [one.questionId, one]))
        const chosen = drawn.flat().map((id) => byId.get(id))
        expect(new Set(chosen.map((one) => one?.family)).size).toBe(chosen.length)
        for (const [index, ids] of drawn.entries()) for (const id of ids) expect(byId.get(id)?.cell).toBe(cells[index]?.key)
      }),
    )
  })

  test('is the same for the same seed, in whatever order the questions come', () => {
    fc.assert(
      fc.property(worlds, ({ cells, standIns, seed }) => {
        expect(parallelDraw(cells, standIns.toReversed(), seed)).toEqual(parallelDraw(cells, standIns, seed))
      }),
    )
  })

  test('another seed draws another one', () => {
    const standIns = Array.from({ length: 40 }, (_, at) => standIn(`q${at}`, 'a'))
    const drawn = new Set(
      ['1', '2', '3', '4'].map((seed) =>
        parallelDraw([cell('a', 5)], standIns, seed)
          .drawn.flat()
          .join(),
      ),
    )
    expect(drawn.size).toBe(4)
  })

  test('says which cells fall short by how many', () => {
    const cells = [cell('单选题·中等·动火', 3), cell('判断题·简单·用电', 1)]
    const standIns = [standIn('1', '单选题·中等·动火'), standIn('2', '判断题·简单·用电')]
    expect(parallelDraw(cells, standIns, '1')).toEqual({
      available: [1, 1],
      shortages: ['单选题·中等·动火：需要 3 道没有考过的试题，题库中只有 1 道，还缺 2 道'],
      drawn: [],
    })
  })

  test('counts a family once, also where two cells could use it', () => {
    const both = [standIn('1', 'a', 'f'), standIn('2', 'b', 'f'), standIn('3', 'a', 'f')]
    expect(parallelDraw([cell('a', 1), cell('b', 1)], both, '1').shortages).toEqual([
      'a、b：合计需要 2 道没有考过的试题，题库中只有 1 道，还缺 1 道',
    ])
  })
})
