import { roomStatus } from '@kaopei/venue/contract/codes'
import { unbrokenTimes } from '@kaopei/venue/contract/rules/opening'
import { RoomTab } from '@kaopei/venue/parts'
import {
  ActionButton,
  FilterDrawer,
  listOf,
  type Picked,
  type PickTab,
  RightButton,
  type RowOf,
  ToneTag,
  useAction,
} from '@kaopei/web'
import { Alert, Button, InputNumber, Select, Switch, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type ExamPlan, examRooms } from '../../contract/exam-rooms.ts'
import { RoomMap } from './room-map.tsx'

type Option = RowOf<typeof examRooms.options>
type Chosen = Pick<
  ExamPlan['rooms'][number],
  'roomId' | 'roomName' | 'roomStatus' | 'openingHours' | 'layoutName' | 'layoutNames' | 'seatedCount'
> & {
  readonly capacity: number | null
  /** Known of what is saved. */
  readonly isOutsideHours?: boolean
}

interface Props {
  readonly examId: string
  readonly plan: ExamPlan
}

/** The rooms in their order, how each is laid out, and the distribution. */
export function RoomChoice({ examId, plan }: Props): ReactNode {
  const [rooms, setRooms] = useState<readonly Chosen[]>(plan.rooms)
  const [isEven, setEven] = useState(plan.isEven)
  const [reservePercent, setReserve] = useState(plan.reservePercent)
  const [isPicking, setPicking] = useState(false)
  const [shown, setShown] = useState<string>()
  const save = useAction(examRooms.save, { successText: '保存成功' })
  const isChanged = rooms !== plan.rooms || isEven !== plan.isEven || reservePercent !== plan.reservePercent
  const wishes = rooms.map(({ roomId, layoutName }) => ({ roomId, layoutName }))
  const add = (picked: readonly Picked[]) => {
    const fresh = picked
      .map(({ data }) => chosenOf(data as Option))
      .filter(({ roomId }) => !rooms.some((room) => room.roomId === roomId))
    setRooms([...rooms, ...fresh])
    setPicking(false)
  }
  return (
    <section className="kp-card" aria-label="考场">
      <Found plan={plan} />
      <Table
        size="small"
        rowKey="roomId"
        pagination={false}
        dataSource={[...rooms]}
        columns={columns(rooms, plan.mayLayOut ? setRooms : undefined, setShown)}
        locale={{ emptyText: '还没有选择考场' }}
        scroll={{ x: 640 }}
      />
      {plan.mayChange && !plan.mayLayOut && (
        <p className="kp-hint">考场和座位分配对全部考生生效，由数据范围为全部的管理员设置；您可以为自己管理的考生换座位。</p>
      )}
      <div className="exam-rooms-line" hidden={!plan.mayLayOut}>
        <RightButton right={examRooms.save} onClick={() => setPicking(true)}>
          选择考场
        </RightButton>
        <Switch aria-label="各考场平均分配" checked={isEven} onChange={setEven} />
        <span>{isEven ? '各考场平均分配' : '按顺序坐满一间再排下一间'}</span>
        <InputNumber
          aria-label="每间预留座位比例"
          prefix="每间预留"
          suffix="%"
          min={0}
          max={50}
          precision={0}
          style={{ width: 150 }}
          value={reservePercent}
          onChange={(value) => setReserve(value ?? 0)}
        />
        <RightButton
          right={examRooms.save}
          type="primary"
          disabled={!isChanged}
          loading={save.isRunning}
          onClick={() => void save.run({ examinationId: examId, isEven, reservePercent, rooms: wishes })}
        >
          保存考场
        </RightButton>
        <ActionButton
          endpoint={examRooms.distribute}
          input={{ examinationId: examId }}
          disabled={isChanged || rooms.length === 0}
          successText="座位已分配"
        >
          为未安排的考生分配座位
        </ActionButton>
        {!plan.isTold && plan.seatedCount > 0 && (
          <ActionButton
            endpoint={examRooms.distribute}
            input={{ examinationId: examId, isAnew: true }}
            disabled={isChanged}
            confirm="除手工安排的考生外，全部考生将重新安排座位，准考证号不变。确定重新分配吗？"
            successText="座位已重新分配"
          >
            全部重新分配
          </ActionButton>
        )}
      </div>
      {shown && <RoomMap examId={examId} roomId={shown} onClose={() => setShown(undefined)} />}
      {isPicking && <RoomDrawer onClose={() => setPicking(false)} onConfirm={add} />}
    </section>
  )
}

