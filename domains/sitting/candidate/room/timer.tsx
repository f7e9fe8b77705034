import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ExamClock } from '../session/clock.ts'

const thresholds: readonly number[] = [10, 5, 1]
const shownMs = 60_000
const lookMs = 10_000

/** 01:02:03; minutes and seconds alone below an hour. */
export function clockText(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`
}

interface TimerProps {
  readonly clock: ExamClock
  readonly due: string | null
  /** The clock stands still: what is left is only known once it goes on. */
  readonly isStopped?: boolean | undefined
  /** Arranged for whom a running clock disturbs: shown for a minute at these minutes before the end, and when asked for. */
  readonly minutes?: readonly number[] | undefined
}

/** Whether the time is shown now, to somebody for whom it is shown at some minutes alone. */
export function isTimerShown(leftMs: number, minutes: readonly number[]): boolean {
  return minutes.some((threshold) => leftMs <= threshold * 60_000 && leftMs > threshold * 60_000 - shownMs)
}

/** The time that is left by the server's clock. Read aloud only at 10, 5 and 1 minutes (or at those arranged), and when asked for. */
export function Timer({ clock, due, isStopped = false, minutes }: TimerProps): ReactNode {
  const left = useTimeLeft(clock, isStopped ? null : due)
  const announcement = useAnnouncement(left, minutes ?? thresholds)
  const [askedAt, setAskedAt] = useState(Number.NEGATIVE_INFINITY)
  if (due === null) return <span className="timer">不限时</span>
  if (isStopped || left === null) return <span className="timer-label">已停止计时</span>
  const isAsked = clock.now() - askedAt < lookMs
  if (minutes && minutes.length > 0 && !isAsked && !isTimerShown(left, minutes))
    return (
      <>
        <button type="button" className="plain" onClick={() => setAskedAt(clock.now())}>
          查看剩余时间
        </button>
        <span className="visually-hidden" aria-live="polite">
          {announcement}
        </span>
      </>
    )
  const isShort = left <= 60_000 * 5
  return (
    <>
      <span className={isShort ? 'timer short' : 'timer'}>
        <span className="timer-label">{clock.isDoubtful ? '离线计时' : '剩余'}</span>
        <time role="timer" aria-live="off" aria-label={`剩余时间 ${clockText(left)}`}>
          {clockText(left)}
        </time>
      </span>
      <span className="visually-hidden" aria-live="polite">
        {announcement}
      </span>
    </>
  )
}

function useTimeLeft(clock: ExamClock, due: string | null): number | null {
  const read = () => (due === null ? null : Math.max(0, Date.parse(due) - clock.now()))
  const [left, setLeft] = useState(read)
  // The clock outside React moves by itself; this looks at it a little more often than once a second.
  useEffect(() => {
    const look = () => setLeft(due === null ? null : Math.max(0, Date.parse(due) - clock.now()))
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [clock, due])
  return left
}

function useAnnouncement(left: number | null, at: readonly number[]): string {
  const told = useRef(new Set<number>())
  const [text, setText] = useState('')
  const minutes = left === null ? Number.POSITIVE_INFINITY : left / 60_000
  // Passing a threshold is an event in time, not something that a drawing could know.
  useEffect(() => {
    for (const threshold of at) {
      const isPassed = minutes <= threshold && minutes > threshold - 0.5
      if (!isPassed || told.current.has(threshold)) continue
      told.current.add(threshold)
      setText(`距离交卷还有 ${threshold} 分钟`)
    }
  }, [minutes, at])
  return text
}
