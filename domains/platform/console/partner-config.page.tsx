import { PageHeader } from '@kaopei/web'
import type { ReactNode } from 'react'
import { PartnerConfigPanel } from './partner-config.panel.tsx'

/** 合作方配置: what is set otherwise than by default, what holds now, and who changed what. */
export default function PartnerConfigPage(): ReactNode {
  return (
    <>
      <PageHeader title="合作方配置" description="未配置的属性按默认值生效；修改后立即生效并留有记录。" />
      <PartnerConfigPanel />
    </>
  )
}
