import { type ReactNode, useEffect, useState } from 'react'
import './learn.css'

/** How long a text is still to be read, and that it was: the server counts, this only says how many seconds are left. */
export function Reading({
  secondsLeft,
  isComplete,
  onRead,
}: {
  secondsLeft: number
  isComplete: boolean
  onRead: () => Promise<unknown>
}): ReactNode {
  const [left, setLeft] = useState(secondsLeft)
  const [isSaving, setSaving] = useState(false)
  // A clock that runs while this is in view.
  useEffect(() => {
    if (isComplete || left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, isComplete])
  if (isComplete) return <p role="status">已读完</p>
  const finish = () => {
    setSaving(true)
    onRead().catch(() => setSaving(false))
  }
  return (
    <div className="actions">
      <button type="button" className="primary" disabled={left > 0 || isSaving} onClick={finish}>
        {left > 0 ? `请继续阅读（${left} 秒）` : '我已读完'}
      </button>
    </div>
  )
}