const chosenOf = ({ id, roomName, roomStatus: status, openingHours, capacity, layoutNames }: Option): Chosen => ({
  ...{
    roomId: id,
    roomName,
    roomStatus: status,
    openingHours,
    layoutNames,
    capacity,
    layoutName: layoutNames[0] ?? '',
    seatedCount: 0,
  },
})

/** What the last distribution came to. */
function Found({ plan }: { readonly plan: ExamPlan }): ReactNode {
  const { candidateCount, seatedCount, presentCount, conflictCount } = plan
  return (
    <>
      <p role="status">
        考生 {candidateCount} 人 · 已安排 {seatedCount} 人 · 已到 {presentCount} 人
      </p>
      {conflictCount !== null && conflictCount > 0 && (
        <Alert type="warning" showIcon title={`有 ${conflictCount} 处同部门考生相邻，增加考场或改用更宽的排法可以减少`} />
      )}
    </>
  )
}

function columns(
  rooms: readonly Chosen[],
  /** Absent: to look at. */
  setRooms: ((rooms: readonly Chosen[]) => void) | undefined,
  show: (roomId: string) => void,
): TableColumnsType<Chosen> {
  const choose = (roomId: string, layoutName: string) =>
    setRooms?.(rooms.map((room) => (room.roomId === roomId ? { ...room, layoutName, capacity: null } : room)))
  const raise = (index: number) => {
    const [above, room] = [rooms[index - 1], rooms[index]]
    if (above && room) setRooms?.([...rooms.slice(0, index - 1), room, above, ...rooms.slice(index + 1)])
  }
  return [
    {
      title: '考场',
      dataIndex: 'roomName',
      width: 220,
      // Whole: what is marked here, and by which hours, is why somebody looks.
      render: (name: string, { roomStatus: status, openingHours, isOutsideHours }) => (
        <>
          {name} {status === roomStatus.closed && <ToneTag tone="warning">已停用，不再安排考生</ToneTag>}
          {isOutsideHours && (
            <>
              <ToneTag tone="warning">考试超出开放时间</ToneTag>
              <div className="kp-hint">开放时间：{unbrokenTimes(openingHours)}</div>
            </>
          )}
        </>
      ),
    },
    {
      title: '排法',
      dataIndex: 'layoutName',
      width: 180,
      render: (name: string, { roomId, roomName, layoutNames }) => (
        <Select
          aria-label={`${roomName}的排法`}
          value={name}
          style={{ width: 150 }}
          disabled={!setRooms}
          options={layoutNames.map((value) => ({ value, label: value }))}
          onChange={(value) => choose(roomId, value)}
        />
      ),
    },
    {
      title: '可安排',
      dataIndex: 'capacity',
      width: 100,
      align: 'right',
      render: (count: number | null) => count ?? '保存后显示',
    },
    { title: '已安排', dataIndex: 'seatedCount', width: 84, align: 'right' },
    {
      title: '操作',
      key: 'actions',
      width: 200,
      render: (_, { roomId, roomName, seatedCount }, index) => (
        <>
          <Button
            type="link"
            size="small"
            aria-label={`${roomName}的座位图`}
            disabled={seatedCount === 0}
            onClick={() => show(roomId)}
          >
            座位图
          </Button>
          {setRooms && (
            <>
              <Button type="link" size="small" aria-label={`上移${roomName}`} disabled={index === 0} onClick={() => raise(index)}>
                上移
              </Button>
              <Button
                type="link"
                size="small"
                aria-label={`移除${roomName}`}
                disabled={seatedCount > 0}
                onClick={() => setRooms(rooms.filter((room) => room.roomId !== roomId))}
              >
                移除
              </Button>
            </>
          )}
        </>
      ),
    },
  ]
}

interface DrawerProps {
  readonly onClose: () => void
  readonly onConfirm: (picked: readonly Picked[]) => void
}

const rooms = listOf(examRooms.options)
const tabs: readonly PickTab[] = [{ key: 'room', title: '考场', content: (pick) => <RoomTab pick={pick} source={rooms} /> }]

function RoomDrawer(props: DrawerProps): ReactNode {
  return <FilterDrawer open title="选择考场" {...props} tabs={tabs} />
}
