import { ActionButton, CodeTag, calling, Dash, filtersOf, formatInstant, ListPage, RowActions, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { messageChannel, messageState, type OutboxRow, outbox } from '../contract/outbox.ts'
import './outbox.css'

const filters = filtersOf(outbox.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '收件人或主题' },
  { name: 'channel', label: '渠道', kind: 'select', options: messageChannel.options },
  { name: 'state', label: '状态', kind: 'select', options: messageState.options },
  { name: 'time', label: '创建时间', kind: 'dateRange' },
])

const columns: TableColumnsType<OutboxRow> = [
  { title: '创建时间', dataIndex: 'createdAt', width: 148, render: (at: string) => formatInstant(at) },
  {
    title: '渠道',
    dataIndex: 'channel',
    width: 72,
    render: (channel: number) => <CodeTag codes={messageChannel} value={channel} />,
  },
  {
    title: '收件人',
    dataIndex: 'address',
    width: 190,
    render: (address: string) => <div className="kp-outbox-cell">{address}</div>,
  },
  { title: '内容', key: 'content', width: 180, render: (_, row) => <Content row={row} /> },
  { title: '状态', key: 'state', width: 170, render: (_, row) => <State row={row} /> },
  { title: '下次重试时间', key: 'nextTryAt', width: 148, render: (_, row) => <NextTry row={row} /> },
  {
    title: '操作',
    key: 'actions',
    width: 96,
    fixed: 'right',
    render: (_, row) =>
      row.state === messageState.failed && (
        <RowActions
          actions={[
            calling(outbox.resend, {
              label: '重新发送',
              input: { id: row.id },
              confirm: '确认对方没有收到后再重新发送，是否继续？',
              refreshes: [outbox.list],
            }),
          ]}
        />
      ),
  },
]

/** A mail's subject, an SMS's words. */
function Content({ row: { subject, body } }: { readonly row: OutboxRow }): ReactNode {
  return <div className="kp-outbox-cell">{subject || body}</div>
}

/** With the reason of a failure; one that is only for now says that nobody has to do anything. */
function State({ row: { state, attempts, lastError } }: { readonly row: OutboxRow }): ReactNode {
  const isAgain = state === messageState.waiting && attempts > 0
  return (
    <>
      {isAgain ? <ToneTag tone="warning">等待重试</ToneTag> : <CodeTag codes={messageState} value={state} />}
      {lastError && (
        <div className="kp-outbox-cell kp-hint" title={lastError}>
          {lastError}
        </div>
      )}
    </>
  )
}

/** When it is taken up again by itself, and how often it was tried. */
function NextTry({ row: { nextTryAt, attempts } }: { readonly row: OutboxRow }): ReactNode {
  return (
    <>
      <Dash>{nextTryAt === null ? null : formatInstant(nextTryAt)}</Dash>
      {attempts > 0 && <div className="kp-hint">已尝试 {attempts} 次</div>}
    </>
  )
}

function Whole({ row: { subject, body, sentAt, supplierId } }: { readonly row: OutboxRow }): ReactNode {
  return (
    <div className="kp-outbox-whole">
      <p className="kp-hint">
        发送时间：{sentAt === null ? '尚未发送' : formatInstant(sentAt)}
        {supplierId && `；服务商编号：${supplierId}`}
      </p>
      {subject && <strong>{subject}</strong>}
      <p>{body}</p>
    </div>
  )
}

/** 消息发件箱: every mail and SMS with what became of it. Without a supplier this is where codes are read. */
export default function OutboxPage(): ReactNode {
  return (
    <ListPage
      title="消息发件箱"
      header={{
        description:
          '展开一行可查看全文。暂时发不出去的消息会自动重试，企业停用期间的消息暂缓发送；未配置邮件或短信服务时，消息只保存在这里。',
      }}
      endpoint={outbox.list}
      filters={filters}
      columns={columns}
      rowKey="id"
      expandable={{ expandedRowRender: (row) => <Whole row={row} /> }}
      isSelectable={({ state }) => state === messageState.failed}
      batchActions={(selection) => (
        <ActionButton
          endpoint={outbox.resends}
          input={{ ids: [...selection.ids] }}
          confirm={`确认这 ${selection.ids.length} 条消息的收件人没有收到后再重新发送，是否继续？`}
          refreshes={[outbox.list]}
          onDone={selection.clear}
        >
          批量重新发送
        </ActionButton>
      )}
      emptyText="暂无消息"
    />
  )
}
