import { useStore } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { AnswerCard } from './answer-card.tsx'
import { Dialog } from './dialog.tsx'
import { ExamHeader } from './exam-header.tsx'
import { HandInDialog } from './hand-in-dialog.tsx'
import type { OutboxView } from './outbox-types.ts'
import { QuestionCard } from './question-card.tsx'
import { ReceiptsView } from './receipts-view.tsx'
import type { SittingSession } from './sitting-session.ts'
import { useExamKeys } from './use-exam-keys.ts'
import { useExamRules } from './use-exam-rules.ts'
import { usePosition } from './use-position.ts'

const sizes = ['normal', 'large', 'larger'] as const
type FontSize = (typeof sizes)[number]

/** The paper on the screen, and everything that is possible while it is open. */
export function ExamRoom({ session, onLeave }: { session: SittingSession; onLeave: () => void }): ReactNode {
  const sitting = useStore(session.view)
  const subscribe = useCallback((listener: () => void) => session.outbox.subscribe(listener), [session])
  const outbox = useSyncExternalStore(subscribe, () => session.outbox.view)
  const [size, setSize] = useState<FontSize>('normal')
  const [isList, setList] = useState(false)
  const [isCardOpen, setCardOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isProving, setProving] = useState(false)
  const { items, rules } = session.sheet
  const position = usePosition(session, outbox)
  const { notice, needsFullScreen, enterFullScreen } = useExamRules(session, sitting.phase === 'answering')
  const isLocked = sitting.phase !== 'answering' || sitting.isTimeUp
  useExamKeys({ session, outbox, position, isActive: !isLocked && !isAsking && !isList && !isProving })

  const card = (
    <AnswerCard
      items={items}
      slots={outbox.slots}
      current={position.index}
      mayOpen={position.mayOpen}
      onOpen={(index) => {
        position.open(index)
        setCardOpen(false)
        if (isList) document.getElementById(`question-${index + 1}`)?.scrollIntoView({ block: 'start' })
      }}
    />
  )
  const shown = isList ? items.map((_, index) => index) : [position.index]
  return (
    <div className={`room font-${size}`}>
      <ExamHeader session={session} sitting={sitting} outbox={outbox} onHandIn={() => setAsking(true)} isLocked={isLocked} />
      <Banner outbox={outbox} isHeartLost={sitting.isHeartLost} problem={sitting.problem} notice={notice} />
      <main className="room-main">
        <div className="questions">
          <div className="view-tools">
            <FontSizes size={size} onChange={setSize} />
            <button type="button" className="plain" onClick={() => setProving(true)}>
              提交凭证
            </button>
            {rules.permitSkip && rules.permitSkipBack && (
              <button type="button" className="plain" aria-pressed={isList} onClick={() => setList(!isList)}>
                {isList ? '逐题显示' : '整卷显示'}
              </button>
            )}
          </div>
          {shown.map((index) => (
            <QuestionCard key={items[index]?.slot} session={session} outbox={outbox} index={index} isLocked={isLocked} />
          ))}
          {!isList && <p className="key-hint">快捷键：← → 换题，A–Z 或 1–9 选择，F 标记</p>}
          {!isList && <Pager position={position} total={items.length} onCard={() => setCardOpen(true)} />}
        </div>
        <aside className="side" aria-label="答题卡">
          <h2>答题卡</h2>
          {card}
        </aside>
      </main>
      {isList && (
        <button type="button" className="card-button" onClick={() => setCardOpen(true)}>
          答题卡
        </button>
      )}
      {isCardOpen && (
        <Dialog
          title="答题卡"
          isSheet
          onClose={() => setCardOpen(false)}
          actions={<CloseButton onClick={() => setCardOpen(false)} />}
        >
          {card}
        </Dialog>
      )}
      {isAsking && !isLocked && (
        <HandInDialog session={session} outbox={outbox} onClose={() => setAsking(false)} onOpen={position.open} />
      )}
      {isProving && (
        <Dialog title="提交凭证" onClose={() => setProving(false)} actions={<CloseButton onClick={() => setProving(false)} />}>
          <ReceiptsView attemptId={session.sheet.attemptId} store={session.store} />
        </Dialog>
      )}
      {needsFullScreen && sitting.phase === 'answering' && (
        <Dialog
          title="请进入全屏继续考试"
          actions={
            <button type="button" className="primary" onClick={enterFullScreen}>
              进入全屏
            </button>
          }
        >
          <p>本场考试须全屏进行，退出全屏会被记录。您的答案不受影响。</p>
        </Dialog>
      )}
      <Blocked
        session={session}
        phase={sitting.phase}
        problem={sitting.problem}
        isTimeUp={sitting.isTimeUp}
        isOffline={outbox.isConnectionLost || sitting.isHeartLost}
        onLeave={onLeave}
      />
    </div>
  )
}

