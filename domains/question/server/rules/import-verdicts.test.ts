import { describe, expect, test } from 'vitest'
import { questionOfRow } from './content/question-of-row.ts'
import { judgeAgainst, type KnownQuestion, type ReadRow, readRow, SeenRows } from './import-verdicts.ts'

function rowOf(rowNumber: number, { idNumber = '', stem = '题干', answer = 'A' } = {}): ReadRow {
  const texts = { idNumber, type: '单选题', stem, optionA: '甲', optionB: '乙', answer }
  const cells = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, { text, kind: 'text' }]))
  const read = readRow({ rowNumber }, questionOfRow(cells, { type: null, difficulty: 2, score: 200 }))
  if ('kind' in read) throw new Error('the row is sound')
  return read
}

const known = (row: ReadRow, more: Partial<KnownQuestion> = {}): KnownQuestion => ({
  ...{ id: 'k', type: 1, idNumber: row.question.idNumber, words: row.words, digest: row.digest },
  ...more,
})

describe('against the bank', () => {
  const plain = rowOf(2)
  const named = rowOf(3, { idNumber: 'N' })
  const changed = rowOf(4, { idNumber: 'N', answer: 'B' })
  test.each([
    ['nothing like it', plain, [], { kind: 'new' }],
    ['the same words and key', plain, [known(plain)], { kind: 'same' }],
    ['the same words, another key', rowOf(5, { answer: 'B' }), [known(plain)], { kind: 'conflict', mayOverwrite: true }],
    ['one of several with the same words', plain, [known(plain, { digest: 'x' }), known(plain)], { kind: 'same' }],
    ['the same identifier and content', named, [known(named)], { kind: 'same' }],
    ['the same identifier, other content', changed, [known(named)], { kind: 'conflict', mayOverwrite: true }],
    ['the same identifier, another type', changed, [known(named, { type: 2 })], { kind: 'conflict', mayOverwrite: false }],
    [
      'the words of a question with another identifier',
      changed,
      [known(named, { idNumber: 'M' })],
      { kind: 'conflict', mayOverwrite: false },
    ],
  ])('%s', (_, row, existing, verdict) => {
    expect(judgeAgainst(row, existing)).toMatchObject(verdict)
  })
})

test('within one file: the same row twice is there once, a contradiction is an error with the row it contradicts', () => {
  const seen = new SeenRows()
  expect(seen.judge(rowOf(2))).toBeUndefined()
  expect(seen.judge(rowOf(3))).toEqual({ kind: 'same', rowNumber: 3 })
  expect(seen.judge(rowOf(4, { answer: 'B' }))).toMatchObject({ kind: 'error', messages: [expect.stringContaining('第 2 行')] })
  expect(seen.judge(rowOf(5, { idNumber: 'X', stem: '别的' }))).toBeUndefined()
  expect(seen.judge(rowOf(6, { idNumber: 'X', stem: '又一道' }))).toEqual({
    kind: 'error',
    rowNumber: 6,
    messages: ['题目标识与第 5 行重复'],
  })
})
