import type { ReactNode } from 'react'
import { type ActProps, UnshownBar } from '../client/unshown.tsx'

/** Stands on the pages around an exam; whoever is answering is not disturbed. */
export function UnshownFailures(): ReactNode {
  return <UnshownBar Act={Act} />
}

function Act({ isMain = false, isRunning = false, onClick, children }: ActProps): ReactNode {
  return (
    <button type="button" {...(isMain && { className: 'primary' })} disabled={isRunning} onClick={onClick}>
      {children}
    </button>
  )
}
