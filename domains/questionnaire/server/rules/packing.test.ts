import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer, Answers } from '../../contract/answers.ts'
import { asked, multiple, single } from '../../contract/rules/made.ts'
import { visibleIn } from '../../contract/rules/visible-in.ts'
import { countSlot, crossCounts, maskOf, slotOf } from './counting.ts'
import { layoutOf, packed, type Sheets } from './packing.ts'
import { unpackingOf } from './unpacking.ts'

const columns = [
  { id: 'x', text: '好' },
  { id: 'y', text: '差' },
]
const definition = asked(
  single('a', 'abc'),
  multiple('m', 'abcdefghij', { showIf: { question: 'a', is: 'anyOf', options: ['a', 'b'] } }),
  { id: 'r', kind: 'rating', title: '评' },
  { id: 'n', kind: 'number', title: '数', decimals: 2 },
  {
    id: 'g',
    kind: 'matrixMultiple',
    title: '阵',
    rows: [
      { id: 'r1', text: '一' },
      { id: 'r2', text: '二' },
    ],
    columns,
  },
  { id: 'k', kind: 'ranking', title: '排', options: columns },
  { id: 't', kind: 'text', title: '说' },
)
const layout = layoutOf(definition)

const subset = (ids: string) => fc.shuffledSubarray([...ids])
const maybe = <T extends Answer>(answer: fc.Arbitrary<T>) => fc.option(answer, { nil: undefined })
const someSheet: fc.Arbitrary<Answers> = fc
  .record({
    a: maybe(subset('abc').map((choices) => ({ choices: choices.slice(0, 1) }))),
    m: maybe(subset('abcdefghij').map((choices) => ({ choices }))),
    r: maybe(fc.integer({ min: 1, max: 5 })),
    n: maybe(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    g: maybe(fc.dictionary(fc.constantFrom('r1', 'r2'), subset('xy')).map((rows) => ({ rows }))),
    k: maybe(subset('xy').map((order) => ({ order }))),
    t: maybe(fc.string({ maxLength: 5 })),
  })
  .map((given) =>
    Object.fromEntries(Object.entries(given).flatMap(([id, answer]) => (answer === undefined ? [] : [[id, answer]]))),
  )

function read(all: readonly Answers[]): { sheets: Sheets; kept: readonly ReturnType<typeof visibleIn>[] } {
  const kept = all.map((answers) => visibleIn(definition, answers))
  const bytes = Buffer.concat(kept.map((visible) => packed(layout, visible)))
  return { sheets: { bytes, width: layout.width, count: all.length }, kept }
}

const chosen = (answers: Answers, id: string): readonly string[] => {
  const answer = answers[id]
  return typeof answer === 'object' && 'choices' in answer ? answer.choices : []
}

test('counts of packed sheets are those of the sheets, whatever was answered and hidden', () => {
  fc.assert(
    fc.property(fc.array(someSheet, { maxLength: 30 }), (all) => {
      const { sheets, kept } = read(all)
      for (const slot of layout.slots) {
        const counted = countSlot(sheets, slot, undefined)
        expect(counted.seen).toBe(kept.filter(({ elements }) => elements.has(slot.element)).length)
        if (slot.row === undefined) expect(counted.answered).toBe(kept.filter((visible) => slot.element in visible.kept).length)
      }
      for (const id of ['a', 'm']) {
        const slot = slotOf(layout, id, undefined)
        if (!slot) throw new Error('every question has a slot')
        const wanted = slot.keys.map((key) => kept.filter((visible) => chosen(visible.kept, id).includes(key)).length)
        expect(countSlot(sheets, slot, undefined).counts).toEqual(wanted)
      }
    }),
    { numRuns: 60 },
  )
})

test('a filter and a table find the same sheets as reading them one by one', () => {
  fc.assert(
    fc.property(fc.array(someSheet, { maxLength: 30 }), (all) => {
      const { sheets, kept } = read(all)
      const mask = maskOf(sheets, layout, [{ question: 'm', options: ['c', 'i'] }])
      expect([...(mask ?? [])].map(Boolean)).toEqual(
        kept.map((visible) => ['c', 'i'].some((key) => chosen(visible.kept, 'm').includes(key))),
      )
      const [rows, across] = [slotOf(layout, 'a', undefined), slotOf(layout, 'm', undefined)]
      if (!rows || !across) throw new Error('every question has a slot')
      const wanted = rows.keys.map((row) =>
        across.keys.map(
          (key) => kept.filter(({ kept: one }) => chosen(one, 'a').includes(row) && chosen(one, 'm').includes(key)).length,
        ),
      )
      expect(crossCounts(sheets, { rows, columns: across }, undefined)).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
})

test('the spread of numbers is that of the numbers', () => {
  const { sheets } = read([{ n: 2 }, { n: 4 }, { n: 9 }, {}])
  const slot = slotOf(layout, 'n', undefined)
  if (!slot) throw new Error('every question has a slot')
  const { seen, answered, measure } = countSlot(sheets, slot, undefined)
  expect({ seen, answered }).toEqual({ seen: 4, answered: 3 })
  expect(measure).toMatchObject({ mean: 5, min: 2, max: 9 })
  expect(measure?.deviation).toBeCloseTo(Math.sqrt(26 / 3))
})

test('a packed sheet, with what was written, is the sheet again, the choices in the order of the options', () => {
  const { others, answersIn } = unpackingOf(definition, layout)
  expect(others).toEqual(['t'])
  fc.assert(
    fc.property(fc.array(someSheet, { maxLength: 5 }), (all) => {
      for (const answers of all) {
        const visible = visibleIn(definition, answers)
        const read = answersIn(packed(layout, visible), [visible.kept.t ?? null])
        expect(inOrder(read)).toEqual(inOrder(visible.kept))
      }
    }),
  )
})

/** Rows without a choice say nothing. */
function inOrder(answers: Answers): unknown {
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => {
      if (typeof answer === 'object' && 'choices' in answer) return [id, { choices: answer.choices.toSorted() }]
      if (typeof answer !== 'object' || !('rows' in answer)) return [id, answer]
      const rows = Object.entries(answer.rows).map(([row, given]) => [row, typeof given === 'object' ? given.toSorted() : given])
      return [id, { rows: Object.fromEntries(rows.filter(([, given]) => !Array.isArray(given) || given.length > 0)) }]
    }),
  )
}
