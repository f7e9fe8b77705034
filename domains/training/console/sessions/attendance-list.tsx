import { Dash, formatInstant, ListPage, RightButton, type RowOf, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { attendanceState } from '../../contract/codes.ts'
import { attendanceWays, type OrganisedSession, projectSession, type SessionCounts } from '../../contract/session.ts'
import { AttendDialog, type AttendDialogProps } from './attend.dialog.tsx'

type Row = RowOf<typeof projectSession.attendance>

interface Props {
  readonly session: OrganisedSession
  /** Something of the list has changed. */
  readonly onChange: () => void
}

const stateOptions = [{ value: 0, label: '未签到' }, ...attendanceState.options]

/** Who is expected, who came when and how; 补签, 请假, 缺席 by list. */
export function AttendanceList({ session, onChange }: Props): ReactNode {
  const [asked, setAsked] = useState<Pick<AttendDialogProps, 'people' | 'onDone'>>()
  return (
    <>
      <CountsLine counts={session.counts} />
      <ListPage
        endpoint={projectSession.attendance}
        rowKey="staffId"
        extraInput={{ task: session.taskId }}
        emptyText="还没有学员"
        filters={[
          { name: 'keyword', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
          { name: 'state', label: '状态', kind: 'select', options: stateOptions },
        ]}
        isSelectable={() => true}
        batchActions={({ rows, clear }) => (
          <RightButton
            size="small"
            right={projectSession.setAttendance}
            onClick={() => setAsked({ people: rows, onDone: clear })}
          >
            登记
          </RightButton>
        )}
        columns={columns}
      />
      {asked && (
        <AttendDialog
          session={session}
          people={asked.people}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            asked.onDone()
            onChange()
          }}
        />
      )}
    </>
  )
}

/** Who is expected and has neither come nor been entered. */
export const missingOf = ({ expected, present, late, onLeave, absent }: SessionCounts) =>
  Math.max(0, expected - present - late - onLeave - absent)

export function CountsLine({ counts }: { readonly counts: SessionCounts }): ReactNode {
  const { expected, booked, present, late, onLeave, absent } = counts
  return (
    <p className="kp-hint" role="status">
      应到 {expected} 人 · 已签到 {present + late} 人{late > 0 && `（迟到 ${late} 人）`} · 未签到 {missingOf(counts)} 人
      {booked > 0 && `（已预约 ${booked} 人）`} · 请假
      {onLeave} 人 · 缺席 {absent} 人
    </p>
  )
}

const columns: TableColumnsType<Row> = [
  { title: '姓名', dataIndex: 'name', width: 110 },
  { title: '账号', dataIndex: 'loginAccount', width: 140, ellipsis: true },
  { title: '工号', dataIndex: 'jobNumber', width: 110, render: (number: string | null) => <Dash>{number}</Dash> },
  { title: '部门', dataIndex: 'department', width: 150, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  {
    title: '状态',
    dataIndex: 'state',
    width: 90,
    render: (state: number | null) =>
      state === null ? (
        <ToneTag tone="neutral">未签到</ToneTag>
      ) : (
        <ToneTag tone={attendanceState.tone(state)}>{attendanceState.label(state)}</ToneTag>
      ),
  },
  {
    title: '签到时间',
    dataIndex: 'signedAt',
    width: 160,
    render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
  },
  { title: '方式', dataIndex: 'way', width: 80, render: (way: Row['way']) => <Dash>{way && attendanceWays[way]}</Dash> },
  {
    title: '来源地址',
    dataIndex: 'address',
    width: 140,
    ellipsis: true,
    render: (address: string | null) => <Dash>{address}</Dash>,
  },
  { title: '原因', dataIndex: 'reason', width: 180, ellipsis: true, render: (reason: string) => <Dash>{reason}</Dash> },
  { title: '登记人', dataIndex: 'changedByName', width: 110, render: (name: string | null) => <Dash>{name}</Dash> },
]
