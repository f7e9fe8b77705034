import type { OpenRoom } from '@kaopei/sitting/candidate'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SecondInvite, secondWords, useSecondCamera } from './second-check.tsx'

/** During the exam: how the phone stands, and one button to bring it back. */
export function SecondStrip({
  room,
  examId,
  isHere,
  children,
}: {
  room: OpenRoom
  examId: string
  isHere: boolean
  children?: ReactNode
}): ReactNode {
  const [isInviting, setInviting] = useState(false)
  const { state, ask } = useSecondCamera(isHere ? examId : null, isInviting)
  useLossReport(room, state?.standing)
  if (!state) return null
  const isGood = state.standing === 'connected'
  return (
    <section className={isGood ? 'capture' : 'capture lost'} aria-label="手机机位">
      <p role="status">{isGood ? secondWords(state) : `${secondWords(state)}。不影响作答，请尽快恢复。`}</p>
      {!isGood && (
        <button type="button" onClick={() => setInviting(true)}>
          {state.standing === 'asking' ? '核对校验码' : '重新连接手机'}
        </button>
      )}
      {state.waiting > 0 && <span className="capture-count">手机待上传 {state.waiting}</span>}
      {children}
      {isInviting && (
        <SecondInvite examId={examId} state={state} onClose={() => setInviting(false)} onChanged={() => void ask()} />
      )}
    </section>
  )
}

/** Lost and found again are events of the attempt. */
function useLossReport(room: OpenRoom, standing: string | undefined): void {
  const lostAt = useRef<number>(undefined)
  // The standing is another device's; what it means for the attempt is told once.
  useEffect(() => {
    if (standing === undefined || standing === 'asking') return
    if (standing === 'connected' && lostAt.current !== undefined) {
      room.report('captureBack', { durationMs: Math.round(performance.now() - lostAt.current), detail: 'second' })
      lostAt.current = undefined
    } else if (standing !== 'connected' && lostAt.current === undefined) {
      lostAt.current = performance.now()
      room.report('captureLost', { detail: `second:${standing}` })
    }
  }, [room, standing])
}

/** Before the exam: the phone is let in here, and goes on by itself when the exam begins. */
export function SecondCheck(props: { examId: string; onReady: (isReady: boolean) => void; isTrial?: boolean }): ReactNode {
  const { examId, onReady, isTrial = false } = props
  const [isInviting, setInviting] = useState(false)
  const { state, ask } = useSecondCamera(examId, isInviting)
  const isGood = state?.standing === 'connected'
  // The page of another room has the button that waits for it.
  useEffect(() => onReady(isGood), [isGood, onReady])
  return (
    <li className={`check ${isGood ? 'good' : 'bad'}`}>
      <span className="check-state">{isGood ? '通过' : '待连接'}</span>
      <strong>手机机位</strong>
      <span>{secondWords(state)}</span>
      {!isGood && (
        <button type="button" onClick={() => setInviting(true)}>
          {state?.standing === 'asking' ? '核对校验码' : '连接手机'}
        </button>
      )}
      {isInviting && (
        <SecondInvite
          examId={examId}
          isTrial={isTrial}
          state={state}
          onClose={() => setInviting(false)}
          onChanged={() => void ask()}
        />
      )}
    </li>
  )
}
