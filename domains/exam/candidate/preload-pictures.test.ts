import { expect, test } from 'vitest'
import type { SheetItem } from '../contract/sitting-shapes.ts'
import { picturesOfSheet } from './preload-pictures.ts'

test('every picture of stems and options is found once, and nothing from elsewhere', () => {
  const item: SheetItem = {
    ...{ slot: 1, maxScore: 1, answer: null, answerState: 'not_seen', isFlagged: false, rev: 0, savedAt: null, receipt: null },
    view: {
      type: 1,
      stem: '<p><img src="/files/a-1" alt="图"><img src="https://example.com/x.png"></p>',
      options: [
        { id: 'a', html: '<img src="/files/a-1">' },
        { id: 'b', html: '<img alt="" src="/files/b-2">' },
      ],
    },
  }
  expect(picturesOfSheet({ items: [item] })).toEqual(['/files/a-1', '/files/b-2'])
})
