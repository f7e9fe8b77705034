import type { ReactNode } from 'react'
import type { SittingSession, SittingView } from '../session/session.ts'
import { type SaveFacts, shortStatus } from './save-status.ts'
import { Timer } from './timer.tsx'

/** What must be in sight all the time: the exam, whether the answers are safe, the time that is left. */
export function ExamHeader({
  session,
  sitting,
  facts,
  isLocked,
  onHandIn,
}: {
  session: SittingSession
  sitting: SittingView
  facts: SaveFacts
  isLocked: boolean
  onHandIn: () => void
}): ReactNode {
  const { examName, candidateName, comfort } = session.sheet
  return (
    <header className="room-header">
      <div className="room-title">
        <h1>{examName}</h1>
        <span>{candidateName}</span>
      </div>
      <SaveState facts={facts} isSaid={comfort.isScreenReader ?? false} />
      <Timer clock={session.clock} due={sitting.due} isStopped={sitting.phase === 'paused'} minutes={comfort.timerMinutes} />
      <button type="button" className="primary" disabled={isLocked} onClick={onHandIn}>
        交卷
      </button>
    </header>
  )
}

function SaveState({ facts, isSaid }: { facts: SaveFacts; isSaid: boolean }): ReactNode {
  const { tone, text } = shortStatus(facts)
  return (
    <span className={`save-state ${tone}`} {...(isSaid && { role: 'status' })}>
      {text}
    </span>
  )
}
