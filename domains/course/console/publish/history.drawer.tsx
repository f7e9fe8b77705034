import { Dash, FocusReturn, formatInstant, ListPage } from '@kaopei/web'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { forCompletedLabels, publishing } from '../../contract/publishing.ts'

interface Props {
  readonly courseId: string
  readonly name: string
  readonly onClose: () => void
}

/** 发布记录: every version that learners got, who published it and what became of those who had completed the course. */
export function HistoryDrawer({ courseId, name, onClose }: Props): ReactNode {
  return (
    <Drawer open title={`发布记录：${name}`} size={820} onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={publishing.history}
        extraInput={{ id: courseId }}
        stateIn="memory"
        rowKey={({ number }) => String(number)}
        hasSerial={false}
        emptyText="还没有发布过"
        columns={[
          { title: '版本', dataIndex: 'number', width: 84, render: (number: number) => `第 ${number} 版` },
          { title: '发布时间', dataIndex: 'publishedAt', width: 150, render: (at: string) => formatInstant(at) },
          {
            title: '发布人',
            dataIndex: 'publishedByName',
            width: 110,
            ellipsis: true,
            render: (by: string | null) => <Dash>{by}</Dash>,
          },
          {
            title: '已完成者',
            key: 'forCompleted',
            width: 190,
            render: (_, { number, forCompleted }) => (number === 1 ? <Dash /> : forCompletedLabels[forCompleted]),
          },
          { title: '修改说明', dataIndex: 'note', render: (note: string) => <Dash>{note}</Dash> },
        ]}
      />
    </Drawer>
  )
}
