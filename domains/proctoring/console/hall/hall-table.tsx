import { CodeTag, Dash, formatDuration, formatInstant, RowActions, ToneTag, useIsNarrow } from '@kaopei/web'
import { Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { type HallRow, hall } from '../../contract/hall.ts'
import { mostStreamed } from '../../contract/hall-streams.ts'
import { trialStanding } from '../../contract/rehearsal/codes.ts'
import type { Trials } from '../rehearsal/use-trials.ts'
import { absencesPath } from './paths.ts'
import { StreamCell } from './stream-cell.tsx'
import type { Streams } from './use-streams.ts'

export interface HallPage {
  readonly current: number
  readonly pageSize: number
}

interface HallTableProps {
  readonly rows: readonly HallRow[]
  readonly page: HallPage
  readonly onPage: (page: HallPage) => void
  readonly streams: Streams
  readonly trials: Trials
  readonly chosen: readonly string[]
  readonly onChoose: (attemptIds: readonly string[]) => void
  readonly onReopen: (attemptId: string) => void
  /** Absent where the exam has no rooms. */
  readonly onMove?: (attemptId: string) => void
}

const contacts = {
  online: { text: '在线', tone: 'success' },
  lost: { text: '失联', tone: 'warning' },
  longLost: { text: '长时间失联', tone: 'danger' },
  none: { text: '-', tone: 'muted' },
} as const

/** Whoever has not begun cannot be chosen, for nothing can be done to an attempt that is none; nor may oneself. */
export function HallTable({ rows, page, onPage, chosen, onChoose, ...shown }: HallTableProps): ReactNode {
  const hasSeats = rows.some(({ seat }) => seat !== null)
  const isNarrow = useIsNarrow()
  const columns = columnsOf({ hasSeats, ...shown })
  return (
    <Table<HallRow>
      rowKey={({ attemptId, staffId }) => attemptId ?? staffId}
      dataSource={[...rows]}
      columns={isNarrow ? columns.map((column) => ({ ...column, fixed: false })) : columns}
      size="small"
      pagination={{
        ...page,
        showSizeChanger: true,
        pageSizeOptions: [50, 100, mostStreamed],
        hideOnSinglePage: rows.length <= 50,
        onChange: (current, pageSize) => onPage({ current, pageSize }),
      }}
      scroll={{ x: hasSeats ? 1146 : 1070 }}
      locale={{ emptyText: '没有符合条件的考生' }}
      rowSelection={{
        selectedRowKeys: [...chosen],
        preserveSelectedRowKeys: true,
        columnWidth: 48,
        onChange: (keys) => onChoose(keys.map(String)),
        getCheckboxProps: ({ attemptId, isOwn, name }) => ({
          disabled: attemptId === null || isOwn,
          'aria-label': `选择${name}`,
        }),
      }}
    />
  )
}

/** Not that there is nothing. */
const unread = <span title="尚未读取到">…</span>

interface Columns extends Pick<HallTableProps, 'trials' | 'streams' | 'onReopen' | 'onMove'> {
  readonly hasSeats: boolean
}

const seatColumn: TableColumnsType<HallRow>[number] = {
  title: '座位',
  dataIndex: 'seat',
  width: 76,
  ellipsis: true,
  render: (seat: string | null, { roomName }) =>
    seat === null ? (
      '-'
    ) : (
      <>
        {seat}
        <div className="kp-hint kp-hall-room" title={roomName ?? undefined}>
          {roomName}
        </div>
      </>
    ),
}

function columnsOf({ hasSeats, trials, streams, onReopen, onMove }: Columns): TableColumnsType<HallRow> {
  return [
    { title: '考生', dataIndex: 'name', width: 80, ellipsis: true, fixed: 'left' },
    ...(hasSeats ? [seatColumn] : []),
    { title: '部门', dataIndex: 'department', width: 96, ellipsis: true, render: (name: string | null) => name ?? '-' },
    {
      title: '状态',
      dataIndex: 'state',
      width: 104,
      render: (state: string, { urgency }) => <ToneTag tone={urgency >= 4 ? 'danger' : 'info'}>{state}</ToneTag>,
    },
    {
      title: '设备测试',
      key: 'trial',
      width: 108,
      render: (_, { staffId }) => {
        if (!trials) return unread
        const standing = trials.get(staffId)
        return standing ? (
          <span title={standing.problems.join('；') || undefined}>
            <CodeTag codes={trialStanding} value={standing.state} />
          </span>
        ) : (
          '-'
        )
      },
    },
    {
      title: '联系',
      dataIndex: 'contact',
      width: 92,
      render: (contact: HallRow['contact'], { lastContactTime }) =>
        contact === 'none' ? (
          '-'
        ) : (
          <>
            <ToneTag tone={contacts[contact].tone}>{contacts[contact].text}</ToneTag>
            {lastContactTime && <div className="kp-hint">{formatInstant(lastContactTime, 'HH:mm:ss')}</div>}
          </>
        ),
    },
    {
      title: '录制',
      key: 'streams',
      width: 96,
      render: (_, { attemptId, isUnderWay }) => {
        if (attemptId === null || !isUnderWay) return <Dash />
        const known = streams.of.get(attemptId)
        return known ? <StreamCell streams={known} /> : unread
      },
    },
    {
      title: '离开',
      key: 'absences',
      width: 88,
      render: (_, { absences, awaySeconds }) => (absences === 0 ? '-' : `${absences} 次，${formatDuration(awaySeconds)}`),
    },
    {
      title: '呼叫',
      dataIndex: 'call',
      width: 104,
      render: (call: HallRow['call']) =>
        call ? (
          <strong className="kp-hall-call" title={call.text}>
            {call.text}
          </strong>
        ) : (
          '-'
        ),
    },
    {
      title: '未读',
      dataIndex: 'unreadCount',
      width: 48,
      align: 'right',
      render: (count: number) => (count === 0 ? '-' : count),
    },
    {
      title: '截止时间',
      dataIndex: 'dueTime',
      width: 76,
      render: (time: string | null) => (
        <>
          {formatInstant(time, 'HH:mm:ss')}
          {time && <div className="kp-hint">{formatInstant(time, 'MM-DD')}</div>}
        </>
      ),
    },
    {
      title: '操作',
      key: 'actions',
      width: 130,
      fixed: 'right',
      render: (_, { attemptId, isOwn, mayReopen, isUnderWay }) =>
        attemptId !== null && (
          <RowActions
            actions={[
              { label: '切屏详情', to: absencesPath(attemptId) },
              ...(onMove && isUnderWay && !isOwn ? [{ label: '换座', right: hall.move, run: () => onMove(attemptId) }] : []),
              ...(mayReopen && !isOwn ? [{ label: '重新开放', right: hall.reopen, run: () => onReopen(attemptId) }] : []),
            ]}
          />
        ),
    },
  ]
}
