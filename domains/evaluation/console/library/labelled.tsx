import type { ReactNode } from 'react'

/** A control with its label above and a hint below. */
export function Labelled({
  label,
  hint,
  children,
}: {
  readonly label: string
  readonly hint?: string
  readonly children: ReactNode
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="kp-ev-field">
      <span>{label}</span>
      {children}
      {hint && <span className="kp-hint">{hint}</span>}
    </label>
  )
}
