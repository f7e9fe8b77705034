import { ActionButton, CodeTag, filtersOf, ListPage, RowActions } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { hourStage } from '../../contract/codes.ts'
import { type HourLine, teacherHours } from '../../contract/hours.ts'
import { detailPath } from '../paths.ts'
import { minutesText, yuanText } from '../words.ts'
import { EntriesDrawer } from './entries.drawer.tsx'
import { MonthInput } from './month-input.tsx'

const filters = filtersOf(teacherHours.list, [
  {
    name: 'month',
    label: '月份',
    kind: 'custom',
    render: ({ id, value, onChange }) => (
      <MonthInput id={id} value={typeof value === 'string' ? value : undefined} onChange={onChange} allowClear />
    ),
  },
  { name: 'stage', label: '进度', kind: 'select', options: hourStage.options },
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '讲师或主题' },
])

const keyOf = ({ bookingId, day }: HourLine) => `${bookingId} ${day}`

/** 课时明细: what a booking comes to on each day; confirmed here. */
export function LineList({ teacherId }: { readonly teacherId?: string }): ReactNode {
  const [opened, setOpened] = useState<HourLine>()
  return (
    <>
      <ListPage
        endpoint={teacherHours.list}
        rowKey={keyOf}
        extraInput={teacherId ? { teacherId } : {}}
        filters={filters}
        columns={columns(setOpened, teacherId === undefined)}
        isSelectable={({ stage, isOwn }) => stage === hourStage.held && !isOwn}
        batchActions={({ rows, clear }) => (
          <ActionButton
            type="primary"
            endpoint={teacherHours.confirm}
            input={{ lines: rows.map(({ bookingId, day }) => ({ bookingId, day })) }}
            confirm={`确认选中的 ${rows.length} 条课时吗？确认后可以结算。`}
            successText="确认成功"
            refreshes={[teacherHours.list]}
            onDone={clear}
          >
            确认课时
          </ActionButton>
        )}
        emptyText="还没有课时"
      />
      {opened && <EntriesDrawer line={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const minutesColumn = (title: string, dataIndex: 'plannedMinutes' | 'heldMinutes' | 'confirmedMinutes' | 'settledMinutes') =>
  ({
    title,
    dataIndex,
    width: 104,
    align: 'right',
    className: 'kp-number',
    render: (minutes: number) => (minutes === 0 ? '-' : minutesText(minutes)),
  }) as const

const columns = (open: (line: HourLine) => void, hasTeacher: boolean): TableColumnsType<HourLine> => [
  { title: '日期', dataIndex: 'day', width: 110, className: 'kp-number' },
  ...(hasTeacher
    ? [
        {
          title: '讲师',
          dataIndex: 'teacherName',
          width: 110,
          render: (name: string, { teacherId }: HourLine) => <Link to={detailPath(teacherId, 'hours')}>{name}</Link>,
        },
      ]
    : []),
  { title: '授课主题', dataIndex: 'title', width: 160, ellipsis: true },
  minutesColumn('计划', 'plannedMinutes'),
  minutesColumn('已授课', 'heldMinutes'),
  minutesColumn('已确认', 'confirmedMinutes'),
  minutesColumn('已结算', 'settledMinutes'),
  {
    title: '课酬（元）',
    dataIndex: 'amount',
    width: 110,
    align: 'right',
    className: 'kp-number',
    render: (yuan: number | null) => yuanText(yuan),
  },
  { title: '进度', dataIndex: 'stage', width: 90, render: (stage: number) => <CodeTag codes={hourStage} value={stage} /> },
  {
    title: '操作',
    key: 'actions',
    width: 80,
    fixed: 'right',
    render: (_, line) => (
      <RowActions
        actions={[{ label: '台账', name: `台账 ${line.day} ${line.title}`, right: teacherHours.entries, run: () => open(line) }]}
      />
    ),
  },
]
