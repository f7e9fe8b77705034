import { DownloadOutlined } from '@ant-design/icons'
import type { Endpoint } from '@kaopei/contract'
import { type Outcome, RightButton, useRunner } from '@kaopei/web'
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { JobProgress } from './job-progress.tsx'

export interface ExportButtonProps {
  readonly right: Endpoint
  readonly title: string
  /** Starts the job. */
  readonly ask: (run: ReturnType<typeof useRunner>['run']) => Promise<Outcome<{ readonly jobId: string }>>
}

/** Asks for a workbook of what the list shows, and follows it. */
export function ExportButton({ right, title, ask }: ExportButtonProps): ReactNode {
  const [jobId, setJobId] = useState<string>()
  const { run, isRunning } = useRunner()
  const start = async () => {
    const asked = await ask(run)
    if (asked.ok) setJobId(asked.data.jobId)
  }
  return (
    <>
      <RightButton right={right} icon={<DownloadOutlined />} loading={isRunning} onClick={() => void start()}>
        {title}
      </RightButton>
      <Modal open={jobId !== undefined} title={title} footer={null} onCancel={() => setJobId(undefined)} destroyOnHidden>
        <p className="kp-hint">关闭窗口不影响导出，完成后可在下载中心找到文件。</p>
        {jobId !== undefined && <JobProgress jobId={jobId} />}
      </Modal>
    </>
  )
}
