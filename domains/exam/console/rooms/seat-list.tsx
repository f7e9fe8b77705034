import { placeState } from '@kaopei/venue/contract/codes'
import type { CheckInAct } from '@kaopei/venue/contract/place'
import { CodeTag, calling, Dash, ListPage, type RowAction, RowActions, ToneTag } from '@kaopei/web'
import { downloadFile } from '@kaopei/web/client'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type ExamPlan, examRooms, type SeatedRow } from '../../contract/exam-rooms.ts'
import { examTickets } from '../../contract/exam-tickets.ts'
import { CheckInSteps } from './check-in-steps.tsx'
import { PrintBar } from './print-bar.tsx'
import { ReasonDialog } from './reason.dialog.tsx'
import { SeatDialog } from './seat.dialog.tsx'

interface Props {
  readonly examId: string
  readonly plan: ExamPlan
  readonly onChange: () => void
}

type Opened = { readonly row: SeatedRow; readonly what: 'seat' | 'refused' | 'undone' | 'steps' }

/** Everybody with their seat, and their signing in by eye. */
export function SeatList({ examId, plan, onChange }: Props): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage
        endpoint={examRooms.list}
        rowKey="staffId"
        extraInput={{ examinationId: examId }}
        emptyText="还没有考生"
        toolbar={<PrintBar examId={examId} plan={plan} />}
        filters={[
          { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
          {
            name: 'roomId',
            label: '考场',
            kind: 'select',
            options: plan.rooms.map(({ roomId, roomName }) => ({ value: roomId, label: roomName })),
          },
          { name: 'state', label: '签到', kind: 'select', options: placeState.options },
          {
            name: 'hasAttempt',
            label: '开考',
            kind: 'select',
            options: [
              { value: 'true', label: '已开考' },
              { value: 'false', label: '未开考' },
            ],
          },
        ]}
        columns={[
          ...columns,
          {
            title: '操作',
            key: 'actions',
            width: 210,
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={actionsOf({ examId, plan, open: (what) => setOpened({ row, what }) }, row)}
                moreName={`更多 ${row.name}`}
              />
            ),
          },
        ]}
      />
      {opened?.what === 'seat' && <SeatDialog examId={examId} plan={plan} row={opened.row} onClose={close} onSaved={onChange} />}
      {opened?.what === 'steps' && <CheckInSteps examId={examId} row={opened.row} onClose={close} />}
      {(opened?.what === 'refused' || opened?.what === 'undone') && (
        <ReasonDialog examId={examId} row={opened.row} act={opened.what} onClose={close} onSaved={onChange} />
      )}
    </>
  )
}

const { expected, arrived, verified, refused } = placeState

/** Which step comes next; documents are looked at before somebody sits down. */
const next: Readonly<Record<number, { readonly act: CheckInAct; readonly label: string } | undefined>> = {
  [expected]: { act: 'verified', label: '核验证件' },
  [arrived]: { act: 'verified', label: '核验证件' },
  [verified]: { act: 'seated', label: '入座' },
}

interface Acts {
  readonly examId: string
  readonly plan: ExamPlan
  readonly open: (what: Opened['what']) => void
}

/** Of a cancelled exam nothing is changed, and without rooms there is no seat. */
function actionsOf({ examId, plan: { mayChange, rooms }, open }: Acts, row: SeatedRow): RowAction[] {
  const { staffId, name, state, seat, needsAccessible } = row
  const step = next[state]
  const has = seat !== null
  return [
    ...(mayChange && has && step
      ? [
          calling(examRooms.checkIn, {
            label: step.label,
            name: `${step.label}${name}`,
            input: { examinationId: examId, staffId, act: step.act },
            refreshes: [examRooms.get, examRooms.list],
          }),
        ]
      : []),
    ...(mayChange && rooms.length > 0
      ? [
          {
            label: has ? '换座位' : '安排座位',
            name: `${has ? '换座位' : '安排座位'}${name}`,
            right: examRooms.seat,
            run: () => open('seat'),
          },
        ]
      : []),
    ...(mayChange
      ? [
          calling(examRooms.setNeeds, {
            label: needsAccessible ? '不需无障碍座位' : '需要无障碍座位',
            isFolded: true,
            name: `${needsAccessible ? '不需' : '需要'}无障碍座位${name}`,
            input: { examinationId: examId, staffIds: [staffId], needsAccessible: !needsAccessible },
            refreshes: [examRooms.list],
          }),
        ]
      : []),
    ...(mayChange && has && state === expected
      ? [
          calling(examRooms.checkIn, {
            label: '登记到场',
            isFolded: true,
            name: `登记${name}到场`,
            input: { examinationId: examId, staffId, act: 'arrived' },
            refreshes: [examRooms.get, examRooms.list],
          }),
        ]
      : []),
    ...(has
      ? [
          {
            label: '签到记录',
            name: `${name}的签到记录`,
            right: examRooms.checkIns,
            isFolded: true,
            run: () => open('steps'),
          },
        ]
      : []),
    ...(has
      ? [
          {
            label: '准考证',
            name: `下载${name}的准考证`,
            right: examTickets.ticket,
            run: () => downloadFile(examTickets.ticket, { examinationId: examId, staffId }),
          },
        ]
      : []),
    ...(mayChange && has && state !== refused && step
      ? [
          {
            label: '拒绝入场',
            name: `拒绝入场${name}`,
            right: examRooms.checkIn,
            isDangerous: true,
            isFolded: true,
            run: () => open('refused'),
          },
        ]
      : []),
    ...(mayChange && state !== expected
      ? [{ label: '撤销签到', name: `撤销签到${name}`, right: examRooms.checkIn, isFolded: true, run: () => open('undone') }]
      : []),
  ]
}

const columns: TableColumnsType<SeatedRow> = [
  { title: '姓名', dataIndex: 'name', width: 90, ellipsis: true },
  { title: '工号', dataIndex: 'jobNumber', width: 100, render: (number: string | null) => <Dash>{number}</Dash> },
  { title: '部门', dataIndex: 'department', width: 100, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '准考证号', dataIndex: 'ticketNumber', width: 110, render: (number: string | null) => <Dash>{number}</Dash> },
  { title: '考场', dataIndex: 'roomName', width: 110, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  {
    title: '座位',
    dataIndex: 'seat',
    width: 124,
    render: (seat: string | null, { realSeat, isFixed, needsAccessible }) => (
      <>
        <Dash>{realSeat ? `${realSeat}（应坐 ${seat}）` : seat}</Dash> {isFixed && <ToneTag tone="info">手工</ToneTag>}
        {needsAccessible && <ToneTag tone="active">需无障碍</ToneTag>}
      </>
    ),
  },
  {
    title: '签到',
    dataIndex: 'state',
    width: 96,
    render: (state: number) => <CodeTag codes={placeState} value={state} />,
  },
  {
    title: '开考',
    dataIndex: 'hasAttempt',
    width: 84,
    render: (has: boolean) => (has ? <ToneTag tone="success">已开考</ToneTag> : <ToneTag tone="neutral">未开考</ToneTag>),
  },
]
