import { CodeTag, Dash, FocusReturn, filtersOf, formatInstant, ListPage } from '@kaopei/web'
import { Drawer, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { type AnnouncementRow, deliveryState, examAnnouncements, type ToldRow } from '../../contract/exam-announcements.ts'

const filters = filtersOf(examAnnouncements.people, [
  { name: 'state', label: '状态', kind: 'select', options: deliveryState.options },
])

const instant = (time: string | null) => <Dash>{time && formatInstant(time)}</Dash>

const columns: TableColumnsType<ToldRow> = [
  { title: '考生', dataIndex: 'name', width: 120, ellipsis: true },
  { title: '部门', dataIndex: 'department', width: 160, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  {
    title: '状态',
    dataIndex: 'state',
    width: 90,
    render: (state: number) => <CodeTag codes={deliveryState} value={state} />,
  },
  { title: '发送时间', dataIndex: 'sentTime', width: 150, render: instant },
  { title: '送达时间', dataIndex: 'deliveredTime', width: 150, render: instant },
  { title: '确认时间', dataIndex: 'acknowledgedTime', width: 150, render: instant },
  { title: '发送次数', dataIndex: 'tries', width: 90, align: 'right' },
]

interface Props {
  readonly announcement: AnnouncementRow
  readonly onClose: () => void
}

/** Whom an announcement has reached. */
export function ToldDrawer({ announcement, onClose }: Props): ReactNode {
  return (
    <Drawer open title="送达情况" size="min(1080px, 100vw)" onClose={onClose}>
      <FocusReturn />
      <p>{announcement.text}</p>
      <ListPage
        endpoint={examAnnouncements.people}
        rowKey="staffId"
        stateIn="memory"
        extraInput={{ announcementId: announcement.id }}
        filters={filters}
        columns={columns}
        emptyText="没有符合条件的考生"
        refetchInterval={5000}
      />
    </Drawer>
  )
}
