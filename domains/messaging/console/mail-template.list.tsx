import type { ReactNode } from 'react'
import { templateType } from '../contract/message-template.ts'
import { TemplateList } from './template-list.tsx'

export default function MailTemplatePage(): ReactNode {
  return <TemplateList type={templateType.mail} title="邮件模板" />
}
