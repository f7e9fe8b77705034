import { dateTime, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { type Receipts, sitting } from '../../contract/sitting.ts'
import { memoryStore, type OutboxStore, openBrowserStore } from '../outbox/store.ts'
import { evidenceLabels, type Ledger, type LedgerRow, ledgerFile, ledgerOf, ledgerStateLabels } from './ledger.ts'
import './receipts.css'

/** 提交凭证: what the server holds of each answer, what this device can prove, and what still waits here. */
export function ReceiptsView({ attemptId, store }: { attemptId: string; store?: OutboxStore | undefined }): ReactNode {
  const load = useCallback(() => readLedger(attemptId, store), [attemptId, store])
  const loaded = useLoad(load)
  return (
    <Show loaded={loaded}>
      {(ledger) => (
        <>
          <Verdict ledger={ledger} />
          <div className="actions receipt-actions">
            <button type="button" onClick={loaded.reload} disabled={loaded.isLoading}>
              {loaded.isLoading ? '核对中…' : '重新核对'}
            </button>
            <button type="button" className="primary" onClick={() => saveFile(ledger, attemptId)}>
              导出凭证
            </button>
          </div>
          <Waiting ledger={ledger} />
          <Rows ledger={ledger} />
          <Evidence server={ledger.server} />
        </>
      )}
    </Show>
  )
}

async function readLedger(attemptId: string, given: OutboxStore | undefined): Promise<Ledger> {
  const store = given ?? (await openBrowserStore().catch(() => memoryStore()))
  const kept = await store.load(attemptId).catch(() => ({ writes: [], receipts: [] }))
  try {
    const server = await call(sitting.receipts, { attemptId }, { silent: true })
    const receipts = kept.receipts.map(({ slot, rev, receipt }) => ({ slot, rev, receipt })).slice(-5000)
    const { missing } = await call(sitting.reconcile, { attemptId, receipts }, { silent: true })
    return ledgerOf({ kept, server, missing })
  } catch (error) {
    // Without network the device's own records are what a candidate most wants to see; with nothing there either, it is a failure.
    if (kept.receipts.length + kept.writes.length === 0) throw error
    return ledgerOf({ kept, server: null, missing: [] })
  }
}

function Verdict({ ledger }: { ledger: Ledger }): ReactNode {
  const { server, rows, waiting, agreedCount, missingCount } = ledger
  const isGood = server !== null && missingCount === 0 && waiting.length === 0
  return (
    <section className="panel" aria-label="核对结果">
      <p className={isGood ? 'verdict-line good' : 'verdict-line warn'} role="status">
        {verdictOf(ledger)}
      </p>
      <dl className="facts">
        <Fact name="考试" value={server?.examName ?? '-'} />
        <Fact name="考生" value={server?.candidateName ?? '-'} />
        <Fact name="答卷状态" value={server?.stateLabel ?? '-'} />
        <Fact name="交卷时间" value={dateTime(server?.submittedAt ?? null)} />
        <Fact name="服务器已保存" value={server ? `${server.totalCount} 次` : '-'} />
        <Fact name="本机凭证" value={`${rows.filter(({ state }) => state !== 'serverOnly').length} 份，一致 ${agreedCount} 份`} />
      </dl>
    </section>
  )
}

function verdictOf({ server, waiting, missingCount }: Ledger): string {
  if (server === null) return '网络不通，以下仅为本机记录，恢复网络后请重新核对。'
  if (missingCount > 0) return `有 ${missingCount} 份凭证在服务器上未找到，请导出凭证并联系监考人员。`
  if (waiting.length > 0) return `有 ${waiting.length} 道题的答案尚未送达服务器。`
  return '本机凭证与服务器一致，没有未送达的答案。'
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Waiting({ ledger: { waiting } }: { ledger: Ledger }): ReactNode {
  if (waiting.length === 0) return null
  return (
    <section className="panel" aria-labelledby="waiting-title">
      <h2 id="waiting-title">本机未送达</h2>
      <ul className="receipt-list">
        {waiting.map(({ slot, number, writtenAt, isHeld }) => (
          <li key={slot}>
            <strong>{number === null ? '题目' : `第 ${number} 题`}</strong>
            <span>写于 {clockTime(writtenAt)}（本机时间）</span>
            <em>{isHeld ? '等待您选择以哪一份为准' : '等待上传'}</em>
          </li>
        ))}
      </ul>
    </section>
  )
}

const tones: Record<LedgerRow['state'], string> = { agreed: 'good', serverOnly: '', missing: 'bad', unchecked: 'warn' }

function Rows({ ledger: { rows } }: { ledger: Ledger }): ReactNode {
  return (
    <section className="panel" aria-labelledby="receipts-title">
      <h2 id="receipts-title">每次保存的凭证</h2>
      {rows.length === 0 ? (
        <p className="note">还没有保存过答案。</p>
      ) : (
        <ul className="receipt-list">
          {rows.map(({ slot, number, rev, savedAt, receipt, state, isCurrent }) => (
            <li key={`${slot}:${rev}`}>
              <strong>{number === null ? '题目' : `第 ${number} 题`}</strong>
              <span>
                第 {rev} 版　{clockTime(savedAt)}
                {isCurrent && '　计入答卷'}
              </span>
              <code title={receipt}>{receipt.slice(0, 16)}…</code>
              <em className={tones[state]}>{ledgerStateLabels[state]}</em>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Evidence({ server }: { server: Receipts | null }): ReactNode {
  if (!server || server.evidence.length === 0) return null
  return (
    <section className="panel" aria-labelledby="evidence-title">
      <h2 id="evidence-title">未计入答卷的作答</h2>
      <ul className="receipt-list">
        {server.evidence.map(({ slot, rev, savedAt, kind }) => (
          <li key={`${slot}:${rev}`}>
            <strong>第 {server.slots.indexOf(slot) + 1} 题</strong>
            <span>
              第 {rev} 版　{clockTime(savedAt)}
            </span>
            <em className="warn">{evidenceLabels[kind]}</em>
          </li>
        ))}
      </ul>
    </section>
  )
}

function clockTime(instant: string): string {
  const seconds = String(new Date(instant).getSeconds()).padStart(2, '0')
  return `${dateTime(instant)}:${seconds}`
}

function saveFile(ledger: Ledger, attemptId: string): void {
  const text = ledgerFile(ledger, { attemptId, madeAt: new Date() })
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `提交凭证-${(ledger.server?.examName ?? attemptId).replace(/[\\/:*?"<>|]/g, '_')}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
