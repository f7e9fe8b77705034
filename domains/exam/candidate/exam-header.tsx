import type { ReactNode } from 'react'
import type { OutboxView } from './outbox-types.ts'
import type { SittingSession, SittingView } from './sitting-session.ts'
import { Timer } from './timer.tsx'

/** What must be in sight all the time: the exam, whether the answers are safe, the time that is left. */
export function ExamHeader({
  session,
  sitting,
  outbox,
  isLocked,
  onHandIn,
}: {
  session: SittingSession
  sitting: SittingView
  outbox: OutboxView
  isLocked: boolean
  onHandIn: () => void
}): ReactNode {
  const { examName, candidateName } = session.sheet
  return (
    <header className="room-header">
      <div className="room-title">
        <h1>{examName}</h1>
        <span>{candidateName}</span>
      </div>
      <SaveState outbox={outbox} />
      <Timer clock={session.clock} due={sitting.due} />
      <button type="button" className="primary" disabled={isLocked} onClick={onHandIn}>
        交卷
      </button>
    </header>
  )
}

/** 已保存 comes from a receipt alone (wire.md). */
function SaveState({ outbox }: { outbox: OutboxView }): ReactNode {
  const { unsentCount, isConnectionLost, isSending, lastSavedAt } = outbox
  if (isConnectionLost) return <span className="save-state lost">{unsentCount > 0 ? `${unsentCount} 题未送达` : '网络断开'}</span>
  if (unsentCount > 0) return <span className="save-state busy">{isSending ? '保存中…' : '待保存'}</span>
  if (lastSavedAt === null) return <span className="save-state">答案自动保存</span>
  return <span className="save-state saved">已保存 {timeOf(lastSavedAt)}</span>
}

function timeOf(instant: string): string {
  return new Date(instant).toLocaleTimeString('zh-CN', { hour12: false })
}
