import { expect, test } from 'vitest'
import { reelOf } from './reel.ts'

const piece = (number: number, from: number, until: number, isStill = false) => ({
  ...{ number, isStill },
  from: from * 1000,
  until: until * 1000,
})
const of = (pieces: ReturnType<typeof piece>[], start: number) => {
  const { beginsAt, placed } = reelOf(pieces, start * 1000)
  return [beginsAt / 1000, ...placed.map(({ piece: { number }, at, seconds }) => [number, at, seconds])]
}

test.each([
  [
    'one after the other, overlapping a little',
    [piece(1, 100, 110.2), piece(2, 110, 120.1)],
    100,
    [100, [1, 0, 10], [2, 10, 10.1]],
  ],
  ['a lost one in between: the picture before it stays', [piece(1, 0, 10), piece(3, 20, 30)], 0, [0, [1, 0, 20], [3, 20, 10]]],
  ['a still one: the same', [piece(1, 0, 10), piece(2, 10, 20, true), piece(3, 20, 30)], 0, [0, [1, 0, 20], [3, 20, 10]]],
  ['a still one at the end: as long as it says', [piece(1, 0, 10), piece(2, 10, 20, true)], 0, [0, [1, 0, 20]]],
  ['the camera was late', [piece(1, 30, 40)], 0, [0, [1, 30, 10]]],
  ['the camera was early', [piece(1, 98, 108)], 100, [98, [1, 0, 10]]],
  ['swapped numbers: the clock decides', [piece(2, 0, 10), piece(1, 10, 20)], 0, [0, [2, 0, 10], [1, 10, 10]]],
  ['nothing but still ones', [piece(1, 0, 10, true)], 0, [0]],
])('%s', (_, pieces, start, expected) => {
  expect(of(pieces, start)).toEqual(expected)
})
