import { expect, test } from 'vitest'
import { countWords, sizeWords, unitOf } from './courseware-words.ts'
import { wordsOfTrace } from './trace-words.ts'

const ping = {
  ...{ kind: 'ping', count: 1, from: [0], until: [5], learned: 11, cut: 0, source: null, reason: null, scoreHundredths: null },
  pages: [1, 5, 2, 11],
}

test('of a micro-course blocks are told, of a document pages', () => {
  expect(wordsOfTrace(ping, { title: '叉车', unit: '节' })).toBe(
    '“叉车” 已计入 0:00–0:05、第 2 节 5 秒、第 3 节 11 秒（学习 11 秒）',
  )
  expect(wordsOfTrace(ping, { title: '规程', unit: '页' })).toContain('第 2 页 5 秒')
})

test('a micro-course is as many blocks before and after the films in it were measured', () => {
  const micro = { coursewareType: 5, pageCount: 3 }
  for (const lengthSeconds of [null, 0, 12]) expect(sizeWords({ ...micro, lengthSeconds })).toBe(countWords(micro))
  expect(sizeWords({ ...micro, coursewareType: 2, pageCount: null, lengthSeconds: 75 })).toBe('1:15')
})

test('pages are of documents alone: micro-courses and packages have parts', () => {
  expect([1, 2, 3, 4, 5, 6, null].map(unitOf)).toEqual(['页', '页', '页', '页', '节', '节', '页'])
})
