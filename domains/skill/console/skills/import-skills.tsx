import { ImportDrawer, type ImportInput, toast, useListRefresh } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { skill } from '../../contract/skill.ts'

/** A workbook of the template, or Moodle's framework: all of it or nothing. */
export function ImportSkills({ onClose }: { readonly onClose: () => void }): ReactNode {
  const refresh = useListRefresh()
  const importFile = async ({ fileId }: ImportInput) => {
    const { successCount, addedCount, changedCount, failedUrl } = await call(
      skill.importFile,
      { fileId: String(fileId) },
      { silent: true, timeoutMs: 120_000 },
    )
    if (successCount > 0) toast.info(`新增 ${addedCount} 个，更新 ${changedCount} 个`)
    refresh(skill.getSkillList)
    return { successCount, failedUrl }
  }
  return (
    <ImportDrawer
      open
      title="导入技能"
      onClose={onClose}
      templateEndpoint={skill.template}
      importEndpoint={importFile}
      hint="支持系统模板（.xlsx），也支持 Moodle 能力框架导出的 CSV。按编码识别：已有的更新，其余新增；有一行错误则全部不导入。"
    />
  )
}
