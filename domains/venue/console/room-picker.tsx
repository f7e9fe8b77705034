import { Dash, type ListSource, type PickApi, type Picked, PickListTab } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { roomStatus } from '../contract/codes.ts'
import type { RoomRow } from '../contract/room.ts'

type PickableRoom = Pick<RoomRow, 'id' | 'roomName' | 'address' | 'capacity' | 'equipment' | 'openingHours'>

export interface RoomTabProps {
  readonly pick: PickApi
  /** The rooms that may be chosen; asked with `roomName`, `equipment`, `roomStatus` (1: in use), `pageIndex`, `pageSize`. */
  readonly source: ListSource<PickableRoom>
}

const filters = [
  { name: 'roomName', label: '考场名称', kind: 'text' },
  { name: 'equipment', label: '设备', kind: 'text' },
] as const
const inUse = { roomStatus: roomStatus.inUse } as const

const columns: TableColumnsType<PickableRoom> = [
  { title: '考场名称', dataIndex: 'roomName', ellipsis: true },
  { title: '地点', dataIndex: 'address', ellipsis: true },
  { title: '设备', dataIndex: 'equipment', ellipsis: true, render: (all: readonly string[]) => <Dash>{all.join('、')}</Dash> },
  { title: '开放时间', dataIndex: 'openingHours', ellipsis: true, render: (words: string) => words || '不限' },
  { title: '可安排人数', dataIndex: 'capacity', width: 108, align: 'right', className: 'kp-number' },
]

const itemOf = (row: PickableRoom): Picked => ({ kind: 'room', id: row.id, name: row.roomName, data: row })

/** Type 9: exam rooms by name. */
export default function RoomTab({ pick, source }: RoomTabProps): ReactNode {
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      extraInput={inUse}
      emptyText="没有可用的考场，请先在考场管理中新建"
    />
  )
}
