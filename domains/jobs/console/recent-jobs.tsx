import { EmptyState, ErrorState, relativeTime } from '@kaopei/web'
import { serverNow } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { JobActions, JobStateCell } from './download-columns.tsx'
import type { RecentJobs } from './use-recent-jobs.ts'

interface Props {
  readonly jobs: RecentJobs
  readonly onLeave: () => void
}

/** The latest jobs with what can be done with each, and the way to all of them. */
export default function RecentJobList({ jobs, onLeave }: Props): ReactNode {
  if (jobs.error && jobs.rows.length === 0) return <ErrorState error={jobs.error} onRetry={jobs.refetch} />
  return (
    <div style={{ width: 360, maxWidth: 'calc(100vw - 48px)' }}>
      {jobs.rows.length === 0 && <EmptyState text="暂无下载任务" />}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: 400, overflow: 'auto' }}>
        {jobs.rows.map((row) => (
          <li key={row.id} style={{ padding: '8px 0', borderBottom: '1px solid var(--kp-line)' }}>
            <div style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
              <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }} title={row.title}>
                {row.title}
              </span>
              <small className="kp-hint">{relativeTime(row.requestedAt, serverNow())}</small>
            </div>
            <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 8 }}>
              <div style={{ flex: 1, minWidth: 0 }}>
                <JobStateCell row={row} />
              </div>
              <JobActions row={row} />
            </div>
          </li>
        ))}
      </ul>
      <Link to="/downLoadJob" onClick={onLeave} style={{ display: 'block', paddingTop: 8, textAlign: 'center' }}>
        查看全部
      </Link>
    </div>
  )
}
