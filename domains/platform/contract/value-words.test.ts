import { expect, test } from 'vitest'
import { idsIn, valueInWords } from './value-words.ts'

const id = '01990000-0000-7000-8000-000000000001'

test.each([
  ['甲', '甲'],
  ['', '（空）'],
  [null, '（空）'],
  [true, '是'],
  [12, '12'],
  [[], '（空）'],
  [['a', 'b'], 'a、b'],
  [{}, '（空）'],
  [[id, 'x'], '安全部、x'],
  [{ name: '甲', isEnabled: false }, '名称：甲，是否启用：否'],
  [[{ name: '甲' }, { name: '乙' }], '名称：甲\n名称：乙'],
  ['2026-03-01T08:00:00.000Z', '三月一日'],
  ['<p>题干 <b>一</b></p>', '题干 一'],
])('%j is read as %s', (value, words) => {
  const reading = { words: { name: '名称', isEnabled: '是否启用' }, names: { [id]: '安全部' }, instantInWords: () => '三月一日' }
  expect(valueInWords(JSON.stringify(value), reading)).toBe(words)
})

test('ids are found at any depth, and nothing else is one', () => {
  expect(idsIn(JSON.stringify({ a: [id, { b: id }], c: 'x', d: `${id}0` }))).toEqual([id, id])
  expect(idsIn(null)).toEqual([])
})
