import type { ReactNode } from 'react'
import './learn.css'

/** How far: a bar with its number, which says the same without colours. */
export function Bar({ percent, label }: { percent: number; label: string }): ReactNode {
  return (
    <span className="learn-bar">
      <progress max={100} value={percent} aria-label={label} />
      <span>{percent}%</span>
    </span>
  )
}
