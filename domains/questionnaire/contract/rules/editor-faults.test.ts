import { expect, test } from 'vitest'
import type { Condition } from '../condition.ts'
import type { Definition, DefinitionInput } from '../definition.ts'
import { definition as shape } from '../definition.ts'
import { editorFaults } from './editor-faults.ts'
import { asked, made, multiple, single } from './made.ts'

const when = (question: string, ...options: string[]): Condition => ({ question, is: 'anyOf', options })
const faults = (definition: Definition, wish = {}) =>
  editorFaults(definition, wish).map(({ code, elementId, pageId, quotaId }) =>
    `${code} ${elementId ?? quotaId ?? pageId ?? ''}`.trim(),
  )

test('what is sound has no faults', () => {
  expect(faults(asked(single('a'), single('b', 'ab', { showIf: when('a', 'a'), isRequired: true })))).toEqual([])
})

test.each<[string, Definition, string[]]>([
  ['nothing asked', asked({ id: 'n', kind: 'note', title: '欢迎' }), ['empty']],
  ['the same id twice', asked(single('a'), single('a')), ['repeatedId a']],
  ['a later answer', asked(single('a', 'ab', { showIf: when('b', 'a') }), single('b')), ['laterAnswer a']],
  [
    'a circle',
    asked(single('a', 'ab', { showIf: when('b', 'a') }), single('b', 'ab', { showIf: when('a', 'a') })),
    ['laterAnswer a'],
  ],
  ['its own answer', asked(single('a', 'ab', { showIf: when('a', 'a') })), ['ownAnswer a']],
  ['a deleted question', asked(single('a'), single('b', 'ab', { showIf: when('gone', 'a') })), ['deletedQuestion b']],
  ['a deleted option', asked(single('a'), single('b', 'ab', { showIf: when('a', 'a', 'z') })), ['deletedOption b']],
  [
    'only deleted options',
    asked(single('a'), single('b', 'ab', { showIf: when('a', 'z') })),
    ['deletedOption b', 'unreachable b'],
  ],
  [
    'a number asked of a choice',
    asked(single('a'), single('b', 'ab', { showIf: { question: 'a', is: 'gt', value: 1 } })),
    ['wrongKind b'],
  ],
  ['crossed bounds', asked({ id: 'a', kind: 'number', title: '数', min: 5, max: 1 }), ['ranges a']],
  ['more wanted than there is', asked(multiple('a', 'ab', { min: 3 })), ['ranges a']],
  ['an answer named too early', asked(single('a', 'ab', { title: '为什么选{{b}}' }), single('b')), ['pipedLater a']],
  [
    'two options of one choice at once',
    asked(single('a'), single('b', 'ab', { isRequired: true, showIf: { all: [when('a', 'a'), when('a', 'b')] } })),
    ['hiddenRequired b'],
  ],
  [
    'of a question that nobody sees',
    asked(
      single('a'),
      single('b', 'ab', { showIf: { all: [when('a', 'a'), { not: when('a', 'a') }] } }),
      single('c', 'ab', { showIf: when('b', 'a') }),
    ),
    ['unreachable b', 'unreachable c'],
  ],
  [
    'of an answer that its own condition rules out',
    asked(
      single('a'),
      single('b', 'ab', { showIf: when('a', 'a') }),
      single('c', 'ab', { showIf: { all: [when('b', 'a'), when('a', 'b')] } }),
    ),
    ['unreachable c'],
  ],
  [
    'numbers that cross',
    asked(
      { id: 'a', kind: 'nps', title: '荐' },
      single('b', 'ab', {
        showIf: {
          all: [
            { question: 'a', is: 'lt', value: 3 },
            { question: 'a', is: 'gt', value: 8 },
          ],
        },
      }),
    ),
    ['unreachable b'],
  ],
  [
    'beyond the scale',
    asked({ id: 'a', kind: 'rating', title: '评' }, single('b', 'ab', { showIf: { question: 'a', is: 'gt', value: 5 } })),
    ['unreachable b'],
  ],
])('%s', (_, definition, expected) => {
  expect(faults(definition)).toEqual(expected)
})

test('jumps go forwards, and a jump that everybody takes hides what lies between', () => {
  const always: Condition = { question: 'a', is: 'answered' }
  const pages = (to: string, whenTaken: Condition, isRequired = true): DefinitionInput['pages'] => [
    { id: 'p1', elements: [single('a', 'ab', { isRequired })], jumps: [{ when: whenTaken, to }] },
    { id: 'p2', elements: [single('b', 'ab', { isRequired: true })] },
    { id: 'p3', elements: [single('c')] },
  ]
  expect(faults(made(...pages('p3', when('a', 'a'))))).toEqual([])
  expect(faults(made(...pages('p1', when('a', 'a'))))).toEqual(['jumpBack p1'])
  expect(faults(made(...pages('gone', when('a', 'a'))))).toEqual(['deletedPage p1'])
  expect(faults(made(...pages('p3', always)))).toEqual(['unreachable p2', 'hiddenRequired b'])
  expect(faults(made(...pages('p3', when('a', 'a', 'b'))))).toEqual(['unreachable p2', 'hiddenRequired b'])
  expect(faults(made(...pages('p3', always, false)))).toEqual([])
})

test('nothing that tells who somebody is stands in an anonymous questionnaire', () => {
  const definition = shape.parse({
    pages: [
      {
        id: 'p',
        elements: [
          single('a', 'ab', { showIf: { person: 'department', is: 'anyOf', values: ['x'] } }),
          { id: 'f', kind: 'file', title: '附件' },
        ],
      },
    ],
    quotas: [{ id: 'q', name: '甲', when: when('a', 'a'), wanted: 5 }],
  })
  expect(faults(definition)).toEqual([])
  expect(faults(definition, { isAnonymous: true })).toEqual(['notAnonymous a', 'notAnonymous f', 'notAnonymous q'])
  expect(faults(definition, { isByLink: true })).toEqual(['notByLink a', 'notByLink f'])
})
