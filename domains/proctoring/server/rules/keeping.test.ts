import { expect, test } from 'vitest'
import { deletedFrom, keepingOf, kindOf } from './keeping.ts'
import { pieceChain } from './piece-chain.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

test.each([
  ['kept', { deletesAt: at(20) }],
  ['due', { deletesAt: at(10) }],
  ['deleting', { deletesAt: at(10), isDeleting: true }],
  ['held', { deletesAt: at(10), isHeld: true, isDeleting: true }],
  ['held', { deletesAt: at(20), isHeld: true }],
  ['deleted', { deletesAt: at(10), isHeld: true, deletedAt: at(11) }],
])('%s', (state, kept) => {
  expect(keepingOf({ isHeld: false, isDeleting: false, deletedAt: null, ...kept }, at(15))).toBe(state)
})

test.each([
  [1, 'film', 1],
  [2, 'film', 2],
  [3, 'composed', 2],
  [1, 'picture', 3],
  [1, 'thumb', 3],
  [2, 'thumb', 4],
])('of source %i a %s is of kind %i', (source, kind, expected) => {
  expect(kindOf({ source, kind })).toBe(expected)
})

test.each([
  [2, 'picture', 1, 6],
  [2, 'thumb', 1, 6],
  [2, 'picture', 2, 4],
  [2, 'film', 1, 2],
  [1, 'picture', 1, 3],
])('of source %i the %s %i is of kind %i where the check-in has days of its own', (source, kind, number, expected) => {
  expect(kindOf({ source, kind, number }, { 4: 180, 6: 30 })).toBe(expected)
  expect(kindOf({ source, kind, number }, { 4: 180 })).toBe(expected === 6 ? 4 : expected)
})

test('what was agreed is shortened by the company, and never lengthened', () => {
  const days = (agreed: number, now: number) => (deletedFrom(at(1), agreed, now).getTime() - at(1).getTime()) / 86_400_000
  expect([days(180, 30), days(30, 180)]).toEqual([30, 30])
})

test('the chain begins with the attempt, and another piece, order or time is another head', () => {
  const attemptId = '0198a000-0000-7000-8000-000000000001'
  const piece = (number: number) => ({ source: 1, kind: 'film', number, from: at(1), until: at(2), sha256: 'a'.repeat(64) })
  expect(pieceChain(attemptId, [])).toMatch(/^13b0a71f[0-9a-f]{51}ec610$/)
  const heads = [[piece(1), piece(2)], [piece(2), piece(1)], [piece(1)], [piece(1), { ...piece(2), until: at(3) }]].map(
    (pieces) => pieceChain(attemptId, pieces),
  )
  expect(new Set(heads).size).toBe(4)
})
