import { expect, test } from 'vitest'
import type { Answer } from '../answers.ts'
import type { ElementInput } from '../definition.ts'
import { asked, choose, multiple, single } from './made.ts'
import { problemsOf } from './problems-of.ts'

const wrong = (element: ElementInput, given?: Answer) =>
  problemsOf(asked(element), given === undefined ? {} : { q: given }).map(({ rowId, message }) =>
    rowId ? `${rowId} ${message}` : message,
  )

const idOf = (letter: string) => `01990000-0000-7000-8000-00000000000${letter}`
const rows = [
  { id: 'r', text: '食堂' },
  { id: 's', text: '班车' },
]
const columns = [
  { id: 'x', text: '好' },
  { id: 'y', text: '差' },
]

test.each<[string, ElementInput, Answer | undefined, string[]]>([
  ['required', single('q', 'ab', { isRequired: true }), undefined, ['此题必答']],
  ['a deleted option is none', single('q', 'ab', { isRequired: true }), choose('z'), ['此题必答']],
  ['not required', single('q'), undefined, []],
  ['too few', multiple('q', 'abc', { min: 2 }), choose('a'), ['请至少选择 2 项']],
  ['too many', multiple('q', 'abc', { max: 1 }), choose('a', 'b'), ['最多选择 1 项']],
  ['consent', { id: 'q', kind: 'consent', title: '同意', isRequired: true }, false, ['请先阅读并同意']],
  ['short text', { id: 'q', kind: 'text', title: '说', minLength: 3 }, '好', ['请至少输入 3 个字']],
  ['long text', { id: 'q', kind: 'text', title: '说', maxLength: 2 }, '很好的', ['最多输入 2 个字']],
  ['mail', { id: 'q', kind: 'text', title: '邮箱', format: 'email' }, 'a@b', ['请输入正确的邮箱地址']],
  ['number', { id: 'q', kind: 'number', title: '数', min: 1, max: 5 }, 6, ['不能大于 5']],
  ['whole', { id: 'q', kind: 'number', title: '数' }, 1.5, ['请输入整数']],
  ['below', { id: 'q', kind: 'number', title: '数', min: 1 }, 0, ['不能小于 1']],
  ['late', { id: 'q', kind: 'date', title: '日', max: '2026-01-01' }, '2026-01-02', ['日期不能晚于 2026-01-01']],
  ['phone', { id: 'q', kind: 'text', title: '电话', format: 'phone' }, '12ab', ['请输入正确的电话号码']],
  ['above', { id: 'q', kind: 'slider', title: '滑', min: 10, max: 20 }, 21, ['请在 10 到 20 之间选择']],
  ['few steps', { id: 'q', kind: 'rating', title: '评', steps: 3 }, 4, ['请在 1 到 3 之间选择']],
  [
    'files',
    { id: 'q', kind: 'file', title: '附件' },
    { files: [...'ab'].map((name) => ({ fileId: idOf(name), name })) },
    ['最多上传 1 个文件'],
  ],
  ['places', { id: 'q', kind: 'number', title: '数', decimals: 1 }, 1.5, []],
  ['no such day', { id: 'q', kind: 'date', title: '日' }, '2026-02-30', ['请输入正确的日期']],
  ['early', { id: 'q', kind: 'date', title: '日', min: '2026-01-01' }, '2025-12-31', ['日期不能早于 2026-01-01']],
  ['nps', { id: 'q', kind: 'nps', title: '荐' }, 11, ['请在 0 到 10 之间选择']],
  ['nps of 0', { id: 'q', kind: 'nps', title: '荐' }, 0, []],
  ['between steps', { id: 'q', kind: 'slider', title: '滑', step: 10 }, 15, ['请重新选择']],
  [
    'rows',
    { id: 'q', kind: 'matrixSingle', title: '阵', rows, columns, isRequired: true },
    { rows: { r: ['x'] } },
    ['s 此行必答'],
  ],
  ['row out of range', { id: 'q', kind: 'matrixRating', title: '阵', rows }, { rows: { r: 9 } }, ['r 请在 1 到 5 之间选择']],
  ['ranking', { id: 'q', kind: 'ranking', title: '排', options: columns }, { order: ['x'] }, ['请排完所有选项']],
  ['first places', { id: 'q', kind: 'ranking', title: '排', options: columns, places: 1 }, { order: ['x'] }, []],
])('%s', (_, element, given, messages) => {
  expect(wrong(element, given)).toEqual(messages)
})

test('whoever chooses 其他 says what', () => {
  const other = single('q', 'a', { options: [{ id: 'o', text: '其他', takesText: true }] })
  expect(wrong(other, choose('o'))).toEqual(['请填写“其他”的具体内容'])
  expect(wrong(other, { choices: ['o'], texts: { o: '自学' } })).toEqual([])
})

test('a hidden question is never asked for, and nobody is asked for more options than they see', () => {
  const showIf = { question: 'a', is: 'anyOf' as const, options: ['a'] }
  const hidden = asked(single('a'), single('b', 'ab', { isRequired: true, showIf }))
  expect(problemsOf(hidden, { a: choose('b') })).toEqual([])
  expect(problemsOf(hidden, { a: choose('a') })).toMatchObject([{ elementId: 'b' }])
  const options = [
    { id: 'x', text: '甲' },
    { id: 'y', text: '乙', showIf },
  ]
  const few = asked(single('a'), { id: 'b', kind: 'multiple', title: '选', min: 2, options })
  expect(problemsOf(few, { a: choose('b'), b: choose('x') })).toEqual([])
  expect(problemsOf(few, { a: choose('a'), b: choose('x') })).toMatchObject([{ message: '请至少选择 2 项' }])
})
