import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type ActProps, UnshownBar } from './client/unshown.tsx'

export function UnshownFailures(): ReactNode {
  return <UnshownBar Act={Act} />
}

function Act({ isMain = false, isRunning = false, onClick, children }: ActProps): ReactNode {
  return (
    <Button size="small" type={isMain ? 'primary' : 'default'} loading={isRunning} onClick={onClick}>
      {children}
    </Button>
  )
}
