import { CloudDownloadOutlined } from '@ant-design/icons'
import { whenShown } from '@kaopei/web'
import { Badge, Button, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { useRecentJobs } from './use-recent-jobs.ts'

const RecentJobList = whenShown(() => import('./recent-jobs.tsx'))

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
