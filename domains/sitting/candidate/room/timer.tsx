import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ExamClock } from '../session/clock.ts'

const thresholds = [10, 5, 1] as const

/** 01:02:03; minutes and seconds alone below an hour. */
export function clockText(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`
}

/** The time that is left by the server's clock. Read aloud only at 10, 5 and 1 minutes, and when asked for. */
export function Timer({ clock, due }: { clock: ExamClock; due: string | null }): ReactNode {
  const left = useTimeLeft(clock, due)
  const announcement = useAnnouncement(left)
  if (left === null) return <span className="timer">不限时</span>
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

function useAnnouncement(left: number | null): string {
  const told = useRef(new Set<number>())
  const [text, setText] = useState('')
  const minutes = left === null ? Number.POSITIVE_INFINITY : left / 60_000
  // Passing a threshold is an event in time, not something that a drawing could know.
  useEffect(() => {
    for (const threshold of thresholds) {
      const isPassed = minutes <= threshold && minutes > threshold - 0.5
      if (!isPassed || told.current.has(threshold)) continue
      told.current.add(threshold)
      setText(`距离交卷还有 ${threshold} 分钟`)
    }
  }, [minutes])
  return text
}
