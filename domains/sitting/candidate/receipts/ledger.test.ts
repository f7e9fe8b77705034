import { expect, test } from 'vitest'
import type { Receipts } from '../../contract/sitting.ts'
import { ledgerFile, ledgerOf } from './ledger.ts'

const savedAt = '2026-11-21T02:03:04.000Z'
const row = (slot: number, rev: number, isCurrent = false) => ({
  ...{ slot, rev, hash: 'h', savedAt, receipt: `r${slot}.${rev}`, isCurrent },
})
const kept = (slot: number, rev: number) => ({ slot, rev, receipt: `r${slot}.${rev}`, savedAt })
const server: Receipts = {
  serverTime: savedAt,
  examName: '=安全考试',
  candidateName: '李"四"',
  stateLabel: '答题中',
  submittedAt: null,
  slots: [3, 1, 2],
  dataList: [row(3, 1), row(3, 2, true), row(1, 1, true)],
  totalCount: 3,
  evidence: [{ slot: 2, rev: 1, hash: 'h', savedAt, kind: 'late' }],
}
const write = {
  ...{ slot: 2, seq: 5, baseRev: 0, priorSeqs: [], priorTexts: [], wasSent: false, at: savedAt },
  answer: { type: 1 as const, optionId: 'a' },
}

test('each revision is held against the server, in the order of the paper', () => {
  const ledger = ledgerOf({
    server,
    kept: { writes: [write], receipts: [kept(3, 2), kept(1, 1), kept(2, 9)] },
    missing: [{ slot: 1, rev: 1 }],
  })
  expect(ledger.rows.map(({ number, rev, state, isCurrent }) => [number, rev, state, isCurrent])).toEqual([
    [1, 1, 'serverOnly', false],
    [1, 2, 'agreed', true],
    [2, 1, 'missing', true],
    [3, 9, 'missing', false],
  ])
  expect(ledger).toMatchObject({ agreedCount: 1, missingCount: 2, waiting: [{ number: 3, isHeld: false }] })
})

test('without the server nothing is called agreed', () => {
  const ledger = ledgerOf({ server: null, kept: { writes: [write], receipts: [kept(1, 1)] }, missing: [] })
  expect(ledger.rows).toMatchObject([{ number: null, state: 'unchecked' }])
  expect(ledger).toMatchObject({ agreedCount: 0, missingCount: 0, waiting: [{ slot: 2 }] })
})

test('a flag that waits is no answer that waits', () => {
  const { answer: _answer, ...flag } = write
  expect(ledgerOf({ server, kept: { writes: [flag], receipts: [] }, missing: [] }).waiting).toEqual([])
})

test('the file has every revision, opens anywhere and runs nothing', () => {
  const ledger = ledgerOf({ server, kept: { writes: [write], receipts: [kept(3, 2)] }, missing: [] })
  const file = ledgerFile(ledger, { attemptId: 'a-1', madeAt: new Date(savedAt) })
  const lines = file.split('\r\n')
  expect(file.startsWith('\uFEFF')).toBe(true)
  expect(lines[0]).toContain(`"'=安全考试"`)
  expect(lines[1]).toBe('"考生","李""四"""')
  expect(lines.slice(8)).toEqual([
    `"1","1","${savedAt}","r3.1","服务器已保存（本机无凭证）","否"`,
    `"1","2","${savedAt}","r3.2","一致","是"`,
    `"2","1","${savedAt}","r1.1","服务器已保存（本机无凭证）","是"`,
    `"3","1","${savedAt}","","截止后送达，留存备查","否"`,
    `"3","","${savedAt}","","尚未送达服务器","否"`,
    '',
  ])
})
