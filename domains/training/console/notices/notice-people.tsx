import { Dash, formatInstant, ListPage, type RowOf, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { projectNotice } from '../../contract/notice.ts'

type Row = RowOf<typeof projectNotice.noticeList>

interface Props {
  readonly projectId: string
  /** Of one notice alone. */
  readonly noticeId?: string
  /** Of one person alone. */
  readonly staffId?: string
}

/** Who got what, when, by which way. */
export function NoticePeople({ projectId, noticeId, staffId }: Props): ReactNode {
  const isOfPerson = staffId !== undefined
  return (
    <ListPage
      endpoint={projectNotice.noticeList}
      rowKey={(row) => `${row.noticeId} ${row.staffId} ${row.sentTime}`}
      stateIn="memory"
      extraInput={{ projectId, ...(noticeId !== undefined && { noticeId }), ...(isOfPerson && { staffId }) }}
      emptyText={isOfPerson ? '没有通知过' : '没有通知记录'}
      {...(!isOfPerson && {
        filters: [{ name: 'query', label: '学员', kind: 'text', placeholder: '姓名、工号或账号' }] as const,
      })}
      columns={[
        ...(isOfPerson ? [] : people),
        ...(noticeId === undefined ? notices : []),
        { title: '时间', dataIndex: 'sentTime', width: 150, render: (at: string) => formatInstant(at) },
        { title: '结果', key: 'way', width: 120, render: (_, row) => <WayCell row={row} /> },
      ]}
    />
  )
}

const people: TableColumnsType<Row> = [
  { title: '姓名', dataIndex: 'name', width: 110 },
  { title: '账号', dataIndex: 'loginAccount', width: 130, ellipsis: true },
  { title: '部门', dataIndex: 'department', width: 140, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
]

const notices: TableColumnsType<Row> = [
  { title: '方式', dataIndex: 'words', width: 120 },
  { title: '标题', dataIndex: 'title', width: 200, ellipsis: true, render: (title: string) => <Dash>{title}</Dash> },
]

function WayCell({ row: { mail, sms } }: { readonly row: Row }): ReactNode {
  if (!mail && !sms) return <ToneTag tone="warning">没有联系方式</ToneTag>
  return [...(mail ? ['邮件'] : []), ...(sms ? ['短信'] : [])].join('、')
}
