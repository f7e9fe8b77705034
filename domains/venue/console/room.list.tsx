import { PlusOutlined } from '@ant-design/icons'
import {
  CodeTag,
  calling,
  Dash,
  filtersOf,
  formatInstant,
  formatNumber,
  ImportDrawer,
  ListPage,
  RightButton,
  RowActions,
  useListRefresh,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { roomStatus } from '../contract/codes.ts'
import { type RoomRow, room } from '../contract/room.ts'
import { seatsPath } from './paths.ts'
import { NewRoom, RoomFacts } from './room.drawer.tsx'

const filters = filtersOf(room.list, [
  { name: 'roomName', label: '考场名称', kind: 'text' },
  { name: 'roomStatus', label: '状态', kind: 'select', options: roomStatus.options },
  { name: 'address', label: 'IP 地址', kind: 'text', placeholder: '查找电脑所在考场' },
  { name: 'equipment', label: '设备', kind: 'text' },
])

/** 考场管理 */
export default function RoomList(): ReactNode {
  const [opened, setOpened] = useState<RoomRow | 'new'>()
  const navigate = useNavigate()
  const close = () => setOpened(undefined)
  const [isImporting, setImporting] = useState(false)
  const refresh = useListRefresh()
  const add = (
    <RightButton right={room.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      新建考场
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="考场管理"
        endpoint={room.list}
        rowKey="id"
        filters={filters}
        toolbar={
          <>
            {add}
            <RightButton right={room.import} onClick={() => setImporting(true)}>
              批量导入
            </RightButton>
          </>
        }
        emptyText="还没有考场"
        emptyAction={add}
        columns={columns(setOpened)}
      />
      <ImportDrawer
        title="导入考场"
        open={isImporting}
        onClose={() => setImporting(false)}
        templateEndpoint={room.template}
        importEndpoint={room.import}
        purpose="roomImport"
        hint={
          <p>
            每行一间考场，按排数和每排座位数生成座位图，导入后可逐个调整座位。也可上传 Artemis 的考场文件（.zip，每间一个
            .json），连同座位位置和排法。
          </p>
        }
        onImported={() => refresh(room.list)}
      />
      {opened === 'new' && <NewRoom onClose={close} onMade={(id) => void navigate(seatsPath(id))} />}
      {opened && opened !== 'new' && <RoomFacts row={opened} onClose={close} />}
    </>
  )
}

const columns = (edit: (row: RoomRow) => void): TableColumnsType<RoomRow> => [
  {
    title: '考场名称',
    dataIndex: 'roomName',
    width: 110,
    ellipsis: true,
    render: (name: string, { id }) => <Link to={seatsPath(id)}>{name}</Link>,
  },
  {
    title: '状态',
    dataIndex: 'roomStatus',
    width: 68,
    render: (status: number) => <CodeTag codes={roomStatus} value={status} />,
  },
  { title: '地点', dataIndex: 'address', width: 124, ellipsis: true, render: (address: string) => <Dash>{address}</Dash> },
  { title: '座位数', dataIndex: 'seatCount', width: 72, align: 'right', className: 'kp-number', render: formatNumber },
  { title: '可安排人数', dataIndex: 'capacity', width: 96, align: 'right', className: 'kp-number', render: formatNumber },
  {
    title: '网段',
    dataIndex: 'addressRanges',
    width: 96,
    ellipsis: true,
    render: (ranges: readonly string[]) => <Dash>{ranges.join('、')}</Dash>,
  },
  {
    title: '设备',
    dataIndex: 'equipment',
    width: 96,
    ellipsis: true,
    render: (all: readonly string[]) => <Dash>{all.join('、')}</Dash>,
  },
  { title: '开放时间', dataIndex: 'openingHours', width: 138, ellipsis: true, render: (words: string) => words || '不限' },
  { title: '更新时间', dataIndex: 'updateTime', width: 138, render: (time: string) => formatInstant(time) },
  { title: '操作', key: 'actions', width: 144, fixed: 'right', render: (_, row) => <Actions row={row} edit={edit} /> },
]

function Actions({ row, edit }: { readonly row: RoomRow; readonly edit: (row: RoomRow) => void }): ReactNode {
  const isOpen = row.roomStatus === roomStatus.inUse
  return (
    <RowActions
      actions={[
        { label: '编辑', name: `编辑${row.roomName}`, right: room.modify, run: () => edit(row) },
        calling(room.setStatus, {
          label: isOpen ? '停用' : '启用',
          name: `${isOpen ? '停用' : '启用'}${row.roomName}`,
          input: { id: row.id, roomStatus: isOpen ? roomStatus.closed : roomStatus.inUse },
          ...(isOpen && { confirm: `停用后不能再向“${row.roomName}”安排考生，已安排的不受影响。确定停用吗？` }),
          refreshes: [room.list],
        }),
        calling(room.remove, {
          label: '删除',
          name: `删除${row.roomName}`,
          isDangerous: true,
          input: { id: row.id },
          confirm: `确定删除“${row.roomName}”及其座位图吗？删除后不能恢复。`,
          refreshes: [room.list],
        }),
      ]}
    />
  )
}
