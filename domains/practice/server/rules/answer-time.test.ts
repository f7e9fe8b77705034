import { expect, test } from 'vitest'
import { endOf, timeOfAnswer } from './answer-time.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
const begunAt = at(8)

test.each([
  ['none was kept', null, at(10), at(10)],
  ['kept an hour ago', at(9), at(10), at(9)],
  ['before the round began', at(7), at(10), at(10)],
  ['a clock of 1970', new Date(5000), at(10), at(10)],
  ['a clock that is ahead', at(11), at(10), at(10)],
  ['kept for a day', at(9), at(33), at(9)],
  ['kept for longer', at(9), at(34), at(34)],
])('%s', (_, answeredAt, now, expected) => {
  expect(timeOfAnswer({ answeredAt, now, begunAt })).toEqual(expected)
})

test.each([
  [null, null, null],
  [at(9), null, at(9)],
  [null, at(8), at(8)],
  [at(9), at(8), at(8)],
  [at(9), at(10), at(9)],
])('an end by the clock %s and by hand %s is %s', (endAt, endedAt, expected) => {
  expect(endOf({ endAt, endedAt })).toEqual(expected)
})
