import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchSize, mayWrite } from './batches.ts'

test('of five and more no batch has fewer than five, however many wait', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 20_000 }), (waiting) => {
      for (let left = waiting; left > 0; left -= batchSize(left)) expect(batchSize(left)).toBeGreaterThanOrEqual(5)
    }),
    { examples: [[2001], [2004], [2005], [4001]] },
  )
})

/** Sheets that come, the secret that is changed and changed back, and the end. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('come' as const), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('swap' as const) }),
)

test('whatever happens to the secret, nobody is written with fewer than four others, and all are in the end', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      let [waiting, awaited, written] = [0, 0, 0]
      const write = (isLast: boolean) => {
        for (;;) {
          const many = batchSize(mayWrite({ waiting, awaited, written, isLast }))
          if (many === 0) return
          expect(many).toBeGreaterThanOrEqual(5)
          waiting -= many
          written += many
        }
      }
      const swap = () => {
        const kept = waiting
        waiting = awaited
        awaited = kept
      }
      for (const one of happenings) {
        if (one.kind === 'come') waiting += one.count
        else swap()
        write(false)
      }
      write(true)
      // What was left can still be written as five or more, whichever of the secrets is there at last.
      if (awaited >= 5) {
        swap()
        write(true)
      }
      if (waiting + awaited + written >= 5 && (waiting === 0 || awaited === 0)) expect(waiting + awaited).toBe(0)
    }),
  )
})
