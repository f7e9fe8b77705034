import { ImportDrawer, type ImportInput, toast } from '@kaopei/web'
import { callUntyped } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { projectStaff } from '../../contract/staff.ts'

export interface ImportProps {
  readonly projectId: string
  readonly onClose: () => void
}

/** Learners by accounts or job numbers of a workbook; what was refused comes back with its reason. */
export default function ImportStudents({ projectId, onClose }: ImportProps): ReactNode {
  return (
    <ImportDrawer
      open
      title="导入学员"
      onClose={onClose}
      templateEndpoint={projectStaff.template}
      importEndpoint={importFile}
      extras={{ projectId }}
      hint="每行填写账号或工号，一次最多 20000 人。已在项目中的学员保持不变。"
    />
  )
}

async function importFile({ projectId, fileId }: ImportInput) {
  const { addedCount, repeatedCount, failedCount, failedUrl } = await callUntyped(
    projectStaff.importFile,
    { projectId, fileId },
    { silent: true, timeoutMs: 300_000 },
  )
  if (repeatedCount > 0) toast.info(`${repeatedCount} 人已在项目中，未重复添加`)
  return {
    successCount: addedCount,
    failedUrl,
    ...(failedCount > 0 && { errMessage: `${failedCount} 行没有导入，逐行原因见失败明细；改好后可直接上传该文件` }),
  }
}
