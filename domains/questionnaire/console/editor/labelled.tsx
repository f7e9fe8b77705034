import type { ReactNode } from 'react'

interface LabelledProps {
  readonly label: ReactNode
  /** Without one the label names a group of controls, which say their names themselves. */
  readonly htmlFor?: string
  readonly hint?: ReactNode
  readonly children: ReactNode
}

/** A label above its control, as forms have it, where changes are kept at once and nothing is submitted. */
export function Labelled({ label, htmlFor, hint, children }: LabelledProps): ReactNode {
  return (
    <div className="kp-qn-field">
      {htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span className="kp-qn-label">{label}</span>}
      {hint && <span className="kp-hint">{hint}</span>}
      {children}
    </div>
  )
}

export function RequiredMark(): ReactNode {
  return (
    <span className="kp-qn-star" aria-hidden="true">
      *{' '}
    </span>
  )
}
