import { expect, test } from 'vitest'
import { ServerLoad } from './server-load.ts'

function loadAt() {
  let now = 0
  const load = new ServerLoad(() => now)
  const pass = (ms: number) => {
    now += ms
  }
  return { load, pass }
}

test('at rest it is 0, and 10 where everything takes half a second', () => {
  const { load, pass } = loadAt()
  expect(load.level).toBe(0)
  for (let sample = 0; sample < 60; sample++) {
    pass(10)
    load.note('store', 520)
  }
  expect(load.level).toBe(10)
})

test.each([
  [0, 0],
  [50, 1],
  [249, 4],
  [250, 5],
  [400, 8],
  [500, 10],
  [5000, 10],
])('in between it is linear: what takes %i ms again and again is a load of %i', (ms, level) => {
  const { load } = loadAt()
  for (let sample = 0; sample < 200; sample++) load.note('pool', ms)
  expect(load.level).toBe(level)
})

test('that what waits in line begins at once does not make a loop that stands still forgotten', () => {
  const { load } = loadAt()
  for (let sample = 0; sample < 60; sample++) load.note('loop', 520)
  for (let piece = 0; piece < 1000; piece++) load.note('line', 1)
  expect(load.level).toBe(10)
})

test('the worst of them counts, and one long stop is no crowd', () => {
  const { load } = loadAt()
  load.note('loop', 5000)
  expect(load.level).toBe(4)
  for (let sample = 0; sample < 60; sample++) load.note('pool', 260)
  expect(load.level).toBe(5)
})

test('what was busy is forgotten when nobody comes any more', () => {
  const { load, pass } = loadAt()
  for (let sample = 0; sample < 60; sample++) load.note('store', 900)
  expect(load.level).toBe(10)
  pass(10_000)
  expect(load.level).toBe(0)
})
