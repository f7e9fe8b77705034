import { download, jobState } from '@kaopei/jobs/contract/download'
import { ImportDrawer, toast } from '@kaopei/web'
import { call, callUntyped } from '@kaopei/web/client'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { type StaffImportResult, staffImport } from '../contract/staff-import.ts'

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
  const result = answer.jobId === null ? answer : await resultOf(answer.jobId)
  if (result.sameCount > 0) toast.info(`${result.sameCount} 人与现有数据完全相同，未重复导入`)
  return result
}

async function resultOf(jobId: string): Promise<StaffImportResult> {
  for (;;) {
    const { state } = await call(download.get, { id: jobId }, { silent: true })
    const isOver = state !== jobState.waiting && state !== jobState.running
    if (isOver) return call(staffImport.importResult, { jobId }, { silent: true })
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
