import { type FilterSpec, type ListSource, type PickApi, type Picked, PickListTab } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'

/** A row of the exam rooms' list: asked with `roomName`, `roomStatus`, `pageIndex`, `pageSize`. */
export interface ExamRoomRow {
  readonly id: string
  readonly roomName: string
  readonly roomStatus?: number
  readonly address?: string | null
  readonly seatCount?: number | null
}

const filters: readonly FilterSpec[] = [{ name: 'roomName', label: '考场名称', kind: 'text' }]
/** 1: rooms in use. */
const inUse = { roomStatus: 1 } as const

const columns: TableColumnsType<ExamRoomRow> = [
  { title: '考场名称', dataIndex: 'roomName', ellipsis: true },
  { title: '地点', dataIndex: 'address', ellipsis: true },
  { title: '座位数', dataIndex: 'seatCount', width: 88, align: 'right', className: 'kp-number' },
]

const itemOf = (row: ExamRoomRow): Picked => ({ kind: 'room', id: row.id, name: row.roomName, data: row })

/** Type 9: exam rooms by name. It comes alive with the list of exam rooms. */
export default function RoomTab({
  pick,
  source,
}: {
  readonly pick: PickApi
  readonly source?: ListSource<ExamRoomRow>
}): ReactNode {
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      extraInput={inUse}
      emptyText="没有符合条件的考场"
      absentText="考场管理尚未开通，暂无可选考场"
    />
  )
}
