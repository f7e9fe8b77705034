import { type ReactNode, useEffect, useState } from 'react'
import { lockLeft } from './use-marking.ts'

/** How long the answer stays with this marker; work renews it. */
export function LockClock({ until }: { readonly until: string | null }): ReactNode {
  const [left, setLeft] = useState(() => (until === null ? 0 : lockLeft(until)))
  // A clock is the subject here.
  useEffect(() => {
    if (until === null) return
    setLeft(lockLeft(until))
    const timer = setInterval(() => setLeft(lockLeft(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  if (until === null) return null
  if (left === 0) return <span className="kp-marking-lock kp-marking-lock-over">锁定已到期，提交时将重新核对</span>
  const minutes = Math.floor(left / 60_000)
  const seconds = Math.floor((left % 60_000) / 1_000)
  return (
    <span className={left < 120_000 ? 'kp-marking-lock kp-marking-lock-over' : 'kp-marking-lock'} title="有操作时自动续期">
      锁定剩余 <span className="kp-number">{`${minutes}:${String(seconds).padStart(2, '0')}`}</span>
    </span>
  )
}
