import type { ReactNode } from 'react'
import './course.css'

interface Props {
  readonly value: string
  /** What belongs to it; null: nothing is said of it. */
  readonly note: string | null
}

/** A value over what belongs to it. A column of such cells has a width and `ellipsis`; what is cut is said whole. */
export function TwoLines({ value, note }: Props): ReactNode {
  return (
    <div className="kp-two-lines">
      <span title={value}>{value}</span>
      {note !== null && (
        <span className="kp-hint" title={note}>
          {note}
        </span>
      )}
    </div>
  )
}
