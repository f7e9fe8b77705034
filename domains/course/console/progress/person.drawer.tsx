import type { OutputOf } from '@kaopei/contract'
import {
  CodeTag,
  Dash,
  ErrorState,
  FocusReturn,
  formatDuration,
  formatInstant,
  ListPage,
  PageSkeleton,
  RowActions,
  ToneTag,
  useCall,
} from '@kaopei/web'
import { Drawer, Table, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { taskProgress } from '../../contract/codes.ts'
import { progress } from '../../contract/progress.ts'
import { type SettleAct, SettleDialog, type Settled } from './settle.dialog.tsx'

type Person = OutputOf<typeof progress.person>
type PersonTask = Person['tasks'][number]

interface Whose {
  readonly courseId: string
  readonly staffId: string
}

/** One learner: each task with what it waits for and what is missing, and the reports and events behind it. */
export function PersonDrawer({
  name,
  onClose,
  ...whose
}: Whose & { readonly name: string; readonly onClose: () => void }): ReactNode {
  return (
    <Drawer open title={`${name}的学习明细`} size={820} onClose={onClose} destroyOnHidden>
      <FocusReturn />
      <Tabs
        items={[
          { key: 'tasks', label: '任务', children: <Tasks {...whose} name={name} /> },
          { key: 'trace', label: '学习记录', children: <Trace {...whose} /> },
          { key: 'reminders', label: '催学', children: <Reminders {...whose} /> },
        ]}
      />
    </Drawer>
  )
}

interface Settling {
  readonly act: SettleAct
  readonly task: Settled
}

function Tasks({ name, ...whose }: Whose & { readonly name: string }): ReactNode {
  const asked = useCall(progress.person, whose)
  const [settling, setSettling] = useState<Settling>()
  const { data } = asked
  if (!data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  return (
    <>
      <p className="kp-hint">
        进度 {data.percent}%　学习时长 {formatDuration(data.learnedSeconds)}　在线时长 {formatDuration(data.wallSeconds)}　加入于{' '}
        {formatInstant(data.enrolledAt)}
      </p>
      {data.chapters.map((chapter) => (
        <ChapterLine key={chapter.id} chapter={chapter} settle={(act) => setSettling({ act, task: chapter })} />
      ))}
      <Table<PersonTask>
        rowKey="taskId"
        size="small"
        dataSource={data.tasks}
        pagination={data.tasks.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        columns={[
          { title: '任务', dataIndex: 'title', ellipsis: true, width: 150 },
          { title: '类型', dataIndex: 'kindLabel', width: 70 },
          { title: '状态', dataIndex: 'state', width: 116, render: (_value, task) => <StateCell task={task} /> },
          { title: '进度', dataIndex: 'percent', width: 64, align: 'right', render: (percent: number) => `${percent}%` },
          {
            title: '还差什么',
            key: 'missing',
            width: 220,
            render: (_value, { locks, missing }) => [...locks, ...missing].join('；') || <Dash />,
          },
          {
            title: '操作',
            key: 'actions',
            width: 130,
            render: (_value, task) => (
              <TaskActions task={task} settle={(act) => setSettling({ act, task: { id: task.taskId, title: task.title } })} />
            ),
          },
        ]}
      />
      {settling && (
        <SettleDialog
          {...settling}
          courseId={whose.courseId}
          people={[{ staffId: whose.staffId, name }]}
          onSaved={asked.refetch}
          onClose={() => setSettling(undefined)}
        />
      )}
    </>
  )
}

interface ChapterLineProps {
  readonly chapter: Person['chapters'][number]
  readonly settle: (act: SettleAct) => void
}

/** A chapter that is closed to the learner, or was opened for them. */
function ChapterLine({ chapter: { title, isOpenedByHand, locks }, settle }: ChapterLineProps): ReactNode {
  return (
    <p>
      章节“{title}”{isOpenedByHand ? <ToneTag tone="neutral">已单独开放</ToneTag> : `：${locks.join('；')}`}{' '}
      <RowActions
        actions={[
          isOpenedByHand
            ? { label: '取消开放', name: `取消开放章节 ${title}`, right: progress.closeTask, run: () => settle('closeTask') }
            : { label: '开放', name: `开放章节 ${title}`, right: progress.openTask, run: () => settle('openTask') },
        ]}
      />
    </p>
  )
}

function StateCell({ task: { state, isExempted, isSpared, isOpenedByHand } }: { readonly task: PersonTask }): ReactNode {
  return (
    <>
      {isExempted ? <ToneTag tone="info">已免修</ToneTag> : <CodeTag codes={taskProgress} value={state} />}
      {isSpared && <ToneTag tone="neutral">新增，无需补学</ToneTag>}
      {isOpenedByHand && <ToneTag tone="neutral">已单独开放</ToneTag>}
    </>
  )
}

function TaskActions({ task, settle }: { readonly task: PersonTask; readonly settle: (act: SettleAct) => void }): ReactNode {
  const { title, state, isExempted, isOpen, isOpenedByHand } = task
  const action = (act: SettleAct, label: string) => ({
    ...{ label, name: `${label} ${title}` },
    right: progress[act],
    run: () => settle(act),
  })
  if (isExempted) return <RowActions actions={[action('unexempt', '取消免修')]} />
  if (state === taskProgress.complete) return null
  return (
    <RowActions
      actions={[
        action('exempt', '免修'),
        !isOpen && action('openTask', '开放'),
        isOpenedByHand && state === taskProgress.notBegun && action('closeTask', '取消开放'),
      ]}
    />
  )
}

function Trace(whose: Whose): ReactNode {
  return (
    <ListPage
      endpoint={progress.trace}
      extraInput={whose}
      stateIn="memory"
      rowKey="key"
      emptyText="还没有学习记录"
      columns={[
        { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatInstant(at) },
        { title: '记录', dataIndex: 'words' },
        { title: '补报', dataIndex: 'isLate', width: 70, render: (isLate: boolean) => (isLate ? '离线补报' : '') },
      ]}
    />
  )
}

function Reminders(whose: Whose): ReactNode {
  return (
    <ListPage
      endpoint={progress.reminded}
      extraInput={whose}
      stateIn="memory"
      rowKey="key"
      emptyText="没有催学过"
      columns={[
        { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatInstant(at) },
        { title: '原因', dataIndex: 'words' },
        {
          title: '结果',
          dataIndex: 'isWritten',
          width: 200,
          render: (isWritten: boolean) => (isWritten ? '已发送' : '没有联系方式，未发送'),
        },
      ]}
    />
  )
}
