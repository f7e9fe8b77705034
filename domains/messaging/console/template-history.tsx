import { CodeTag, FocusReturn, formatInstant, ListPage, RichText } from '@kaopei/web'
import { Drawer, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import {
  messageTemplate,
  type TemplateRevision,
  type TemplateRow,
  templateAction,
  templateType,
} from '../contract/message-template.ts'

const columns: TableColumnsType<TemplateRevision> = [
  { title: '版本', dataIndex: 'version', width: 70, align: 'right' },
  {
    title: '操作',
    dataIndex: 'action',
    width: 110,
    render: (action: number) => <CodeTag codes={templateAction} value={action} />,
  },
  { title: '操作人', dataIndex: 'changedByName', width: 120 },
  { title: '时间', dataIndex: 'changedAt', width: 170, render: (at: string) => formatInstant(at) },
  { title: '启用', dataIndex: 'isEnabled', width: 70, render: (isEnabled: boolean) => (isEnabled ? '是' : '否') },
]

/** What a template said, version by version. */
export function TemplateHistory({ row, onClose }: { readonly row: TemplateRow; readonly onClose: () => void }): ReactNode {
  const { type, key, id } = row
  return (
    <Drawer open title={`修改记录：${row.name}`} size={720} onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={messageTemplate.history}
        extraInput={{ type, key, id }}
        stateIn="memory"
        hasSerial={false}
        columns={columns}
        rowKey={(revision) => String(revision.version)}
        expandable={{ expandedRowRender: (revision) => <Words revision={revision} isMail={type === templateType.mail} /> }}
        emptyText="还没有修改过"
      />
    </Drawer>
  )
}

function Words({ revision, isMail }: { readonly revision: TemplateRevision; readonly isMail: boolean }): ReactNode {
  if (!isMail) {
    const { signature, body, providerTemplateId } = revision
    return (
      <p className="kp-template-sms">
        {signature && `【${signature}】`}
        {body}
        {providerTemplateId && `（服务商模板 ${providerTemplateId}）`}
      </p>
    )
  }
  return (
    <div className="kp-template-mail">
      <strong>{revision.subject}</strong>
      <RichText html={revision.body} />
    </div>
  )
}
