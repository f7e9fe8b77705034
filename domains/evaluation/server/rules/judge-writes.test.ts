import { expect, test } from 'vitest'
import { evidenceOf, judgeWrites, type Kept, type Write } from './judge-writes.ts'

const savedAt = new Date('2026-11-24T08:00:00Z')
const kept = (rev: number, clientSeq: number, more: Partial<Kept> = {}): Kept => ({
  ...{ slot: 1, rev, kind: 'save', option: 0, clientSeq, leaseEpoch: 1, savedAt },
  ...more,
})
const write = (clientSeq: number, baseRev: number, more: Partial<Write> = {}): Write => ({
  ...{ slot: 1, option: 2, baseRev, clientSeq, priorSeqs: [], clientTime: savedAt },
  ...more,
})
const sheet = (...revisions: Kept[]) => ({ leaseEpoch: 1, optionCounts: [5, 5], kept: revisions })

test.each([
  ['a first answer', write(1, 0), [], { status: 'saved', rev: 1 }],
  ['one on what counts', write(2, 1), [kept(1, 1)], { status: 'saved', rev: 2 }],
  ['the same write again', write(1, 0), [kept(1, 1)], { status: 'saved', rev: 1, before: { savedAt } }],
  ['one that did not see another', write(2, 0), [kept(1, 1, { leaseEpoch: 2 })], { status: 'conflict', rev: 2 }],
  ['one after an own one that was never answered', write(3, 0, { priorSeqs: [2] }), [kept(1, 2)], { status: 'saved', rev: 2 }],
  ['after evidence the number goes on', write(9, 1), [kept(1, 1), kept(2, 4, { kind: 'conflict' })], { status: 'saved', rev: 3 }],
  ['an option that is not there', write(1, 0, { option: 5 }), [], { status: 'invalid' }],
  ['an item that is not there', write(1, 0, { slot: 3 }), [], { status: 'unknown' }],
  ['an emptied answer', write(2, 1, { option: null }), [kept(1, 1)], { status: 'saved', rev: 2 }],
] as const)('%s', (_says, given, revisions, verdict) => {
  expect(judgeWrites([given], sheet(...revisions))).toMatchObject([verdict])
})

test('what does not count is kept once, and not without end', () => {
  expect(evidenceOf([write(2, 0)], sheet(kept(1, 1)))).toMatchObject([{ rev: 2 }])
  expect(evidenceOf([write(1, 0)], sheet(kept(1, 1)))).toEqual([])
  const many = Array.from({ length: 50 }, (_, at) => kept(at + 2, at + 2, { kind: 'late' }))
  expect(evidenceOf([write(99, 0)], sheet(kept(1, 1), ...many))).toEqual([])
})
