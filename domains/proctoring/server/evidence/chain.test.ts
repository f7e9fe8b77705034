import { expect, test } from 'vitest'
import { chainRow, chainStart, inOrder } from './chain.ts'

const attemptId = '0198a000-0000-7000-8000-000000000001'

test('the chain of the worked example', () => {
  const start = chainStart(attemptId)
  expect(start).toMatch(/^13b0a71f.*ec610$/)
  expect(chainRow(start, { at: '2026-11-22T01:00:00.000Z', durationMs: 1500, seq: 1, type: 'leave' })).toBe(
    '3189d9f7fa44d5593b20cbe9e40cf05f6f2251641f43c2ffd7742a67922542f6',
  )
})

test('the order of the keys changes nothing, a changed value or another order of rows does', () => {
  const start = chainStart(attemptId)
  expect(chainRow(start, { a: 1, b: 2 })).toBe(chainRow(start, { b: 2, a: 1 }))
  expect(chainRow(start, { a: 1, b: 3 })).not.toBe(chainRow(start, { a: 1, b: 2 }))
  const one = chainRow(chainRow(start, { n: 1 }), { n: 2 })
  expect(chainRow(chainRow(start, { n: 2 }), { n: 1 })).not.toBe(one)
})

test('rows are chained in the order of their ids', () => {
  const rows = ['b', 'a', 'c'].map((id) => ({ id, row: {} }))
  expect(inOrder(rows).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
