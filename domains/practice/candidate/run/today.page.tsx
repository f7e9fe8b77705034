import type { PageProps } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { runMode } from '../../contract/codes.ts'
import { learn } from '../../contract/learn.ts'
import { openRun } from './opened-run.ts'
import { RunScreen } from './run-screen.tsx'

const open = () => openRun(() => call(learn.begin, { mode: runMode.due }, { silent: true }))

/** 今日练习: what is due, at once. */
export default function TodayPage({ go }: PageProps): ReactNode {
  return <RunScreen open={open} go={go} />
}
