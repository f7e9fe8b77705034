import { expect, test } from 'vitest'
import type { CandidateView } from '../contract/candidate-view.ts'
import { answerByKey } from './answer-keys.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, html: id }))
const single: CandidateView = { type: 1, stem: '', options }
const multiple: CandidateView = { type: 2, stem: '', options }

test.each([
  ['1', 'a'],
  ['C', 'c'],
  ['b', 'b'],
])('%s chooses the option in its place', (key, optionId) => {
  expect(answerByKey(single, null, key)).toEqual({ type: 1, optionId })
})

test('where several may be chosen a second press takes the option back', () => {
  const once = answerByKey(multiple, { type: 2, optionIds: ['a'] }, 'B')
  expect(once).toEqual({ type: 2, optionIds: ['a', 'b'] })
  expect(once && answerByKey(multiple, once, '1')).toEqual({ type: 2, optionIds: ['b'] })
})

test.each(['4', 'd', '0', 'Enter', ' '])('%s stands for no option', (key) =>
  expect(answerByKey(single, null, key)).toBeUndefined(),
)

test('questions without options are not answered by keys', () => {
  expect(answerByKey({ type: 6, stem: '' }, null, 'a')).toBeUndefined()
})
