import { expect, test } from 'vitest'
import type { CandidateView } from '../contract/candidate-view.ts'
import { picturesOf } from './preload-pictures.ts'

test('every picture of stems and options is found once, and nothing from elsewhere', () => {
  const view: CandidateView = {
    type: 1,
    stem: '<p><img src="/files/a-1" alt="图"><img src="https://example.com/x.png"></p>',
    options: [
      { id: 'a', html: '<img src="/files/a-1">' },
      { id: 'b', html: '<img alt="" src="/files/b-2">' },
    ],
  }
  expect(picturesOf([{ view, answer: null }])).toEqual(['/files/a-1', '/files/b-2'])
})
