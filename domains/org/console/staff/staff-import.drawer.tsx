import { download, jobState } from '@kaopei/jobs/contract/download'
import { type ImportCheckReport, ImportDrawer, type ImportFollow, type ImportInput, type ImportRefusal, toast } from '@kaopei/web'
import { call, callUntyped } from '@kaopei/web/client'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { importResult, type StaffImportResult, staffImport } from '../../contract/staff-import.ts'

/** 批量导入: a workbook of people, checked before anything is written. */
export function StaffImportDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [createDepartments, setCreateDepartments] = useState(true)
  return (
    <ImportDrawer
      open
      title="批量导入员工"
      onClose={onClose}
      templateEndpoint={staffImport.importTemplate}
      check={{
        run: checkAndWait,
        unit: '人',
        conflictWords: { skip: '保留系统中的内容，跳过文件中的', overwrite: '用文件中的内容更新（空白单元格不修改）' },
      }}
      importEndpoint={importAndWait}
      extras={{ createDepartments }}
      hint={
        <>
          <Checkbox checked={createDepartments} onChange={({ target }) => setCreateDepartments(target.checked)}>
            自动创建文件中还不存在的部门
          </Checkbox>
          <p>导入前会先检查每一行；导入的人员没有密码，可在花名册中邀请其设置密码。</p>
        </>
      }
      doneText={doneText}
    />
  )
}

function doneText(result: unknown): string {
  const { updatedCount = 0, skippedCount = 0 } = importResult.partial().safeParse(result).data ?? {}
  const counts = [
    ...(updatedCount > 0 ? [`其中更新 ${updatedCount} 人`] : []),
    ...(skippedCount > 0 ? [`跳过冲突 ${skippedCount} 人`] : []),
  ]
  return [
    ...(counts.length > 0 ? [`${counts.join('，')}。`] : []),
    '新导入的人员还没有密码，请在花名册中勾选后点击“邀请”。',
  ].join('')
}

const pollMs = 1_000
const patience = { silent: true, timeoutMs: 300_000 }

async function checkAndWait(input: ImportInput, follow: ImportFollow): Promise<ImportCheckReport | ImportRefusal> {
  const { jobId, report } = await callUntyped(staffImport.checkImport, input, patience)
  if (jobId === null) return report ?? { errMessage: '检查失败，请重新上传' }
  await ended(jobId, follow)
  const later = await call(staffImport.checkResult, { jobId }, { silent: true })
  return later.report ?? { errMessage: later.message || '检查失败，请重新上传' }
}

/** Large files are imported by a job, whose end this waits for. */
async function importAndWait(input: ImportInput, follow: ImportFollow): Promise<StaffImportResult> {
  const answer = await callUntyped(staffImport.batchImport, input, patience)
  const result = answer.jobId === null ? answer : await resultOf(answer.jobId, follow)
  if (result.sameCount > 0) toast.info(`${result.sameCount} 人与现有数据完全相同，未重复导入`)
  return result
}

async function resultOf(jobId: string, follow: ImportFollow): Promise<StaffImportResult> {
  await ended(jobId, follow)
  return call(staffImport.importResult, { jobId }, { silent: true })
}

async function ended(jobId: string, { onProgress, signal }: ImportFollow): Promise<void> {
  for (;;) {
    const { state, doneCount, totalCount } = await call(download.get, { id: jobId }, { silent: true, signal })
    if (totalCount) onProgress(doneCount / totalCount)
    if (state !== jobState.waiting && state !== jobState.running) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
