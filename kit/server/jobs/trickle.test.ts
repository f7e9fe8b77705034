import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Trickle } from './trickle.ts'

test('of much that comes at once so much begins in each turn of the loop, in its order, and says how long it waited', async () => {
  const trickle = new Trickle(3)
  const begun: number[] = []
  const waits = Array.from({ length: 10 }, async (_, number) => {
    const waited = await trickle.turn()
    begun.push(number)
    return waited
  })
  const counts: number[] = []
  while (begun.length < 10) {
    const before = begun.length
    await nextTurn()
    counts.push(begun.length - before)
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(Math.max(...counts)).toBe(3)
  for (const waited of await Promise.all(waits)) expect(waited).toBeGreaterThan(0)
  // At rest again: the next one begins in the next turn.
  let isBegun = false
  const again = trickle.turn().then(() => {
    isBegun = true
  })
  await nextTurn()
  await nextTurn()
  expect(isBegun).toBe(true)
  await again
})

test('who comes while others wait is behind them', async () => {
  const trickle = new Trickle(1)
  const begun: string[] = []
  const come = async (name: string) => {
    await trickle.turn()
    begun.push(name)
    if (name === 'a') await come('d')
  }
  await Promise.all(['a', 'b', 'c'].map(come))
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})
