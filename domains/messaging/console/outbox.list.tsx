import { ActionButton, CodeTag, type FilterSpec, formatInstant, ListPage } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { messageChannel, messageState, type OutboxRow, outbox } from '../contract/outbox.ts'

const filters: readonly FilterSpec[] = [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '收件人或主题' },
  { name: 'channel', label: '渠道', kind: 'select', options: messageChannel.options },
  { name: 'state', label: '状态', kind: 'select', options: messageState.options },
  { name: 'time', label: '创建时间', kind: 'dateRange' },
]

const columns: TableColumnsType<OutboxRow> = [
  { title: '创建时间', dataIndex: 'createdAt', width: 170, render: (at: string) => formatInstant(at) },
  {
    title: '渠道',
    dataIndex: 'channel',
    width: 90,
    render: (channel: number) => <CodeTag codes={messageChannel} value={channel} />,
  },
  { title: '收件人', dataIndex: 'address', width: 200 },
  { title: '主题', dataIndex: 'subject', width: 220, ellipsis: true },
  { title: '状态', dataIndex: 'state', width: 110, render: (state: number) => <CodeTag codes={messageState} value={state} /> },
  { title: '发送时间', dataIndex: 'sentAt', width: 170, render: (at: string | null) => formatInstant(at) },
  { title: '尝试次数', dataIndex: 'attempts', width: 100, align: 'right' },
  { title: '失败原因', dataIndex: 'lastError', width: 260, ellipsis: true },
  {
    title: '操作栏',
    key: 'actions',
    width: 110,
    fixed: 'right',
    render: (_, row) =>
      row.state === messageState.failed && (
        <ActionButton
          type="link"
          size="small"
          endpoint={outbox.resend}
          input={{ id: row.id }}
          confirm="确认对方没有收到后再重新发送，是否继续？"
          refreshes={[outbox.list]}
        >
          重新发送
        </ActionButton>
      ),
  },
]

/** 消息发件箱: every mail and SMS with what became of it. Without a supplier this is where codes are read. */
export default function OutboxPage(): ReactNode {
  return (
    <ListPage
      title="消息发件箱"
      header={{ description: '未配置邮件或短信服务时，消息只保存在这里，展开一行可查看全文。' }}
      endpoint={outbox.list}
      filters={filters}
      columns={columns}
      rowKey="id"
      expandable={{ expandedRowRender: (row) => <p style={{ margin: 0, whiteSpace: 'pre-wrap' }}>{row.body}</p> }}
      emptyText="暂无消息"
    />
  )
}
