import { ImportDrawer, type ImportInput } from '@kaopei/web'
import { callUntyped } from '@kaopei/web/client'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { certificate } from '../contract/certificate.ts'
import { tellIssued, useHandRules } from './issue.drawer.tsx'

/** Holders by accounts or job numbers of a workbook; what was refused comes back with its reason. */
export default function ImportList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [ruleId, setRuleId] = useState<string>()
  const rules = useHandRules()
  return (
    <ImportDrawer
      open
      title="按名单签发"
      onClose={onClose}
      templateEndpoint={certificate.importTemplate}
      importEndpoint={importFile}
      extras={{ ruleId }}
      options={
        <Select
          aria-label="签发规则"
          placeholder="请选择签发规则"
          style={{ width: 320 }}
          value={ruleId ?? null}
          {...rules}
          onChange={setRuleId}
        />
      }
      whyNot={ruleId === undefined ? '请先选择签发规则' : undefined}
      hint="每行填写账号或工号，可以写成绩、等级、依据和备注，一次最多 5000 人。已持有有效证书的人员不会重复签发；模板需要照片而没有照片的人员列入“无法签发”。"
    />
  )
}

async function importFile({ ruleId, fileId }: ImportInput) {
  const answer = await callUntyped(certificate.importFile, { ruleId, fileId }, { silent: true, timeoutMs: 300_000 })
  if (answer.heldCount + answer.refusedCount + answer.photolessCount > 0) tellIssued(answer)
  return { successCount: answer.issuedCount, failedUrl: answer.failedUrl }
}
