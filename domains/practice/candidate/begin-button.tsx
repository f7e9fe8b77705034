import type { InputOf } from '@kaopei/contract'
import { call } from '@kaopei/web/client'
import { type ReactNode, useState } from 'react'
import { learn } from '../contract/learn.ts'

interface BeginButtonProps {
  readonly input: InputOf<typeof learn.begin>
  readonly go: (path: string) => void
  readonly className?: string
  readonly disabled?: boolean
  /** What a screen reader says, where the words do not tell the buttons apart. */
  readonly name?: string
  readonly children: ReactNode
}

/** Begins a round, or goes on with it, and leads there. */
export function BeginButton({ input, go, className = 'primary', disabled = false, name, children }: BeginButtonProps): ReactNode {
  const [isOpening, setOpening] = useState(false)
  const begin = () => {
    setOpening(true)
    call(learn.begin, input).then(
      ({ runId }) => go(`/practice/run/${runId}`),
      // The client has shown why.
      () => setOpening(false),
    )
  }
  return (
    <button type="button" className={className} disabled={disabled || isOpening} aria-label={name} onClick={begin}>
      {children}
    </button>
  )
}
