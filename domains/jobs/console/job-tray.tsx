import { CloudDownloadOutlined } from '@ant-design/icons'
import { EmptyState, ErrorState, relativeTime } from '@kaopei/web'
import { serverNow } from '@kaopei/web/client'
import { Badge, Button, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { JobActions, JobStateCell } from './download-columns.tsx'
import { type RecentJobs, useRecentJobs } from './use-recent-jobs.ts'

/** For the shell's header: how many of one's jobs are under way, the latest ones, and the way to all of them. */
export function JobTray({ enabled = true }: { readonly enabled?: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const jobs = useRecentJobs(enabled)
  const label = jobs.activeCount > 0 ? `下载任务，${jobs.activeCount} 个进行中` : '下载任务'
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      title="下载任务"
      content={<RecentJobList jobs={jobs} onLeave={() => setOpen(false)} />}
    >
      <Badge count={jobs.activeCount} size="small">
        <Button type="text" icon={<CloudDownloadOutlined />} aria-label={label} title={label} />
      </Badge>
    </Popover>
  )
}

function RecentJobList({ jobs, onLeave }: { readonly jobs: RecentJobs; readonly onLeave: () => void }): ReactNode {
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
