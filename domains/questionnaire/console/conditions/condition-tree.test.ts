import { expect, test } from 'vitest'
import { type Condition, condition as schema } from '../../contract/condition.ts'
import { definition } from '../../contract/definition.ts'
import { numbered } from './asked.ts'
import { comparisonWith, testsOf } from './condition-tests.ts'
import { addedAt, bare, changedAt, questionsIn, rooted, rootOf, turned } from './condition-tree.ts'
import { wordsOf } from './condition-words.ts'

const asked = (question: string): Condition => ({ question, is: 'answered' })
const survey = definition.parse({
  pages: [
    {
      id: 'p',
      elements: [
        {
          id: 'a',
          kind: 'single',
          title: '是否参加',
          options: [
            { id: 'y', text: '是' },
            { id: 'n', text: '否' },
          ],
        },
        { id: 'b', kind: 'rating', title: '评分' },
        { id: 'c', kind: 'matrixSingle', title: '各项', rows: [{ id: 'r', text: '讲师' }], columns: [{ id: 'g', text: '好' }] },
      ],
    },
  ],
})
const named = { elements: numbered(survey), names: new Map([['d1', '研发部']]) }

test('one comparison is a group of one, and a group without parts is no condition', () => {
  expect(rootOf(asked('a'))).toEqual({ joining: 'all', parts: [asked('a')] })
  expect(rooted(changedAt(rootOf(asked('a')), [0], () => undefined))).toBeUndefined()
})

test('parts are found by their path through groups and negations, and an emptied group goes with its last part', () => {
  const root = rootOf({ all: [asked('a'), { not: { any: [asked('b'), asked('c')] } }] })
  expect(rooted(changedAt(root, [1, 0], () => asked('z')))).toEqual({
    all: [asked('a'), { not: { any: [asked('z'), asked('c')] } }],
  })
  const one = changedAt(root, [1, 1], () => undefined)
  expect(rooted(changedAt(one, [1, 0], () => undefined))).toEqual({ all: [asked('a')] })
  expect(rooted(addedAt(root, [1], asked('d')))).toEqual({
    all: [asked('a'), { not: { any: [asked('b'), asked('c'), asked('d')] } }],
  })
})

test('turning round twice is what it was', () => {
  expect(turned(turned(asked('a')))).toEqual(asked('a'))
  expect(bare({ not: { not: asked('a') } })).toEqual({ isNot: false, inner: asked('a') })
})

test('a condition is said in words, groups within groups in brackets', () => {
  const condition: Condition = {
    all: [
      { question: 'a', is: 'anyOf', options: ['y'] },
      {
        any: [
          { question: 'b', is: 'gte', value: 4 },
          { person: 'department', is: 'anyOf', values: ['d1'] },
        ],
      },
      { not: { question: 'c', row: 'r', is: 'anyOf', options: ['g'] } },
    ],
  }
  expect(wordsOf(condition, named)).toBe(
    '第 1 题“是否参加”选中任一“是” 且 （第 2 题“评分”不小于 4 或 部门属于“研发部”） 且 并非（第 3 题“各项”“讲师”选中任一“好”）',
  )
  expect(wordsOf(asked('gone'), named)).toContain('已删除')
  expect([...questionsIn(condition)].sort()).toEqual(['a', 'b', 'c'])
})

test('whatever test of whatever question is chosen, what it begins with is well-formed', () => {
  for (const { element } of named.elements.values())
    for (const { value } of testsOf(element)) expect(schema.safeParse(comparisonWith(element, value)).success).toBe(true)
})
