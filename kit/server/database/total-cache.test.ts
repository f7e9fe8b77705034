import { expect, test } from 'vitest'
import { TotalCache } from './total-cache.ts'

const slow = (total: number, nowMs = 0) => ({ total, tookMs: 30, nowMs })

test('a total that was slow to count is known for five seconds, by company and filter', () => {
  const totals = new TotalCache()
  totals.keep('a', 'x', slow(7))
  expect(totals.known('a', 'x', 4_999)).toBe(7)
  expect(totals.known('a', 'x', 5_000)).toBeUndefined()
  expect(totals.known('a', 'y', 0)).toBeUndefined()
  expect(totals.known('b', 'x', 0)).toBeUndefined()
})

test('cheap totals and those of changed companies are counted anew', async () => {
  const totals = new TotalCache()
  totals.keep('a', 'x', { total: 7, tookMs: 24, nowMs: 0 })
  expect(totals.known('a', 'x', 1)).toBeUndefined()
  let counted = 0
  const count = async () => ++counted
  expect([await totals.of('a', 'x', count), await totals.of('a', 'x', count)]).toEqual([1, 2])
  totals.keep('a', 'x', slow(7, performance.now()))
  expect(await totals.of('a', 'x', count)).toBe(7)
  totals.forget('a')
  expect(await totals.of('a', 'x', count)).toBe(3)
})
