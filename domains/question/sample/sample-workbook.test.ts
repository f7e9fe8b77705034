import { buffer } from 'node:stream/consumers'
import { readXlsx } from '@kaopei/sheet'
import { expect, test } from 'vitest'
import { importFields } from '../contract/question-import.ts'
import { questionOfRow } from '../server/rules/content/question-of-row.ts'
import { questionFingerprint } from '../server/rules/similar-text.ts'
import { sampleQuestions, writeSampleWorkbook } from './sample-workbook.ts'

test('every question of the sample is sound, none is there twice, all six types take part', async () => {
  const rows: Parameters<typeof questionOfRow>[0][] = []
  for await (const { cells } of readXlsx(await buffer(writeSampleWorkbook()))) {
    const named = importFields.flatMap((field, index) => (cells[index]?.text ? [[field, cells[index]]] : []))
    rows.push(Object.fromEntries(named))
  }
  // Notes and header stand above the questions.
  const outcomes = rows.slice(2).map((cells) => questionOfRow(cells, { type: null, difficulty: 2, score: 200 }))
  expect(outcomes.flatMap((outcome, index) => ('faults' in outcome ? [`${index}: ${outcome.faults.join()}`] : []))).toEqual([])
  const contents = outcomes.flatMap((outcome) => ('question' in outcome ? [outcome.question.content] : []))
  expect(contents).toHaveLength(sampleQuestions.length)
  expect(contents.length).toBeGreaterThanOrEqual(55)
  expect(new Set(contents.map(questionFingerprint)).size).toBe(contents.length)
  expect([...new Set(contents.map(({ type }) => type))].sort()).toEqual([1, 2, 3, 4, 6, 7])
})
