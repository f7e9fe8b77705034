import type { ReactNode } from 'react'
import { templateType } from '../contract/message-template.ts'
import { TemplateList } from './template-list.tsx'

export default function SmsTemplatePage(): ReactNode {
  return <TemplateList type={templateType.sms} title="短信模板" />
}
