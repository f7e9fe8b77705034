import { type ReactNode, useId } from 'react'

/** A labelled input with its problem below it. */
export function Field({
  label,
  problem,
  ...input
}: {
  label: string
  problem?: string | undefined
  name: string
  type?: 'text' | 'password'
  autoComplete: string
  placeholder: string
}): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-invalid={problem !== undefined} aria-describedby={problem ? `${id}-problem` : undefined} />
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
