import type { OpenRoom, RoomPartProps } from '@kaopei/sitting/candidate'
import { useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { source } from '../../contract/capture.ts'
import { SecondStrip } from '../second/second-strip.tsx'
import { Capture } from './capture.ts'
import type { Plan } from './plan.ts'
import { openPost } from './post.ts'
import { type SourceName, sources } from './sources.ts'
import { WithdrawConsent } from './withdraw.tsx'
import { lossWords, mendWords, sourceNames } from './words.ts'
import './capture.css'

export interface PanelProps extends RoomPartProps {
  readonly plan: Plan
  readonly onWithdrawn: () => void
}

/** A strip above the paper: what is recorded, whether it arrives, and one button for each that was lost. */
export default function CapturePanel({ room, isHere, isPaused, plan, onWithdrawn }: PanelProps): ReactNode {
  const [open, setOpen] = useState<Capture>()
  // Recording begins and ends with the page of the open attempt.
  useEffect(() => {
    let isOver = false
    let capture: Capture | undefined
    const begin = async () => {
      const post = await openPost()
      await post.begin(room.attemptId, plan)
      if (isOver) return
      post.setRoom(room)
      capture = new Capture(room, post, plan.streams)
      // Where the camera was allowed before, a reload needs no click; sharing the screen always does.
      if (capture.view.get().wanted.includes('first') && !sources.view.get().first.track)
        void mend(room, 'first', plan.isWholeScreen)
      setOpen(capture)
    }
    void begin()
    return () => {
      isOver = true
      capture?.dispose()
      void openPost().then((post) => post.setRoom(undefined))
      setOpen(undefined)
    }
  }, [room, plan])
  // The recorder is no part of what React draws.
  useEffect(() => open?.setActive(isHere && !isPaused), [open, isHere, isPaused])
  const isSecondWanted = plan.streams.some((stream) => stream.source === source.second)
  const { examId } = plan
  const withdraw = examId !== null && <WithdrawConsent examId={examId} plan={plan} onWithdrawn={onWithdrawn} />
  const hasStrip = open !== undefined && open.view.get().wanted.length > 0
  return (
    open && (
      <>
        {hasStrip && (
          <Strip room={room} capture={open} isWholeScreen={plan.isWholeScreen}>
            {withdraw}
          </Strip>
        )}
        {isSecondWanted && examId !== null && (
          <SecondStrip room={room} examId={examId} isHere={isHere}>
            {!hasStrip && withdraw}
          </SecondStrip>
        )}
      </>
    )
  )
}

interface StripProps {
  readonly room: OpenRoom
  readonly capture: Pick<Capture, 'view'>
  readonly isWholeScreen: boolean
  readonly children: ReactNode
}

export function Strip({ room, capture, isWholeScreen, children }: StripProps): ReactNode {
  const { wanted, sent, waiting } = useStore(capture.view)
  const states = useStore(sources.view)
  const losses = wanted.flatMap((name) => {
    const words = lossWords(name, states[name])
    return words === null ? [] : [{ name, words, state: states[name] }]
  })
  return (
    <section className={losses.length > 0 ? 'capture lost' : 'capture'} aria-label="监考采集">
      {wanted.includes('first') && states.first.track && <SelfView track={states.first.track} />}
      <p role="status">
        {losses.length > 0 ? (
          <>
            <strong>{losses.map(({ words }) => words).join('；')}</strong>，不影响作答，请尽快恢复。
          </>
        ) : (
          `监考采集中：${wanted.map((name) => sourceNames[name]).join('、')}`
        )}
      </p>
      {losses
        .filter(({ state }) => state.loss !== 'unsupported')
        .map(({ name, state }) => (
          <button key={name} type="button" disabled={state.isOpening} onClick={() => void mend(room, name, isWholeScreen)}>
            {state.isOpening ? '正在开启…' : mendWords(name, state)}
          </button>
        ))}
      <span className="capture-count">
        已上传 {sent} · 待上传 {waiting}
      </span>
      {children}
    </section>
  )
}

function mend(room: OpenRoom, name: SourceName, isWholeScreen: boolean): Promise<void> {
  room.announce(name === 'screen' ? 'share' : 'permission')
  return name === 'screen' ? sources.openScreen(isWholeScreen) : sources.openCamera()
}

export function SelfView({ track }: { track: MediaStreamTrack }): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  // A stream is no attribute: only the element itself takes it.
  useEffect(() => {
    if (video.current) video.current.srcObject = new MediaStream([track])
  }, [track])
  return <video ref={video} className="self-view" autoPlay muted playsInline aria-label="摄像头画面" />
}
