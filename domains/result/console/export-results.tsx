import { DownloadOutlined } from '@ant-design/icons'
import { JobProgress } from '@kaopei/jobs/parts'
import { RightButton, useAction } from '@kaopei/web'
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { results } from '../contract/results.ts'

export interface ExportResultsProps {
  readonly examId: string
  /** What the list on the screen was asked for: the export has the same rows. */
  readonly conditions: Readonly<Record<string, unknown>>
}

/** 导出成绩 as a background job, with its progress; it is found again in the download centre. */
export function ExportResults({ examId, conditions }: ExportResultsProps): ReactNode {
  const [jobId, setJobId] = useState<string>()
  const action = useAction(results.export, { successText: '', onDone: (answer) => setJobId(answer.jobId) })
  const start = () => {
    const { keyWords, state, finding } = conditions
    void action.run({
      examinationId: examId,
      ...(typeof keyWords === 'string' && { keyWords }),
      ...(typeof state === 'number' && { state }),
      ...((finding === 'anomaly' || finding === 'cheat') && { finding }),
    })
  }
  return (
    <>
      <RightButton right={results.export} icon={<DownloadOutlined />} loading={action.isRunning} onClick={start}>
        导出成绩
      </RightButton>
      <Modal open={jobId !== undefined} title="导出成绩" footer={null} onCancel={() => setJobId(undefined)} destroyOnHidden>
        <p className="kp-hint">关闭窗口不影响导出，完成后可在下载中心找到文件。</p>
        {jobId !== undefined && <JobProgress jobId={jobId} />}
      </Modal>
    </>
  )
}
