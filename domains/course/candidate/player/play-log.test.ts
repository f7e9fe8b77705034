import { expect, test } from 'vitest'
import { PlayLog } from './play-log.ts'

test('what was played is told in its order, and each piece once', () => {
  const log = new PlayLog()
  for (const at of [0, 0.25, 1, 2, 3]) log.moved(at, 1)
  expect(log.take()).toEqual([[0, 3]])
  for (const at of [3.5, 4]) log.moved(at, 1)
  log.moved(100, 1)
  log.moved(101, 1)
  log.stopped()
  log.moved(10, 2)
  log.moved(15, 2)
  expect(log.take()).toEqual([
    [3, 4],
    [100, 101],
    [10, 15],
  ])
  expect(log.take()).toEqual([])
})

test('what could not count is told again first', () => {
  const log = new PlayLog()
  log.moved(10, 1)
  log.moved(12, 1)
  log.putBack([[8, 10]])
  expect(log.take()).toEqual([
    [8, 10],
    [10, 12],
  ])
})
