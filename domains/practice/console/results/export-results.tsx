import { DownloadOutlined } from '@ant-design/icons'
import { JobProgress } from '@kaopei/jobs/parts'
import { RightButton, useAction } from '@kaopei/web'
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { practiceResults } from '../../contract/practice-results.ts'

export interface ExportResultsProps {
  readonly practiceId: string
  /** What the list on the screen was asked for: the export has the same rows. */
  readonly conditions: Readonly<Record<string, unknown>>
}

/** 导出练习结果 as a background job, with its progress; it is found again in the download centre. */
export function ExportResults({ practiceId, conditions }: ExportResultsProps): ReactNode {
  const [jobId, setJobId] = useState<string>()
  const action = useAction(practiceResults.export, { successText: '', onDone: (answer) => setJobId(answer.jobId) })
  const start = () => {
    const { keyWords, departmentId, hasPractised } = conditions
    void action.run({
      practiceId,
      ...(typeof keyWords === 'string' && { keyWords }),
      ...(typeof departmentId === 'string' && { departmentId }),
      ...(typeof hasPractised === 'boolean' && { hasPractised }),
    })
  }
  return (
    <>
      <RightButton right={practiceResults.export} icon={<DownloadOutlined />} loading={action.isRunning} onClick={start}>
        导出结果
      </RightButton>
      <Modal open={jobId !== undefined} title="导出练习结果" footer={null} onCancel={() => setJobId(undefined)} destroyOnHidden>
        <p className="kp-hint">关闭窗口不影响导出，完成后可在下载中心找到文件。</p>
        {jobId !== undefined && <JobProgress jobId={jobId} />}
      </Modal>
    </>
  )
}
