import { CodeTag, Dash, formatDuration, formatInstant, type RowOf, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { enrolmentState, taskProgress } from '../../contract/codes.ts'
import type { courseStaff } from '../../contract/course-staff.ts'

type Row = RowOf<typeof courseStaff.getCourseStaff>

export const staffColumns: TableColumnsType<Row> = [
  { title: '姓名', dataIndex: 'name', width: 104 },
  { title: '账号', dataIndex: 'loginAccount', width: 116, ellipsis: true },
  { title: '工号', dataIndex: 'jobNumber', width: 100, render: (number: string | null) => <Dash>{number}</Dash> },
  { title: '部门', dataIndex: 'department', width: 130, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '来源', key: 'reason', width: 120, render: (_, row) => <Dash>{reasonOf(row)}</Dash> },
  { title: '状态', key: 'state', width: 84, render: (_, row) => <StateCell {...row} /> },
  {
    title: '进度',
    dataIndex: 'percent',
    sorter: true,
    width: 84,
    align: 'right',
    className: 'kp-number',
    render: (percent: number) => `${percent}%`,
  },
  {
    title: '学习时长',
    dataIndex: 'learnedSeconds',
    width: 96,
    align: 'right',
    className: 'kp-number',
    render: (seconds: number) => <Dash>{seconds > 0 ? formatDuration(seconds) : null}</Dash>,
  },
  { title: '加入时间', dataIndex: 'enrolledAt', width: 146, render: (at: string) => formatInstant(at) },
  { title: '完成期限', key: 'due', width: 160, render: (_, row) => <DueCell {...row} /> },
  {
    title: '最近学习',
    dataIndex: 'lastAt',
    sorter: true,
    width: 150,
    render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
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
