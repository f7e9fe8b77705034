import { CodeTag, Dash, formatDuration, formatInstant, type RowOf, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { enrolmentState, taskProgress } from '../../contract/codes.ts'
import type { courseStaff } from '../../contract/course-staff.ts'
import { TwoLines } from '../two-lines.tsx'

type Row = RowOf<typeof courseStaff.getCourseStaff>

export const staffColumns: TableColumnsType<Row> = [
  {
    title: '姓名',
    dataIndex: 'name',
    width: 112,
    ellipsis: true,
    render: (name: string, { loginAccount }) => <TwoLines value={name} note={loginAccount} />,
  },
  { title: '工号', dataIndex: 'jobNumber', width: 104, ellipsis: true, render: (number: string | null) => <Dash>{number}</Dash> },
  { title: '部门', dataIndex: 'department', width: 112, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '状态', key: 'state', width: 84, render: (_, row) => <StateCell {...row} /> },
  {
    title: '进度',
    dataIndex: 'percent',
    sorter: true,
    width: 84,
    align: 'right',
    ellipsis: true,
    className: 'kp-number',
    render: (percent: number, { learnedSeconds }) => (
      <TwoLines value={`${percent}%`} note={learnedSeconds > 0 ? formatDuration(learnedSeconds) : null} />
    ),
  },
  {
    title: '最近学习',
    dataIndex: 'lastAt',
    sorter: true,
    width: 142,
    render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
  },
  { title: '完成期限', key: 'due', width: 142, render: (_, row) => <DueCell {...row} /> },
  {
    title: '加入时间',
    dataIndex: 'enrolledAt',
    width: 142,
    ellipsis: true,
    render: (at: string, row) => <TwoLines value={formatInstant(at)} note={reasonOf(row) || null} />,
  },
]

function reasonOf({ isByHand, isJoined, isByAudience, isByProject }: Row): string {
  return [isByHand && '指派', isJoined && '报名', isByAudience && '部门或用户组', isByProject && '培训项目']
    .filter(Boolean)
    .join('、')
}

function StateCell({ state, progress }: Row): ReactNode {
  if (state !== enrolmentState.learns) return <CodeTag codes={enrolmentState} value={state} />
  return <CodeTag codes={taskProgress} value={progress} />
}

function DueCell({ dueAt, isOverdue }: Row): ReactNode {
  if (dueAt === null) return <Dash />
  return (
    <>
      {formatInstant(dueAt)} {isOverdue && <ToneTag tone="danger">逾期</ToneTag>}
    </>
  )
}
