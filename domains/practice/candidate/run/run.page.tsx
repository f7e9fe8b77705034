import type { PageProps } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { learn } from '../../contract/learn.ts'
import { openRun } from './opened-run.ts'
import { RunScreen } from './run-screen.tsx'

/** A round that was begun, here or on another device. */
export default function RunPage({ id: runId, go }: PageProps): ReactNode {
  const open = useCallback(() => openRun(() => call(learn.run, { runId }, { silent: true })), [runId])
  return <RunScreen open={open} go={go} />
}
