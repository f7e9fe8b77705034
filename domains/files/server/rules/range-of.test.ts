import { expect, test } from 'vitest'
import { rangeOf } from './range-of.ts'

test.each([
  [undefined, 100, 'whole'],
  ['bytes=0-9', 100, { first: 0, last: 9 }],
  ['bytes=90-', 100, { first: 90, last: 99 }],
  ['bytes=90-900', 100, { first: 90, last: 99 }],
  ['bytes=-10', 100, { first: 90, last: 99 }],
  ['bytes=-1000', 100, { first: 0, last: 99 }],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=9-3', 100, 'whole'],
  ['bytes=-', 100, 'whole'],
  ['bytes=0-1,3-4', 100, 'whole'],
  ['lines=0-1', 100, 'whole'],
])('%s of %i bytes', (header, size, expected) => {
  expect(rangeOf(header, size)).toEqual(expected)
})
