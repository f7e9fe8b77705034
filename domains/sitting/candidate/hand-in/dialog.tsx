import { Dialog } from '@kaopei/web/candidate'
import { useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import type { OutboxView } from '../outbox/types.ts'
import { isAnswered } from '../room/answer-card.tsx'
import type { SittingSession } from '../session/session.ts'
import { heldBackBy } from './words.ts'

/** Asks before handing in, with what a candidate should know: open, marked and unsent questions, and how long to wait. */
export function HandInDialog({
  session,
  outbox,
  onClose,
  onOpen,
  onHandIn,
}: {
  session: SittingSession
  outbox: OutboxView
  onClose: () => void
  onOpen: (index: number) => void
  onHandIn: () => void
}): ReactNode {
  const { items, rules } = session.sheet
  const states = items.map(({ slot }) => outbox.slots.get(slot))
  const open = states.flatMap((state, index) => (isAnswered(state?.answer ?? null) ? [] : [index]))
  const flagged = states.filter((state) => state?.isFlagged).length
  const conflicts = states.filter((state) => state?.conflict).length
  const stuck = heldBackBy(items, outbox).stuck
  const waiting = states.filter((state) => state?.isUnsent && !state.isStuck && !state.conflict).length
  const uploading = useStore(session.pictures.view).length
  const waitMinutes = useWaitMinutes(session)
  const mustAnswer = !rules.permitSkipSubmit && open.length > 0
  const mayHandIn = waitMinutes === 0 && !mustAnswer && conflicts === 0 && uploading === 0
  const goToFirst = () => {
    onClose()
    onOpen(open[0] ?? 0)
  }
  return (
    <Dialog
      title="确认交卷？"
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            继续作答
          </button>
          <button type="button" className="primary" disabled={!mayHandIn} onClick={onHandIn}>
            确认交卷
          </button>
        </>
      }
    >
      <dl className="summary">
        <div>
          <dt>已作答</dt>
          <dd>{items.length - open.length}</dd>
        </div>
        <div className={open.length > 0 ? 'warn' : ''}>
          <dt>未作答</dt>
          <dd>{open.length}</dd>
        </div>
        <div>
          <dt>已标记</dt>
          <dd>{flagged}</dd>
        </div>
      </dl>
      {open.length > 0 && (
        <p>
          还有 {open.length} 道题未作答{mustAnswer ? '，本场考试须全部作答才能交卷' : ''}。
          {rules.permitSkipBack && (
            <button type="button" className="plain" onClick={goToFirst}>
              去第 {(open[0] ?? 0) + 1} 题
            </button>
          )}
        </p>
      )}
      {conflicts > 0 && <p className="warn-text">有 {conflicts} 道题存在两份作答，请先选择以哪一份为准。</p>}
      {waiting > 0 && <p className="warn-text">有 {waiting} 道题尚未送达服务器，交卷前会先上传；送不到时不会交卷。</p>}
      {stuck && <p className="warn-text">{stuck}的答案未能保存，内容可能被网络设备拦截，请修改后再交卷。</p>}
      {uploading > 0 && <p className="warn-text">有 {uploading} 张图片还没有上传完成，请等待上传或删除后再交卷。</p>}
      {waitMinutes > 0 && (
        <p className="warn-text">
          开始答题 {rules.forceCommitTime} 分钟后才能交卷，还需等待约 {waitMinutes} 分钟。
        </p>
      )}
      <p className="note">交卷后不能再修改答案。</p>
    </Dialog>
  )
}

function useWaitMinutes(session: SittingSession): number {
  const read = () => {
    const earliest = Date.parse(session.sheet.startedAt) + session.sheet.rules.forceCommitTime * 60_000
    return Math.max(0, Math.ceil((earliest - session.clock.now()) / 60_000))
  }
  const [minutes, setMinutes] = useState(read)
  // Time passes outside React.
  useEffect(() => {
    const timer = setInterval(() => setMinutes(read()), 1000)
    return () => clearInterval(timer)
  })
  return minutes
}
