import { type DownloadRow, download, jobState } from '@kaopei/jobs/contract/download'
import { ImportDrawer } from '@kaopei/web'
import { call, callUntyped } from '@kaopei/web/client'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { staffImport } from '../contract/staff-import.ts'

/** 批量导入: a workbook of people, taken whole or not at all. */
export function StaffImportDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [createDepartments, setCreateDepartments] = useState(true)
  return (
    <ImportDrawer
      open
      title="批量导入员工"
      onClose={onClose}
      templateEndpoint={staffImport.importTemplate}
      importEndpoint={importAndWait}
      extras={{ createDepartments }}
      hint={
        <>
          <Checkbox checked={createDepartments} onChange={({ target }) => setCreateDepartments(target.checked)}>
            自动创建文件中还不存在的部门
          </Checkbox>
          <p>有一行不符合要求时，整个文件都不会导入；可下载失败明细，改好后直接重新上传。</p>
        </>
      }
    />
  )
}

const pollMs = 1_000

/** Large files are imported by a job, whose end this waits for. */
async function importAndWait(input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await callUntyped(staffImport.batchImport, input, { silent: true, timeoutMs: 300_000 })
  if (answer.jobId === null) return answer
  await endOf(answer.jobId)
  return call(staffImport.importResult, { jobId: answer.jobId }, { silent: true })
}

async function endOf(jobId: string): Promise<DownloadRow> {
  for (;;) {
    const row = await call(download.get, { id: jobId }, { silent: true })
    if (row.state !== jobState.waiting && row.state !== jobState.running) return row
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
