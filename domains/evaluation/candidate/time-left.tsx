import { duration } from '@kaopei/web/candidate'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface TimeProps {
  readonly due: string
  /** What time it was at the server when the sheet came. */
  readonly serverTime: string
  readonly onOver: () => void
}

/** Counts by the time that passes here from the server's: a wrong clock of the device changes nothing, and the server decides. */
export function TimeLeft({ due, serverTime, onOver }: TimeProps): ReactNode {
  const [start] = useState(() => performance.now())
  const [passed, setPassed] = useState(0)
  const hasEnded = useRef(false)
  const leftSeconds = Math.max(0, Math.floor((new Date(due).getTime() - new Date(serverTime).getTime() - passed) / 1000))
  // A clock ticks whatever the screen does.
  useEffect(() => {
    const timer = setInterval(() => setPassed(performance.now() - start), 500)
    return () => clearInterval(timer)
  }, [start])
  // The end comes once, and hands in what is there.
  useEffect(() => {
    if (leftSeconds > 0 || hasEnded.current) return
    hasEnded.current = true
    onOver()
  }, [leftSeconds, onOver])
  return <span className={leftSeconds < 60 ? 'ev-time ev-time-short' : 'ev-time'}>剩余 {duration(leftSeconds)}</span>
}
