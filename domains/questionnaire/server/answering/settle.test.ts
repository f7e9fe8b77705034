import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchSize } from './settle.ts'

test('of five and more no batch has fewer than five, however many wait', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 20_000 }), (waiting) => {
      for (let left = waiting; left > 0; left -= batchSize(left)) expect(batchSize(left)).toBeGreaterThanOrEqual(5)
    }),
    { examples: [[2001], [2004], [2005], [4001]] },
  )
})
