import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer } from '../answers.ts'
import type { Condition } from '../condition.ts'
import type { ElementInput } from '../definition.ts'
import { asked, choose, made, multiple, single } from './made.ts'
import { nobody, visibleIn } from './visible-in.ts'

const when = (question: string, ...options: string[]): Condition => ({ question, is: 'anyOf', options })
const seen = (definition: ReturnType<typeof asked>, answers: Record<string, Answer>, person = nobody) =>
  [...visibleIn(definition, answers, person).elements].join(' ')

test('a hidden question has no value for the conditions behind it', () => {
  const chain = asked(single('a'), single('b', 'ab', { showIf: when('a', 'a') }), single('c', 'ab', { showIf: when('b', 'a') }))
  expect(seen(chain, { a: choose('a'), b: choose('a') })).toBe('a b c')
  expect(seen(chain, { a: choose('b'), b: choose('a') })).toBe('a')
  expect(visibleIn(chain, { a: choose('b'), b: choose('a'), c: choose('b') }).kept).toEqual({ a: choose('b') })
})

test('an unanswered question meets no condition but 未作答, whatever stands before it', () => {
  const of = (showIf: Condition) => asked(single('a'), single('b', 'ab', { showIf }))
  const none: Condition = { question: 'a', is: 'noneOf', options: ['a'] }
  expect(seen(of(none), {})).toBe('a')
  expect(seen(of({ not: when('a', 'a') }), {})).toBe('a')
  expect(seen(of({ question: 'a', is: 'unanswered' }), {})).toBe('a b')
  expect(seen(of({ question: 'a', is: 'unanswered' }), { a: choose() })).toBe('a b')
  expect(seen(of({ any: [none, { question: 'a', is: 'unanswered' }] }), {})).toBe('a b')
  expect(seen(of({ not: when('a', 'a') }), { a: choose('b') })).toBe('a b')
})

test('numbers, dates, texts, rows of a matrix and rankings are compared as what they are', () => {
  const columns = [
    { id: 'x', text: '好' },
    { id: 'y', text: '差' },
  ]
  const rows = [
    { id: 'r', text: '食堂' },
    { id: 's', text: '班车' },
  ]
  const questions: ElementInput[] = [
    { id: 'n', kind: 'number', title: '工龄' },
    { id: 'd', kind: 'date', title: '入职' },
    { id: 't', kind: 'text', title: '说明' },
    { id: 'm', kind: 'matrixSingle', title: '满意', rows, columns },
    {
      id: 'k',
      kind: 'ranking',
      title: '排序',
      options: [
        { id: 'p', text: '甲' },
        { id: 'q', text: '乙' },
      ],
    },
  ]
  const shows = (showIf: Condition, answers: Record<string, Answer>) =>
    visibleIn(asked(...questions, single('z', 'ab', { showIf })), answers).elements.has('z')
  expect(shows({ question: 'n', is: 'gte', value: 3 }, { n: 3 })).toBe(true)
  expect(shows({ question: 'n', is: 'lt', value: 3 }, { n: 3 })).toBe(false)
  expect(shows({ question: 'n', is: 'ne', value: 3 }, { n: 4 })).toBe(true)
  expect(shows({ question: 'd', is: 'gt', value: '2026-01-31' }, { d: '2026-02-01' })).toBe(true)
  expect(shows({ question: 'd', is: 'gt', value: 5 }, { d: '2026-02-01' })).toBe(false)
  expect(shows({ question: 't', is: 'contains', text: 'ABC' }, { t: 'xabcx' })).toBe(true)
  expect(shows({ question: 'm', row: 'r', is: 'anyOf', options: ['y'] }, { m: { rows: { r: ['y'] } } })).toBe(true)
  expect(shows({ question: 'm', row: 's', is: 'noneOf', options: ['y'] }, { m: { rows: { r: ['y'] } } })).toBe(false)
  expect(shows({ question: 'm', row: 's', is: 'unanswered' }, { m: { rows: { r: ['y'] } } })).toBe(true)
  expect(shows({ question: 'k', is: 'anyOf', options: ['q'] }, { k: { order: ['q', 'p'] } })).toBe(true)
})

test('what is known of the person counts, and what is not known meets nothing', () => {
  const showIf: Condition = { person: 'department', is: 'noneOf', values: ['sales'] }
  const definition = asked(single('a', 'ab', { showIf }), single('b'))
  expect(seen(definition, {})).toBe('b')
  expect(seen(definition, {}, { ...nobody, department: ['lab'] })).toBe('a b')
  expect(seen(definition, {}, { ...nobody, department: ['shop', 'sales'] })).toBe('b')
})

