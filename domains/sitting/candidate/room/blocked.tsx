import { Dialog } from '@kaopei/web/candidate'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { SittingSession, SittingView } from '../session/session.ts'
import { OnBreak, type useBreaks } from './breaks.tsx'
import { endingStatus, heldBackStatus, type SaveFacts } from './save-status.ts'
import { TakenIn, Told } from './told.tsx'

/** What stands before the paper while nothing can be written: the exam is elsewhere, paused, or on its way in. */
export function Blocked({
  session,
  sitting,
  facts,
  taking,
  onLeave,
}: {
  session: SittingSession
  sitting: SittingView
  facts: SaveFacts
  taking: ReturnType<typeof useBreaks>
  onLeave: () => void
}): ReactNode {
  const { phase, isTimeUp, problem } = sitting
  const isToldWhy = sitting.submission?.cause === 'force' && sitting.tellings.length > 0
  // Somebody who is handed in has nothing to do here any more but to read why, where somebody else did it.
  useEffect(() => {
    if (phase === 'handedIn' && !isToldWhy) onLeave()
  }, [phase, isToldWhy, onLeave])
  if (phase === 'handedIn' && isToldWhy) return <TakenIn session={session} tellings={sitting.tellings} onLeave={onLeave} />
  if (phase === 'elsewhere') return <Elsewhere session={session} onLeave={onLeave} />
  const breakEnds = taking.breaks?.until
  // Before the paper nothing else is read: why it stands, and what is said meanwhile.
  const told = <Told session={session} tellings={sitting.tellings} />
  if (phase === 'paused' && breakEnds)
    return (
      <OnBreak until={breakEnds} end={taking.end}>
        {told}
      </OnBreak>
    )
  if (phase === 'paused')
    return (
      <Dialog title="考试已暂停">
        <p>您的考试已停止计时，恢复后会自动继续，停止的时间会补回。已写的答案都在。</p>
        {told}
      </Dialog>
    )
  if (phase === 'handingIn')
    return (
      <Dialog title={isTimeUp ? '时间到，正在交卷' : '正在交卷'}>
        <p role="alert">{problem ?? endingStatus(facts)}</p>
      </Dialog>
    )
  return null
}

function Elsewhere({ session, onLeave }: { session: SittingSession; onLeave: () => void }): ReactNode {
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
}

/** The hand-in did not happen, because answers are still here: which, why, and what to do. */
export function HeldBack({
  facts,
  onClose,
  onHandIn,
}: {
  facts: SaveFacts
  onClose: () => void
  onHandIn: () => void
}): ReactNode {
  const reasons = heldBackStatus(facts)
  return (
    <Dialog
      title="尚未交卷"
      onClose={onClose}
      actions={
        <>
          <button type="button" onClick={onClose}>
            继续作答
          </button>
          <button type="button" className="primary" onClick={onHandIn}>
            再次交卷
          </button>
        </>
      }
    >
      <div role="alert">
        {reasons.length === 0 && <p>答案已全部送达，可以交卷了。</p>}
        {reasons.map((reason) => (
          <p key={reason} className="warn-text">
            {reason}
          </p>
        ))}
      </div>
      {reasons.length > 0 && <p className="note">您可以继续作答，送达后再次交卷；若到时间仍未送达，会随自动交卷一并提交。</p>}
    </Dialog>
  )
}
