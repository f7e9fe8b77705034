import { PlusOutlined } from '@ant-design/icons'
import { filtersOf, ListPage, RightButton } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { mailTemplateMenu, smsTemplateMenu } from '../contract/menus.ts'
import { messageTemplate, type TemplateRow, templateType } from '../contract/message-template.ts'
import { messageKeys, messageSpecOf } from '../contract/template-catalogue.ts'
import { CreateTemplate, EditTemplate } from './template.form.tsx'
import { templateColumns } from './template-columns.tsx'
import { TemplateHistory } from './template-history.tsx'

export type OpenedTemplate = { readonly kind: 'create' } | { readonly kind: 'edit' | 'history'; readonly row: TemplateRow }

export interface TemplateListProps {
  readonly type: 1 | 2
  readonly title: string
}

const groups = [...new Set(messageKeys.map((key) => messageSpecOf(key).group))]
const filters = filtersOf(messageTemplate.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '名称或内容' },
  { name: 'group', label: '分类', kind: 'select', options: groups.map((group) => ({ value: group, label: group })) },
  {
    name: 'isEnabled',
    label: '状态',
    kind: 'select',
    options: [
      { value: 1, label: '启用' },
      { value: 0, label: '停用' },
    ],
  },
])

/** One channel's messages: every one of the catalogue, and what the company has made besides. */
export function TemplateList({ type, title }: TemplateListProps): ReactNode {
  const [opened, setOpened] = useState<OpenedTemplate>()
  const close = () => setOpened(undefined)
  const right = (type === templateType.sms ? smsTemplateMenu : mailTemplateMenu).rights.edit
  return (
    <>
      <ListPage
        title={title}
        header={{ description: '未修改的消息使用系统默认内容。修改只影响本企业，可随时恢复默认。' }}
        endpoint={messageTemplate.list}
        extraInput={{ type }}
        filters={filters}
        columns={templateColumns(right, setOpened)}
        rowKey={(row) => row.id ?? row.key}
        toolbar={
          <RightButton right={right} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'create' })}>
            新增模板
          </RightButton>
        }
      />
      {opened?.kind === 'create' && <CreateTemplate type={type} onClose={close} />}
      {opened?.kind === 'edit' && <EditTemplate row={opened.row} onClose={close} />}
      {opened?.kind === 'history' && <TemplateHistory row={opened.row} onClose={close} />}
    </>
  )
}
