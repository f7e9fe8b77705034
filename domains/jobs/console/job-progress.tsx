import { ErrorState, useCall } from '@kaopei/web'
import { Progress } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type DownloadRow, download, jobState } from '../contract/download.ts'
import { countText, JobActions, JobStateCell, percentOf } from './download-columns.tsx'
import { isActive } from './is-active.ts'

const pollMs = 1000

export interface JobProgressProps {
  readonly jobId: string
  /** Told once, when the job has ended in whatever state. */
  readonly onEnd?: (row: DownloadRow) => void
}

/** One job under way, for the screen that asked for it: progress, then its file or why there is none. */
export function JobProgress({ jobId, onEnd }: JobProgressProps): ReactNode {
  const [isOver, setOver] = useState(false)
  const asked = useCall(download.get, { id: jobId }, { refetchInterval: isOver ? false : pollMs })
  const row = asked.data
  const told = useRef<string>(undefined)
  // The server's answer says when the job is over; the screen is told once for each job.
  useEffect(() => {
    if (!row) return
    setOver(!isActive(row))
    if (isActive(row) || told.current === row.id) return
    told.current = row.id
    onEnd?.(row)
  }, [row, onEnd])
  if (asked.error && !row) return <ErrorState error={asked.error} onRetry={asked.refetch} />
  if (!row) return <Progress percent={0} status="active" />
  const percent = percentOf(row)
  return (
    <div>
      {isActive(row) && <Progress percent={percent ?? 0} status="active" aria-label="进度" />}
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        {row.state === jobState.running ? <span>进行中，{countText(row)}</span> : <JobStateCell row={row} />}
        <JobActions row={row} />
      </div>
    </div>
  )
}
