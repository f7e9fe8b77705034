import { expect, test } from 'vitest'
import { type DuplicateQuestion, mostDuplicates } from '../../contract/question.ts'
import { duplicateWords } from './duplicate-words.ts'

const of = (count: number, hasSameKey: boolean | null = null): DuplicateQuestion[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, stemText: `第${index + 1}题`, bankName: '消防', hasSameKey }))

test('a question that is there already is named with its bank, and with its key where that may be known', () => {
  expect(duplicateWords(of(1, false))).toBe('已有内容相同的试题 1 道：“第1题”（题库“消防”，答案不同）。仍要保存吗？')
  expect(duplicateWords(of(1))).toBe('已有内容相同的试题 1 道：“第1题”（题库“消防”）。仍要保存吗？')
})

test('more than can be named or told are said to be more, and where they are found', () => {
  expect(duplicateWords(of(5))).toContain('5 道')
  expect(duplicateWords(of(5))).toContain('其余可在试题列表中按题干查找')
  expect(duplicateWords(of(mostDuplicates))).toContain('100 道以上')
})
