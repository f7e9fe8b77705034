import { Dialog } from '@kaopei/web/candidate'
import { useStore } from '@kaopei/web/client'
import { type CSSProperties, type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Comfort } from '../../contract/comfort.ts'
import { HandInDialog } from '../hand-in/dialog.tsx'
import { ReceiptsView } from '../receipts/view.tsx'
import { openRoomOf } from '../session/open-room.ts'
import type { SittingSession, SittingView } from '../session/session.ts'
import { roomParts } from '../slots.ts'
import { AnswerCard } from './answer-card.tsx'
import { Blocked, HeldBack } from './blocked.tsx'
import { BreakButton, useBreaks } from './breaks.tsx'
import { CallForHelp } from './call-for-help.tsx'
import { ExamHeader } from './header.tsx'
import { SittingQuestion } from './question.tsx'
import { StatusBanner } from './status-banner.tsx'
import { Told, Warned } from './told.tsx'
import { useExamKeys } from './use-keys.ts'
import { usePosition } from './use-position.ts'
import { useExamRules } from './use-rules.ts'
import './room.css'

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
  const [hasReadWhy, setReadWhy] = useState(false)
  const { items, rules, comfort } = session.sheet
  const taking = useBreaks(session, sitting.phase === 'paused')
  const position = usePosition(session, outbox)
  const { notice, needsFullScreen, enterFullScreen } = useExamRules(session, session.isLook ? 'elsewhere' : sitting.phase)
  const facts = { outbox, isHeartLost: sitting.isHeartLost, items }
  const isLocked = sitting.phase !== 'answering' || sitting.isTimeUp
  useExamKeys({ session, outbox, position, isActive: !comfort.isScreenReader && !isLocked && !isAsking && !isList && !isProving })

  const handIn = () => {
    setAsking(false)
    setReadWhy(false)
    void session.handIn()
  }
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
    <div className={`room font-${size}${comfort.isScreenReader ? ' calm' : ''}`} style={styleOf(comfort, size)}>
      <ExamHeader session={session} sitting={sitting} facts={facts} onHandIn={() => setAsking(true)} isLocked={isLocked} />
      <div className="banners">
        <StatusBanner facts={facts} sitting={sitting} notice={notice} />
        {sitting.phase !== 'paused' && sitting.phase !== 'handedIn' && <Told session={session} tellings={sitting.tellings} />}
      </div>
      <Warned session={session} tellings={sitting.tellings} />
      {!session.isLook && <Additions session={session} sitting={sitting} />}
      <main className="room-main">
        <div className="questions">
          <div className="view-tools">
            <FontSizes size={size} onChange={setSize} />
            <button type="button" className="plain" disabled={session.isLook} onClick={() => setProving(true)}>
              提交凭证
            </button>
            <CallForHelp session={session} />
            <BreakButton taking={taking} />
            {rules.permitSkip && rules.permitSkipBack && (
              <button type="button" className="plain" aria-pressed={isList} onClick={() => setList(!isList)}>
                {isList ? '逐题显示' : '整卷显示'}
              </button>
            )}
          </div>
          {shown.map((index) => (
            <SittingQuestion key={items[index]?.slot} session={session} outbox={outbox} index={index} isLocked={isLocked} />
          ))}
          {!isList && !comfort.isScreenReader && <p className="key-hint">快捷键：← → 换题，A–Z 或 1–9 选择，F 标记</p>}
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
        <HandInDialog
          session={session}
          outbox={outbox}
          onClose={() => setAsking(false)}
          onOpen={position.open}
          onHandIn={handIn}
        />
      )}
      {isProving && (
        <Dialog title="提交凭证" onClose={() => setProving(false)} actions={<CloseButton onClick={() => setProving(false)} />}>
          <ReceiptsView attemptId={session.sheet.attemptId} store={session.store} />
        </Dialog>
      )}
      {needsFullScreen && !session.isLook && sitting.phase === 'answering' && (
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
      {sitting.heldBack !== null && !hasReadWhy && !isLocked && (
        <HeldBack facts={facts} onClose={() => setReadWhy(true)} onHandIn={handIn} />
      )}
      <Blocked session={session} sitting={sitting} facts={facts} taking={taking} onLeave={onLeave} />
    </div>
  )
}

/** What was arranged for this person is where their own choice begins. */
function styleOf({ fontPercent = 100 }: Comfort, size: FontSize): CSSProperties {
  if (fontPercent === 100) return {}
  const sizes: Record<FontSize, number> = { normal: 16, large: 19, larger: 22 }
  return { '--question-size': `${Math.round((sizes[size] * fontPercent) / 100)}px` } as CSSProperties // React's type knows no variables
}

/** What rooms above add; for as long as the page is open, whatever the attempt's state. */
function Additions({ session, sitting }: { session: SittingSession; sitting: SittingView }): ReactNode {
  const room = useMemo(() => openRoomOf(session), [session])
  const { phase } = sitting
  const isHere = phase === 'answering' || phase === 'paused' || phase === 'handingIn'
  return roomParts.parts().map((Part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: filled once, before anything is drawn
    <Part key={index} room={room} isHere={isHere} isPaused={phase === 'paused'} />
  ))
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
    <nav className="room-turns" aria-label="题目切换">
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
