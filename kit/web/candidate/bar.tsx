import type { ReactNode } from 'react'
import './pages.css'

/** How far: a bar with its number, which says the same without colours. */
export function Bar({ percent, label }: { readonly percent: number; readonly label: string }): ReactNode {
  return (
    <span className="bar">
      <progress max={100} value={percent} aria-label={label} />
      <span>{percent}%</span>
    </span>
  )
}