test('a jump leads over pages, whose questions are then hidden; the end ends', () => {
  const definition = made(
    {
      id: 'p1',
      elements: [single('a', 'abc')],
      jumps: [
        { when: when('a', 'b'), to: 'p3' },
        { when: when('a', 'c'), to: 'end' },
      ],
    },
    { id: 'p2', elements: [single('b')] },
    { id: 'p3', elements: [single('c')] },
  )
  expect(seen(definition, { a: choose('a') })).toBe('a b c')
  expect(seen(definition, { a: choose('b'), b: choose('a') })).toBe('a c')
  expect(seen(definition, { a: choose('c') })).toBe('a')
})

test('options that are not there cannot be chosen; without any the question is not there', () => {
  const options = [
    { id: 'x', text: '培训', showIf: when('a', 'a') },
    { id: 'y', text: '其他', takesText: true, showIf: when('a', 'a', 'b') },
  ]
  const definition = asked(single('a', 'abc'), { id: 'b', kind: 'multiple', title: '选', options })
  const all = { choices: ['x', 'y', 'gone'], texts: { y: '自学', x: '混入' } }
  expect(visibleIn(definition, { a: choose('a'), b: all }).kept.b).toEqual({ choices: ['x', 'y'], texts: { y: '自学' } })
  expect(visibleIn(definition, { a: choose('b'), b: all }).kept.b).toEqual({ choices: ['y'], texts: { y: '自学' } })
  expect(seen(definition, { a: choose('c') })).toBe('a')
})

test('an option that is chosen alone drops the others, a single choice has one', () => {
  const definition = asked(
    multiple('a', 'ab', {
      options: [
        { id: 'a', text: '甲' },
        { id: 'n', text: '都不是', isExclusive: true },
      ],
    }),
    single('b'),
  )
  expect(visibleIn(definition, { a: choose('a', 'n'), b: choose('a', 'b') }).kept).toEqual({ a: choose('n'), b: choose('a') })
})

const ids = ['q0', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7'] as const
const conditionOn = (before: readonly string[]): fc.Arbitrary<Condition> => {
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ question: fc.constantFrom(...before), is: fc.constantFrom('answered' as const, 'unanswered' as const) }),
    fc.record({
      question: fc.constantFrom(...before),
      is: fc.constantFrom('anyOf' as const, 'allOf' as const, 'noneOf' as const),
      options: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
    }),
  )
  const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('tree') }),
    ),
  }))
  return tree
}
const someDefinition = fc
  .tuple(
    ...ids.map((_, place) =>
      place === 0 ? fc.constant(undefined) : fc.option(conditionOn(ids.slice(0, place)), { nil: undefined }),
    ),
  )
  .chain((conditions) =>
    fc.record({
      cuts: fc.subarray([2, 4, 6]),
      jump: fc.option(fc.record({ when: conditionOn(['q0', 'q1']), to: fc.constantFrom('p4', 'p6', 'end') }), { nil: undefined }),
      conditions: fc.constant(conditions),
    }),
  )
  .map(({ cuts, jump, conditions }) => {
    const starts = [0, ...cuts]
    const pages = starts.map((start, place) => ({
      id: `p${start}`,
      elements: ids
        .slice(start, starts[place + 1] ?? ids.length)
        .map((id, at) => multiple(id, 'abc', { showIf: conditions[start + at] })),
      jumps: start === 0 && jump && (jump.to === 'end' || cuts.includes(Number(jump.to.slice(1)))) ? [jump] : [],
    }))
    return made(...pages)
  })
const someAnswers = fc.dictionary(
  fc.constantFrom(...ids, 'gone'),
  fc.subarray(['a', 'b', 'c', 'd']).map((choices) => ({ choices })),
)

test('answered ⊆ visible: whatever is sent, what counts was visible; and what counts shows the same again', () => {
  fc.assert(
    fc.property(someDefinition, someAnswers, (definition, answers) => {
      const visible = visibleIn(definition, answers)
      for (const id of Object.keys(visible.kept)) expect(visible.elements.has(id)).toBe(true)
      const again = visibleIn(definition, visible.kept)
      expect(again).toEqual(visible)
    }),
    { numRuns: 300 },
  )
})
