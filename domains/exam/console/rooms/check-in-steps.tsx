import type { CheckInAct, CheckInWay } from '@kaopei/venue/contract/place'
import { Dash, FocusReturn, formatInstant, Loaded, type RowOf, useCall } from '@kaopei/web'
import { Drawer, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { examRooms, type SeatedRow } from '../../contract/exam-rooms.ts'

const actWords: Readonly<Record<CheckInAct, string>> = {
  arrived: '到场',
  verified: '核验证件',
  seated: '入座',
  refused: '拒绝入场',
  undone: '撤销签到',
}
const wayWords: Readonly<Record<CheckInWay, string>> = { list: '名单', qr: '扫码' }

const columns: TableColumnsType<RowOf<typeof examRooms.checkIns>> = [
  { title: '时间', dataIndex: 'time', width: 150, render: (time: string) => formatInstant(time, 'MM-DD HH:mm:ss') },
  { title: '操作', dataIndex: 'act', width: 100, render: (act: CheckInAct) => actWords[act] },
  { title: '方式', dataIndex: 'way', width: 72, render: (way: CheckInWay) => wayWords[way] },
  { title: '座位', dataIndex: 'seat', width: 80, render: (seat: string | null) => <Dash>{seat}</Dash> },
  { title: '操作人', dataIndex: 'byName', width: 100, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '原因', dataIndex: 'reason', width: 200, render: (reason: string) => <Dash>{reason}</Dash> },
]

interface Props {
  readonly examId: string
  readonly row: SeatedRow
  readonly onClose: () => void
}

/** 签到记录: who did what, when and why; nothing of it is ever changed. */
export function CheckInSteps({ examId, row: { staffId, name }, onClose }: Props): ReactNode {
  const asked = useCall(examRooms.checkIns, { examinationId: examId, staffId })
  return (
    <Drawer open title={`签到记录：${name}`} size="min(760px, 100vw)" onClose={onClose}>
      <FocusReturn />
      <Loaded of={asked}>
        {({ dataList }) => (
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={[...dataList]}
            columns={columns}
            scroll={{ x: 700 }}
            locale={{ emptyText: '还没有签到' }}
          />
        )}
      </Loaded>
    </Drawer>
  )
}
