import { expect, test } from 'vitest'
import { keepingOf } from './keeping.ts'
import { pieceChain } from './piece-chain.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

test.each([
  ['kept', { deletesAt: at(20), isHeld: false, deletedAt: null }],
  ['due', { deletesAt: at(10), isHeld: false, deletedAt: null }],
  ['held', { deletesAt: at(10), isHeld: true, deletedAt: null }],
  ['held', { deletesAt: at(20), isHeld: true, deletedAt: null }],
  ['deleted', { deletesAt: at(10), isHeld: true, deletedAt: at(11) }],
])('%s', (state, kept) => {
  expect(keepingOf(kept, at(15))).toBe(state)
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
