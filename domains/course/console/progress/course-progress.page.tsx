import { ExportButton } from '@kaopei/jobs/parts'
import { departmentFilter } from '@kaopei/org/parts'
import {
  CodeTag,
  Dash,
  filtersOf,
  formatDuration,
  formatInstant,
  ListPage,
  PageHeader,
  RightButton,
  RowActions,
  type RowOf,
  type Selection,
  ToneTag,
  useCall,
  useMay,
} from '@kaopei/web'
import { Button, Progress, Segmented, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { courseStatus, taskProgress } from '../../contract/codes.ts'
import { courseStaffSort } from '../../contract/course-staff.ts'
import { progress } from '../../contract/progress.ts'
import { reminders } from '../../contract/reminders.ts'
import { useLateOnly } from '../people/late-only.tsx'
import { RemindDialog, type RemindWish } from '../reminders/remind.dialog.tsx'
import { RemindersView } from '../reminders/reminders-view.tsx'
import { TwoLines } from '../two-lines.tsx'
import { FunnelView } from './funnel-view.tsx'
import { PersonDrawer } from './opened-person.ts'
import { SettleBatch } from './settle-batch.tsx'
import { TaskDots } from './task-dots.tsx'

type Row = RowOf<typeof progress.learners>

const filters = filtersOf(progress.learners, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
  {
    name: 'progress',
    label: '学习状态',
    kind: 'select',
    options: taskProgress.options.filter(({ value }) => value !== taskProgress.unassigned),
  },
  departmentFilter,
])

type View = 'people' | 'funnel' | 'reminders'

/** The conditions of the list that is shown. */
function wishOf(courseId: string, { keyWords, progress: state, departmentId, isOverdue }: Readonly<Record<string, unknown>>) {
  return {
    courseId,
    ...(typeof keyWords === 'string' && { keyWords }),
    ...(typeof state === 'number' && { progress: state }),
    ...(typeof departmentId === 'string' && { departmentId }),
    ...(typeof isOverdue === 'boolean' && { isOverdue }),
  }
}

/** The order of the list that is shown. */
function orderOf({ sortField, sortOrder }: Readonly<Record<string, unknown>>) {
  const { data: figure } = courseStaffSort.safeParse(sortField)
  return figure ? { sortField: figure, sortOrder: sortOrder === 'asc' ? ('asc' as const) : ('desc' as const) } : {}
}

/** One course: its learners with the state of each task, or how many came how far. */
export default function CourseProgressPage(): ReactNode {
  const [params] = useSearchParams()
  const courseId = params.get('id') ?? ''
  const navigate = useNavigate()
  const known = useCall(progress.course, { courseId }, { enabled: courseId !== '' })
  const [view, setView] = useState<View>('people')
  const [opened, setOpened] = useState<Row>()
  const [wish, setWish] = useState<RemindWish>()
  const mayRemind = useMay(reminders.send)
  const maySettle = useMay(progress.exempt)
  const late = useLateOnly()
  return (
    <>
      <PageHeader
        title={known.data ? `课程学习进度：${known.data.courseName}` : '课程学习进度'}
        back={() => void navigate('/application/online/progress')}
        tags={known.data && <CodeTag codes={courseStatus} value={known.data.status} />}
      />
      <Segmented<View>
        value={view}
        onChange={setView}
        options={[
          { value: 'people', label: '学员' },
          { value: 'funnel', label: '漏斗与任务' },
          ...(mayRemind ? [{ value: 'reminders', label: '催学' } as const] : []),
        ]}
        aria-label="进度视图"
        style={{ marginBottom: 12 }}
      />
      {view === 'funnel' && <FunnelView courseId={courseId} />}
      {view === 'reminders' && <RemindersView courseId={courseId} />}
      {view === 'people' && (
        <ListPage
          endpoint={progress.learners}
          extraInput={{ courseId, ...late.input }}
          filters={filters}
          columns={columnsOf(setOpened)}
          rowKey="staffId"
          emptyText={(isFiltered) =>
            isFiltered ? '没有符合条件的学员，请调整筛选条件' : '还没有指派学员，请在课程管理的“学员”中添加'
          }
          toolbar={({ input, totalCount }) => (
            <>
              <RightButton
                right={reminders.send}
                disabled={totalCount === 0}
                onClick={() => setWish(wishOf(courseId, { ...input, ...late.input }))}
              >
                催学
              </RightButton>
              <ExportButton
                right={progress.export}
                title="导出进度"
                ask={(run) => {
                  const wish = { ...wishOf(courseId, { ...input, ...late.input }), ...orderOf(input) }
                  return run(progress.export, wish, { successText: '' })
                }}
              />
              {late.control}
            </>
          )}
          {...((mayRemind || maySettle) && {
            isSelectable: ({ progress: state }: Row) => state !== taskProgress.complete,
            batchActions: ({ ids: staffIds, rows, clear }: Selection<Row>) => (
              <>
                {mayRemind && (
                  <Button size="small" onClick={() => setWish({ courseId, staffIds: [...staffIds] })}>
                    催学
                  </Button>
                )}
                {maySettle && <SettleBatch courseId={courseId} people={rows} onSaved={clear} />}
              </>
            ),
          })}
        />
      )}
      {opened && (
        <PersonDrawer courseId={courseId} staffId={opened.staffId} name={opened.name} onClose={() => setOpened(undefined)} />
      )}
      {wish && <RemindDialog wish={wish} onClose={() => setWish(undefined)} />}
    </>
  )
}

/** Within the 1,152 px that a page of 1,440 leaves beside the menu. */
function columnsOf(open: (row: Row) => void): TableColumnsType<Row> {
  return [
    {
      title: '姓名',
      dataIndex: 'name',
      width: 112,
      ellipsis: true,
      render: (name: string, { loginAccount }) => <TwoLines value={name} note={loginAccount} />,
    },
    { title: '部门', dataIndex: 'department', width: 120, ellipsis: true },
    {
      title: '状态',
      dataIndex: 'progress',
      width: 84,
      render: (state: number, { isOverdue }) => (
        <>
          <CodeTag codes={taskProgress} value={state} />
          {isOverdue && <ToneTag tone="danger">逾期</ToneTag>}
        </>
      ),
    },
    {
      title: '进度',
      dataIndex: 'percent',
      sorter: true,
      width: 116,
      render: (percent: number) => <Progress percent={percent} size="small" aria-label="进度" />,
    },
    { title: '任务', dataIndex: 'tasks', width: 152, render: (tasks: Row['tasks']) => <TaskDots tasks={tasks} /> },
    {
      title: '学习时长',
      dataIndex: 'learnedSeconds',
      width: 108,
      align: 'right',
      ellipsis: true,
      render: (seconds: number, { wallSeconds }) =>
        wallSeconds === 0 ? <Dash /> : <TwoLines value={formatDuration(seconds)} note={`在线 ${formatDuration(wallSeconds)}`} />,
    },
    {
      title: '最近学习',
      dataIndex: 'lastAt',
      width: 148,
      sorter: true,
      ellipsis: true,
      render: (at: string | null, { lastTaskTitle }) =>
        at === null ? <Dash /> : <TwoLines value={formatInstant(at)} note={lastTaskTitle} />,
    },
    { title: '截止时间', dataIndex: 'dueAt', width: 142, render: (at: string | null) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 62,
      fixed: 'right',
      render: (_value, row) => <RowActions actions={[{ label: '明细', name: `${row.name}的学习明细`, run: () => open(row) }]} />,
    },
  ]
}
