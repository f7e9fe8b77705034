import type { OutputOf } from '@kaopei/contract'
import { doneExcept } from '@kaopei/org/contract/left-out'
import {
  CodeTag,
  calling,
  ErrorState,
  FocusReturn,
  formatDuration,
  formatInstant,
  formFor,
  ListPage,
  PageSkeleton,
  RowActions,
  useCall,
} from '@kaopei/web'
import { Drawer, Input, Table, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { taskProgress } from '../../contract/codes.ts'
import { progress } from '../../contract/progress.ts'

type Person = OutputOf<typeof progress.person>
type PersonTask = Person['tasks'][number]

const { Field, FormDialog } = formFor(progress.exempt)

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
          { key: 'tasks', label: '任务', children: <Tasks {...whose} /> },
          { key: 'trace', label: '学习记录', children: <Trace {...whose} /> },
          { key: 'reminders', label: '催学', children: <Reminders {...whose} /> },
        ]}
      />
    </Drawer>
  )
}

function Tasks(whose: Whose): ReactNode {
  const asked = useCall(progress.person, whose)
  const [exempting, setExempting] = useState<PersonTask>()
  const { data } = asked
  if (!data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  return (
    <>
      <p className="kp-hint">
        进度 {data.percent}%　学习时长 {formatDuration(data.learnedSeconds)}　在线时长 {formatDuration(data.wallSeconds)}　加入于{' '}
        {formatInstant(data.enrolledAt)}
      </p>
      <Table<PersonTask>
        rowKey="taskId"
        size="small"
        dataSource={data.tasks}
        pagination={data.tasks.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        columns={[
          { title: '任务', dataIndex: 'title', ellipsis: true, width: 150 },
          { title: '类型', dataIndex: 'kindLabel', width: 70 },
          {
            title: '状态',
            dataIndex: 'state',
            width: 90,
            render: (state: number) => <CodeTag codes={taskProgress} value={state} />,
          },
          { title: '进度', dataIndex: 'percent', width: 64, align: 'right', render: (percent: number) => `${percent}%` },
          {
            title: '还差什么',
            key: 'missing',
            width: 240,
            render: (_value, { isExempted, locks, missing }) => (isExempted ? '已免修' : [...locks, ...missing].join('；')),
          },
          {
            title: '操作',
            key: 'actions',
            width: 120,
            render: (_value, task) => <TaskActions {...whose} task={task} onExempt={() => setExempting(task)} />,
          },
        ]}
      />
      {exempting && (
        <FormDialog
          title={`免修“${exempting.title}”`}
          endpoint={progress.exempt}
          successText={doneExcept('已免修')}
          initialValues={{ courseId: whose.courseId, taskId: exempting.taskId, staffIds: [whose.staffId] }}
          onSaved={asked.refetch}
          onClose={() => setExempting(undefined)}
        >
          <Field name="reason" label="原因">
            <Input.TextArea rows={3} maxLength={200} />
          </Field>
        </FormDialog>
      )}
    </>
  )
}

function TaskActions({
  courseId,
  staffId,
  task,
  onExempt,
}: Whose & { readonly task: PersonTask; readonly onExempt: () => void }): ReactNode {
  const { taskId, title, state, isOpen } = task
  if (state === taskProgress.complete) return null
  return (
    <RowActions
      actions={[
        { label: '免修', name: `免修 ${title}`, right: progress.exempt, run: onExempt },
        ...(isOpen
          ? []
          : [
              calling(progress.openTask, {
                label: '开放',
                name: `开放 ${title}`,
                input: { courseId, taskId, staffIds: [staffId] },
                confirm: `确定为该学员开放“${title}”吗？`,
                successText: doneExcept('已开放'),
                refreshes: [progress.person],
              }),
            ]),
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
