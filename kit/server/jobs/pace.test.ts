import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('whoever waits has a turn in the middle of long work', async () => {
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  const pace = new Pace(5)
  let pieces = 0
  while (!hadTurn && pieces < 10_000_000) {
    await pace.breathe()
    pieces += 1
  }
  expect(hadTurn).toBe(true)
  expect(pieces).toBeGreaterThan(1)
})

test('no work waits for others before its time', async () => {
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  const pace = new Pace(Number.POSITIVE_INFINITY)
  for (let piece = 0; piece < 1000; piece++) await pace.breathe()
  expect(hadTurn).toBe(false)
})
