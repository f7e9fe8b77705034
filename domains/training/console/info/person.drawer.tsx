import type { OutputOf } from '@kaopei/contract'
import { CodeTag, Dash, FocusReturn, formatInstant, Loaded, RowActions, ToneTag, useCall, useMay } from '@kaopei/web'
import { Drawer, Table, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { projectStatus, taskProgress } from '../../contract/codes.ts'
import { projectNotice } from '../../contract/notice.ts'
import { projectProgress } from '../../contract/progress.ts'
import { projectSettling } from '../../contract/staff.ts'
import { isChangeable } from '../../contract/status.ts'
import { NoticePeople } from '../notices/notice-people.tsx'
import { type SettleAct, SettleDialog } from './settle.dialog.tsx'

export interface PersonProps {
  readonly projectId: string
  readonly status: number
  readonly person: { readonly staffId: string; readonly name: string }
  readonly onClose: () => void
}

type Person = OutputOf<typeof projectProgress.person>
type PersonTask = Person['tasks'][number]

/** One learner: each task with why it is locked and by when, what happened, what was written to them. */
export default function PersonDrawer({ projectId, status, person, onClose }: PersonProps): ReactNode {
  const { staffId, name } = person
  const asked = useCall(projectProgress.person, { projectId, staffId })
  const mayNotify = useMay(projectNotice.noticeList)
  return (
    <Drawer open title={`${name}的项目明细`} size={913} onClose={onClose} destroyOnHidden>
      <FocusReturn />
      <Loaded of={asked}>
        {(data) => (
          <>
            <p className="kp-hint">
              进度 {data.percent}%　加入于 {formatInstant(data.enrolledAt)}
              {data.completedAt && `　完成于 ${formatInstant(data.completedAt)}`}
              {status === projectStatus.archived && '　项目已归档，显示归档时的状态'}
            </p>
            <Tabs
              items={[
                {
                  key: 'tasks',
                  label: '任务',
                  children: (
                    <Tasks
                      {...{ projectId, person, status }}
                      tasks={data.tasks}
                      openedStages={data.openedStages}
                      refetch={asked.refetch}
                    />
                  ),
                },
                { key: 'events', label: '记录', children: <Events events={data.events} /> },
                ...(mayNotify
                  ? [{ key: 'notices', label: '通知', children: <NoticePeople projectId={projectId} staffId={staffId} /> }]
                  : []),
              ]}
            />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

interface Settling {
  readonly act: SettleAct
  /** A task, or a whole stage. */
  readonly task: { readonly id: string; readonly title: string }
}

interface TasksProps extends Pick<PersonProps, 'projectId' | 'person' | 'status'> {
  readonly tasks: readonly PersonTask[]
  readonly openedStages: Person['openedStages']
  readonly refetch: () => void
}

function Tasks({ projectId, person, status, tasks, openedStages, refetch }: TasksProps): ReactNode {
  const [settling, setSettling] = useState<Settling>()
  const settle = (act: SettleAct, { taskId: id, title }: PersonTask) => setSettling({ act, task: { id, title } })
  return (
    <>
      {openedStages.map((stage) => (
        <p key={stage.id}>
          阶段“{stage.title}”<ToneTag tone="neutral">已手动开放</ToneTag>
          {isChangeable(status) && (
            <RowActions
              actions={[
                {
                  label: '取消开放',
                  name: `取消开放 ${stage.title}`,
                  right: projectSettling.close,
                  run: () => setSettling({ act: 'close', task: stage }),
                },
              ]}
            />
          )}
        </p>
      ))}
      <Table<PersonTask>
        rowKey="taskId"
        size="small"
        dataSource={tasks}
        scroll={{ x: 'max-content' }}
        pagination={tasks.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        columns={[
          { title: '任务', dataIndex: 'title', width: 180, render: (_, task) => <TitleCell task={task} /> },
          { title: '类型', dataIndex: 'kindLabel', width: 70 },
          { title: '状态', dataIndex: 'state', width: 116, render: (_, task) => <StateCell task={task} /> },
          {
            title: '得分',
            dataIndex: 'score',
            width: 60,
            align: 'right',
            render: (score: number | null) => <Dash>{score}</Dash>,
          },
          {
            title: '完成期限',
            dataIndex: 'dueAt',
            width: 116,
            render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
          },
          {
            title: '为什么未开放',
            dataIndex: 'locks',
            width: 170,
            render: (locks: string[], { isOpen, state }) =>
              isOpen || state === taskProgress.unassigned || locks.length === 0 ? <Dash /> : locks.join('；'),
          },
          {
            title: '操作',
            key: 'actions',
            width: 130,
            fixed: 'right',
            render: (_, task) => isChangeable(status) && <TaskActions task={task} settle={(act) => settle(act, task)} />,
          },
        ]}
      />
      {settling && (
        <SettleDialog
          act={settling.act}
          projectId={projectId}
          task={settling.task}
          people={[{ id: person.staffId, name: person.name }]}
          onClose={() => setSettling(undefined)}
          onSaved={refetch}
        />
      )}
    </>
  )
}

function TitleCell({ task }: { readonly task: PersonTask }): ReactNode {
  return (
    <>
      {task.title} {!task.isRequired && <ToneTag tone="neutral">选修</ToneTag>}
      {task.isForChosen && <ToneTag tone="warning">指定学员</ToneTag>}
    </>
  )
}

function StateCell({ task }: { readonly task: PersonTask }): ReactNode {
  return (
    <>
      {task.isExempted ? <ToneTag tone="info">已免修</ToneTag> : <CodeTag codes={taskProgress} value={task.state} />}
      {task.isOverdue && <ToneTag tone="danger">逾期</ToneTag>}
      {task.isOpenedByHand && <ToneTag tone="neutral">已手动开放</ToneTag>}
    </>
  )
}

function TaskActions({ task, settle }: { readonly task: PersonTask; readonly settle: (act: SettleAct) => void }): ReactNode {
  const { title, state, isExempted, isOpen, isOpenedByHand, isForChosen } = task
  const action = (act: SettleAct, label: string) => ({
    label,
    name: `${label} ${title}`,
    right: projectSettling[act],
    run: () => settle(act),
  })
  if (isExempted) return <RowActions actions={[action('unexempt', '取消免修')]} />
  if (state === taskProgress.complete) return null
  if (state === taskProgress.unassigned) return isForChosen && <RowActions actions={[action('choose', '指定')]} />
  return (
    <RowActions
      actions={[
        action('exempt', '免修'),
        !isOpen && action('open', '开放'),
        isOpenedByHand && state === taskProgress.notBegun && action('close', '取消开放'),
      ]}
    />
  )
}

function Events({ events }: { readonly events: Person['events'] }): ReactNode {
  return (
    <Table<Person['events'][number]>
      rowKey="key"
      size="small"
      dataSource={events}
      pagination={events.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      locale={{ emptyText: '还没有记录' }}
      columns={[
        { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatInstant(at) },
        { title: '记录', dataIndex: 'words' },
      ]}
    />
  )
}
