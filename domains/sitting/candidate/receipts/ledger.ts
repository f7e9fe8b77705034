/** Holds what this device knows against what the server holds: revision by revision, by their receipts. */
import type { Receipts } from '../../contract/sitting.ts'
import type { KeptAttempt } from '../outbox/store.ts'

export type LedgerState =
  /** The server holds exactly what this device has a receipt for. */
  | 'agreed'
  /** Saved, but not from here, or this device has forgotten it. */
  | 'serverOnly'
  /** This device has a receipt, and the server does not stand by it: somebody must look into it. */
  | 'missing'

export interface LedgerRow {
  readonly slot: number
  /** Of the question on the paper; null when the server could not be asked. */
  readonly number: number | null
  readonly rev: number
  readonly savedAt: string
  readonly receipt: string
  readonly state: LedgerState | 'unchecked'
  readonly isCurrent: boolean
}

export interface WaitingRow {
  readonly slot: number
  readonly number: number | null
  /** By this device's clock. */
  readonly writtenAt: string
  readonly isHeld: boolean
}

export interface Ledger {
  readonly server: Receipts | null
  readonly rows: readonly LedgerRow[]
  readonly waiting: readonly WaitingRow[]
  readonly agreedCount: number
  readonly missingCount: number
}

export interface LedgerSources {
  readonly kept: Pick<KeptAttempt, 'writes' | 'receipts'>
  /** null: the server could not be asked. */
  readonly server: Receipts | null
  /** Of the kept receipts, those that the server does not stand by. */
  readonly missing: readonly { readonly slot: number; readonly rev: number }[]
}

export function ledgerOf({ kept, server, missing }: LedgerSources): Ledger {
  const numberOf = (slot: number) => (server ? server.slots.indexOf(slot) + 1 || null : null)
  const key = ({ slot, rev }: { slot: number; rev: number }) => `${slot}:${rev}`
  const refused = new Set(missing.map(key))
  const mine = new Map(kept.receipts.map((receipt) => [key(receipt), receipt]))
  const rows = (server?.dataList ?? []).map((row): LedgerRow => {
    const { slot, rev, savedAt, receipt, isCurrent } = row
    const own = mine.get(key(row))
    mine.delete(key(row))
    const state = own === undefined ? 'serverOnly' : refused.has(key(row)) ? 'missing' : 'agreed'
    return { slot, number: numberOf(slot), rev, savedAt, receipt: own?.receipt ?? receipt, state, isCurrent }
  })
  for (const { slot, rev, savedAt, receipt } of mine.values()) {
    const state = server ? 'missing' : 'unchecked'
    rows.push({ slot, number: numberOf(slot), rev, savedAt, receipt, state, isCurrent: false })
  }
  const waiting = kept.writes.flatMap(({ slot, answer, at, isHeld = false }) =>
    answer ? [{ slot, number: numberOf(slot), writtenAt: at, isHeld }] : [],
  )
  return {
    server,
    rows: rows.sort((a, b) => (a.number ?? a.slot) - (b.number ?? b.slot) || a.rev - b.rev),
    waiting,
    agreedCount: rows.filter(({ state }) => state === 'agreed').length,
    missingCount: rows.filter(({ state }) => state === 'missing').length,
  }
}

export const ledgerStateLabels: Record<LedgerRow['state'], string> = {
  agreed: '一致',
  serverOnly: '服务器已保存（本机无凭证）',
  missing: '服务器未找到',
  unchecked: '尚未核对',
}

export const evidenceLabels: Record<Receipts['evidence'][number]['kind'], string> = {
  conflict: '与另一处作答冲突，留存备查',
  replaced: '来自已被接管的窗口或设备，留存备查',
  late: '截止后送达，留存备查',
  passed: '已进入后面的试题，不能返回修改，留存备查',
}

/** The whole ledger as a table that any spreadsheet opens; for a candidate who wants to keep proof. */
export function ledgerFile(ledger: Ledger, { attemptId, madeAt }: { attemptId: string; madeAt: Date }): string {
  const { server } = ledger
  const lines: (string | number)[][] = [
    ['考试', server?.examName ?? ''],
    ['考生', server?.candidateName ?? ''],
    ['答卷编号', attemptId],
    ['答卷状态', server?.stateLabel ?? '未联系到服务器'],
    ['交卷时间', server?.submittedAt ?? ''],
    ['导出时间', madeAt.toISOString()],
    [],
    ['题号', '版本', '服务器保存时间（UTC）', '提交凭证', '核对结果', '计入答卷'],
    ...ledger.rows.map((row) => [
      row.number ?? '',
      row.rev,
      row.savedAt,
      row.receipt,
      ledgerStateLabels[row.state],
      row.isCurrent ? '是' : '否',
    ]),
    ...(server?.evidence ?? []).map((row) => [
      server ? server.slots.indexOf(row.slot) + 1 : '',
      row.rev,
      row.savedAt,
      '',
      evidenceLabels[row.kind],
      '否',
    ]),
    ...ledger.waiting.map((row) => [row.number ?? '', '', row.writtenAt, '', '尚未送达服务器', '否']),
  ]
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Quoted, and never a formula to the program that opens it. */
function cell(value: string | number): string {
  const text = String(value)
  return `"${(/^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