function CloseButton({ onClick }: { onClick: () => void }): ReactNode {
  return (
    <button type="button" onClick={onClick}>
      关闭
    </button>
  )
}

function FontSizes({ size, onChange }: { size: FontSize; onChange: (size: FontSize) => void }): ReactNode {
  const labels: Record<FontSize, string> = { normal: '标准字号', large: '大字号', larger: '特大字号' }
  return (
    <fieldset className="font-sizes">
      <legend className="visually-hidden">字号</legend>
      {sizes.map((one) => (
        <button
          key={one}
          type="button"
          aria-label={labels[one]}
          aria-pressed={size === one}
          className={one}
          onClick={() => onChange(one)}
        >
          <span aria-hidden="true">A</span>
        </button>
      ))}
    </fieldset>
  )
}

function Pager({
  position,
  total,
  onCard,
}: {
  position: ReturnType<typeof usePosition>
  total: number
  onCard: () => void
}): ReactNode {
  const { index, mayOpen, open } = position
  return (
    <nav className="pager" aria-label="题目切换">
      <button type="button" disabled={index === 0 || !mayOpen(index - 1)} onClick={() => open(index - 1)}>
        上一题
      </button>
      <button type="button" className="card-opener" onClick={onCard}>
        答题卡 {index + 1}/{total}
      </button>
      <button
        type="button"
        className="primary"
        disabled={index === total - 1 || !mayOpen(index + 1)}
        onClick={() => open(index + 1)}
      >
        下一题
      </button>
    </nav>
  )
}

function Banner({
  outbox,
  isHeartLost,
  problem,
  notice,
}: {
  outbox: OutboxView
  isHeartLost: boolean
  problem: string | null
  notice: string | null
}): ReactNode {
  const rejected = [...outbox.slots.values()].filter(({ isRejected }) => isRejected).length
  const isLost = outbox.isConnectionLost || isHeartLost
  const lines = [
    isLost &&
      (outbox.unsentCount > 0
        ? `网络已断开，${outbox.unsentCount} 道题的答案保存在本机，恢复后自动上传。请继续作答，不要关闭页面。`
        : '网络已断开，请继续作答，恢复后自动上传。计时不会停止。'),
    !outbox.isStored && '此浏览器不允许在本机保存数据：请勿刷新或关闭页面，未上传的答案会丢失。',
    rejected > 0 && `有 ${rejected} 道题的答案未被服务器接受，请重新作答。`,
    problem,
    notice,
  ].filter((line) => typeof line === 'string' && line !== '')
  return (
    <div className="banners" role="status" aria-live="polite">
      {lines.map((line) => (
        <p key={String(line)} className={isLost && line === lines[0] ? 'banner lost' : 'banner'}>
          {line}
        </p>
      ))}
    </div>
  )
}

function Blocked({
  session,
  phase,
  problem,
  isTimeUp,
  isOffline,
  onLeave,
}: {
  session: SittingSession
  phase: string
  problem: string | null
  isTimeUp: boolean
  isOffline: boolean
  onLeave: () => void
}): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const takeOver = useMemo(
    () => () => {
      setBusy(true)
      session
        .takeOver()
        .catch(() => undefined) // the client has said why
        .finally(() => setBusy(false))
    },
    [session],
  )
  // Somebody who is handed in has nothing to do here any more.
  useEffect(() => {
    if (phase === 'handedIn') onLeave()
  }, [phase, onLeave])
  if (phase === 'elsewhere')
    return (
      <Dialog
        title="正在其他窗口或设备作答"
        actions={
          <>
            <button type="button" onClick={onLeave}>
              返回我的考试
            </button>
            <button type="button" className="primary" disabled={isBusy} onClick={takeOver}>
              {isBusy ? '正在接管…' : '在此继续作答'}
            </button>
          </>
        }
      >
        <p>同一时间只能在一处作答。在此继续后，原来的窗口将停止作答，已保存的答案都会保留；更换设备会被记录。</p>
      </Dialog>
    )
  if (phase === 'paused')
    return (
      <Dialog title="考试已暂停">
        <p>监考人员暂停了您的考试，恢复后会自动继续。已写的答案都在。</p>
      </Dialog>
    )
  if (phase === 'handingIn')
    return (
      <Dialog title={isTimeUp ? '时间到，正在交卷' : '正在交卷'}>
        <p role="alert">
          {problem ??
            (isOffline
              ? '网络已断开，答案都保存在本机，网络恢复后自动上传并交卷。请检查网络，不要关闭页面。'
              : '正在上传未送达的答案并交卷，请不要关闭页面。')}
        </p>
      </Dialog>
    )
  return null
}
