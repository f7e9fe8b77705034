import { EmptyState, formatInstant, ListPage, Loaded, useAddress, useCall } from '@kaopei/web'
import { Button, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { type DoorRow, signIn } from '../../contract/exam-sign-in.ts'
import { DoorDesk } from './door-desk.tsx'
import './sign-in.css'

/** 考场签到: which door, then its people, one after the other. */
export default function SignInPage(): ReactNode {
  const [search, setSearch] = useAddress()
  const [examId, roomId] = [search.get('exam'), search.get('room')]
  if (examId && roomId) return <Door examId={examId} roomId={roomId} onLeave={() => setSearch({})} />
  return (
    <ListPage
      title="考场签到"
      header={{ description: '选择考场后扫描或输入准考证号，核验证件并安排入座。' }}
      hasSerial={false}
      endpoint={signIn.rooms}
      rowKey="key"
      emptyText="没有需要签到的考场：考试已安排座位，并且您是监考人员时，会显示在这里"
      columns={columnsOf((row) => setSearch({ exam: row.examinationId, room: row.roomId }))}
    />
  )
}

function columnsOf(open: (row: DoorRow) => void): TableColumnsType<DoorRow> {
  return [
    {
      title: '考场',
      dataIndex: 'roomName',
      width: 110,
      ellipsis: true,
      render: (name: string, row) => (
        <Button
          type="link"
          size="small"
          className="exam-sign-in-room"
          aria-label={`签到：${row.examName} ${name}`}
          onClick={() => open(row)}
        >
          {name}
        </Button>
      ),
    },
    {
      title: '签到',
      key: 'count',
      width: 72,
      render: (_, { presentCount, expectedCount }) => `${presentCount} / ${expectedCount}`,
    },
    { title: '考试', dataIndex: 'examName', width: 220, ellipsis: true },
    { title: '地点', dataIndex: 'address', width: 180, ellipsis: true },
    { title: '开考时间', dataIndex: 'openTime', width: 170, render: (time: string | null) => formatInstant(time) },
  ]
}

interface DoorProps {
  readonly examId: string
  readonly roomId: string
  readonly onLeave: () => void
}

function Door({ examId, roomId, onLeave }: DoorProps): ReactNode {
  const asked = useCall(signIn.rooms, { pageIndex: 1, pageSize: 1, examinationId: examId, roomId }, { refetchInterval: 15_000 })
  return (
    <Loaded of={asked}>
      {({ dataList }) => {
        const [door] = dataList
        if (!door) return <EmptyState text="此考场不能签到，请返回列表重新选择" />
        return <DoorDesk door={door} onLeave={onLeave} />
      }}
    </Loaded>
  )
}
