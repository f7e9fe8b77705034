import { EmptyState, formatInstant, formatNumber, Loaded, RowActions, ToneTag, useCall } from '@kaopei/web'
import { Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { projectProgress } from '../../contract/progress.ts'
import { projectSettling } from '../../contract/staff.ts'
import { type ProjectOutline, type ProjectTask, projectTasks } from '../../contract/stage-task.ts'
import { isChangeable } from '../../contract/status.ts'
import { wordsOfDue, wordsOfTask, wordsOfWindow } from '../outline/outline-words.ts'
import { tasksOf } from '../outline/use-outline.ts'
import { infoPath, sessionPath, stepPath } from '../paths.ts'
import type { ProjectDetail } from '../wizard/frame.tsx'
import { ChosenDrawer } from './chosen-opened.ts'
import { ProjectInfo } from './frame.tsx'
import { MakeUp } from './make-up.tsx'

/** Null: the figures are not there (yet). */
interface TaskRow extends ProjectTask {
  readonly staffCount: number | null
  readonly begunCount: number | null
  readonly completeCount: number | null
  readonly exemptedCount: number | null
}

/** /projectInfo/projectMission: the tasks with their figures, make-ups for chosen people, the way to sessions. */
export default function ProjectMissionPage(): ReactNode {
  return <ProjectInfo page="mission">{(detail) => <Missions detail={detail} />}</ProjectInfo>
}

type Opened = { readonly kind: 'chosen' | 'makeUp'; readonly task: ProjectTask }

function Missions({ detail }: { readonly detail: ProjectDetail }): ReactNode {
  const { id: projectId } = detail
  const asked = useCall(projectTasks.list, { projectId })
  const figures = useCall(projectProgress.overview, { projectId })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const known = new Map(figures.data?.stages.flatMap(({ tasks }) => tasks).map((task) => [task.taskId, task]))
  const isOpen = isChangeable(detail.status)
  return (
    <Loaded of={asked}>
      {(outline) => (
        <>
          {outline.stages.length === 0 && (
            <div className="kp-card">
              <EmptyState text="还没有任务" action={<Link to={stepPath(1, projectId)}>添加阶段与任务</Link>} />
            </div>
          )}
          {outline.stages.map((stage, place) => (
            <section key={stage.id} className="kp-card" aria-label={stage.title}>
              <h2 className="kp-training-section">
                阶段 {place + 1}　{stage.title} <span className="kp-hint">{wordsOfWindow(stage)}</span>
              </h2>
              {stage.tasks.length === 0 ? (
                <p className="kp-hint">还没有任务</p>
              ) : (
                <Table<TaskRow>
                  rowKey="id"
                  size="small"
                  pagination={false}
                  scroll={{ x: 'max-content' }}
                  dataSource={stage.tasks.map((task) => ({
                    ...(figures.data ? nobody : unknown),
                    ...known.get(task.id),
                    ...task,
                  }))}
                  columns={columnsOf(projectId, titlesOf(outline), isOpen, setOpened)}
                />
              )}
            </section>
          ))}
          {opened?.kind === 'chosen' && <ChosenDrawer projectId={projectId} task={opened.task} isOpen={isOpen} onClose={close} />}
          {opened?.kind === 'makeUp' && (
            <MakeUp outline={outline} task={opened.task} onClose={close} onMade={(task) => setOpened({ kind: 'chosen', task })} />
          )}
        </>
      )}
    </Loaded>
  )
}

const unknown = { staffCount: null, begunCount: null, completeCount: null, exemptedCount: null }
const nobody = { staffCount: 0, begunCount: 0, completeCount: 0, exemptedCount: 0 }

const titlesOf = (outline: ProjectOutline): ReadonlyMap<string, string> =>
  new Map(tasksOf(outline).map(({ id, title }) => [id, title]))

function columnsOf(
  projectId: string,
  titles: ReadonlyMap<string, string>,
  isOpen: boolean,
  open: (opened: Opened) => void,
): TableColumnsType<TaskRow> {
  const count = (dataIndex: 'staffCount' | 'begunCount' | 'completeCount' | 'exemptedCount', title: string) =>
    ({
      title,
      dataIndex,
      width: 74,
      align: 'right',
      className: 'kp-number',
      render: (value: number | null) => (value === null ? '-' : formatNumber(value)),
    }) as const
  return [
    { title: '任务', dataIndex: 'title', width: 220, render: (_, task) => <TitleCell task={task} titles={titles} /> },
    { title: '类型', dataIndex: 'kindLabel', width: 70 },
    {
      title: '完成条件',
      key: 'rule',
      width: 180,
      render: (_, task) => wordsOfTask({ ...task, session: null }).join('；') || '-',
    },
    { title: '完成期限', key: 'due', width: 130, render: (_, task) => wordsOfDue(task) || '随阶段' },
    count('staffCount', '学员'),
    count('begunCount', '已开始'),
    count('completeCount', '已完成'),
    count('exemptedCount', '其中免修'),
    {
      title: '操作',
      key: 'actions',
      width: 180,
      fixed: 'right',
      render: (_, task) => <TaskActions projectId={projectId} task={task} isOpen={isOpen} open={open} />,
    },
  ]
}

function TitleCell({ task, titles }: { readonly task: TaskRow; readonly titles: ReadonlyMap<string, string> }): ReactNode {
  return (
    <>
      {task.title} <ToneTag tone={task.isRequired ? 'info' : 'neutral'}>{task.isRequired ? '必修' : '选修'}</ToneTag>
      {task.isForChosen && <ToneTag tone="warning">指定学员</ToneTag>}
      {task.makesUpTaskId && <span className="kp-training-stuck">补修“{titles.get(task.makesUpTaskId) ?? '已删除的任务'}”</span>}
      {task.session && (
        <span className="kp-training-stuck">
          {formatInstant(task.session.beginTime)} · {task.session.place}
        </span>
      )}
      {task.refusal && <span className="kp-training-stuck kp-outline-refusal">{task.refusal}</span>}
    </>
  )
}

interface ActionsProps {
  readonly projectId: string
  readonly task: ProjectTask
  readonly isOpen: boolean
  readonly open: (opened: Opened) => void
}

function TaskActions({ projectId, task, isOpen, open }: ActionsProps): ReactNode {
  const navigate = useNavigate()
  const named = (label: string) => ({ label, name: `${task.title}的${label}` })
  return (
    <RowActions
      moreName={`${task.title}的更多操作`}
      actions={[
        task.kind === 'session' && { ...named('签到'), run: () => navigate(sessionPath(task.id)) },
        { ...named('学员'), run: () => navigate(infoPath('student', projectId, { taskId: task.id })) },
        task.isForChosen && {
          ...named('指定学员'),
          right: projectSettling.chosenList,
          run: () => open({ kind: 'chosen', task }),
        },
        !task.isForChosen &&
          isOpen && { ...named('安排补修'), right: projectTasks.createList, run: () => open({ kind: 'makeUp', task }) },
      ]}
    />
  )
}
