import { filtersOf, listOf, type PickApi, type Picked, PickListTab } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { roomStatus } from '../contract/codes.ts'
import { type RoomRow, room } from '../contract/room.ts'

const filters = filtersOf(room.list, [{ name: 'roomName', label: '考场名称', kind: 'text' }])
const inUse = { roomStatus: roomStatus.inUse } as const
const rooms = listOf(room.list)

const columns: TableColumnsType<RoomRow> = [
  { title: '考场名称', dataIndex: 'roomName', ellipsis: true },
  { title: '地点', dataIndex: 'address', ellipsis: true },
  { title: '可安排人数', dataIndex: 'capacity', width: 108, align: 'right', className: 'kp-number' },
]

const itemOf = (row: RoomRow): Picked => ({ kind: 'room', id: row.id, name: row.roomName, data: row })

/** Type 9: exam rooms by name. */
export default function RoomTab({ pick }: { readonly pick: PickApi }): ReactNode {
  return (
    <PickListTab
      pick={pick}
      source={rooms}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      extraInput={inUse}
      emptyText="没有符合条件的考场"
    />
  )
}
