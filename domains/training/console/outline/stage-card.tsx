import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import { wordsOfCondition } from '@kaopei/course/parts'
import { confirmAction, DropMenu, OutlineCard, type OutlineMoves, OutlineRow, RowActions, ToneTag, useMay } from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { taskKind, taskKindLabels } from '../../contract/outline.ts'
import { type ProjectOutline, type ProjectTask, projectStages, projectTasks } from '../../contract/stage-task.ts'
import type { Opened } from './outline-editor.tsx'
import { wordsOfDue, wordsOfTask, wordsOfWindow } from './outline-words.ts'
import { type EditedStage, type OutlineEditing, tasksOf } from './use-outline.ts'

interface CardProps {
  readonly stage: EditedStage
  readonly place: number
  readonly outline: ProjectOutline
  readonly editing: OutlineEditing
  readonly open: (opened: Opened) => void
  /** A fault leads here: it is marked. */
  readonly markedId: string
}

/** A stage with its tasks. */
export function StageCard({ stage, place, outline, editing, open, markedId }: CardProps): ReactNode {
  const mayEdit = useMay(projectTasks.createList) && !outline.isFixed
  const moves = movesOf(outline, editing, mayEdit)
  const window = wordsOfWindow(stage)
  const all = tasksOf(outline)
  const facts = [
    ...(window === '' ? [] : [window]),
    ...(stage.weight === 1 ? [] : [`权重 ${stage.weight}`]),
    ...stage.conditions.map((one) => wordsOfCondition(one, all)),
  ]
  return (
    <OutlineCard
      isMarked={markedId === stage.id}
      id={stage.id}
      name={`阶段“${stage.title}”`}
      label={stage.title}
      heading={`阶段 ${place + 1}　${stage.title}`}
      moves={moves}
      facts={
        <>
          {stage.descript && <p className="kp-training-words">{stage.descript}</p>}
          {facts.length > 0 && <p className="kp-hint">{facts.join('；')}</p>}
        </>
      }
      actions={mayEdit && <StageActions {...{ stage, outline, editing, open }} />}
    >
      {stage.tasks.map((task) => (
        <TaskRow key={task.id} {...{ task, outline, editing, open, all, mayEdit, moves, markedId }} />
      ))}
    </OutlineCard>
  )
}

function movesOf({ stages, projectId, outlineVersion }: ProjectOutline, editing: OutlineEditing, mayEdit: boolean): OutlineMoves {
  const of = { projectId, outlineVersion }
  return {
    groups: stages,
    onMove: mayEdit
      ? ({ taskId, groupId, beforeId }) =>
          void (taskId === undefined
            ? editing.act(projectStages.move, { ...of, id: groupId, beforeId })
            : editing.act(projectTasks.move, { ...of, taskId, stageId: groupId, beforeId }))
      : undefined,
  }
}

function StageActions({ stage, outline, editing, open }: Omit<CardProps, 'place' | 'markedId'>): ReactNode {
  const { projectId, outlineVersion } = outline
  const remove = async () => {
    const count = stage.tasks.length
    const content =
      count === 0
        ? `确定删除阶段“${stage.title}”吗？`
        : `阶段“${stage.title}”和其中的 ${count} 个任务将一起删除，学员在其中已做的保留可查。`
    if (await confirmAction({ title: '删除阶段？', content, isDangerous: true }))
      await editing.act(projectStages.delete, { projectId, outlineVersion, id: stage.id, withTasks: count > 0 }, '删除成功')
  }
  return (
    <>
      <DropMenu
        menu={{
          items: taskKind.options.map((key) => ({ key, label: taskKindLabels[key] })),
          onClick: ({ key }) => {
            const kind = taskKind.safeParse(key)
            if (kind.success) open({ kind: 'add', stage, what: kind.data })
          },
        }}
      >
        <Button icon={<PlusOutlined />} aria-label={`向${stage.title}添加任务`}>
          添加任务 <DownOutlined />
        </Button>
      </DropMenu>
      <RowActions
        actions={[
          { label: '编辑', name: `编辑阶段${stage.title}`, run: () => open({ kind: 'stage', stage }) },
          { label: '删除', name: `删除阶段${stage.title}`, isDangerous: true, run: () => void remove() },
        ]}
      />
    </>
  )
}

interface TaskRowProps extends Omit<CardProps, 'place' | 'stage'> {
  readonly task: ProjectTask
  /** Of the whole project. */
  readonly all: readonly ProjectTask[]
  readonly mayEdit: boolean
  readonly moves: OutlineMoves
}

function TaskRow({ task, outline, editing, open, all, mayEdit, moves, markedId }: TaskRowProps): ReactNode {
  const { projectId, outlineVersion } = outline
  const remove = async () => {
    const content = `确定删除任务“${task.title}”吗？等待它的解锁条件会一起去掉，学员已做的保留可查。`
    if (await confirmAction({ title: '删除任务？', content, isDangerous: true }))
      await editing.act(projectTasks.remove, { projectId, outlineVersion, taskIds: [task.id] }, '删除成功')
  }
  return (
    <OutlineRow
      id={task.id}
      groupId={task.stageId}
      title={task.title}
      moves={moves}
      isMarked={markedId === task.id}
      facts={<TaskFacts task={task} all={all} />}
      tags={
        <>
          {task.isForChosen && <ToneTag tone="warning">指定学员</ToneTag>}
          <ToneTag tone={task.isRequired ? 'info' : 'neutral'}>{task.isRequired ? '必修' : '选修'}</ToneTag>
        </>
      }
      actions={
        mayEdit && (
          <RowActions
            actions={[
              { label: '设置', name: `设置${task.title}`, run: () => open({ kind: 'task', task }) },
              { label: '删除', name: `删除${task.title}`, isDangerous: true, run: () => void remove() },
            ]}
          />
        )
      }
    />
  )
}

function TaskFacts({ task, all }: Pick<TaskRowProps, 'task' | 'all'>): ReactNode {
  const due = wordsOfDue(task)
  const words = [
    task.kindLabel,
    ...wordsOfTask(task),
    ...(task.weight === 1 ? [] : [`权重 ${task.weight}`]),
    ...(due === '' ? [] : [`${due}完成`]),
    ...(task.makesUpTaskId ? [`补修“${all.find(({ id }) => id === task.makesUpTaskId)?.title ?? '已删除的任务'}”`] : []),
    ...task.conditions.map((one) => wordsOfCondition(one, all)),
  ].filter(Boolean)
  return (
    <>
      {words.map((one) => (
        <span key={one}>{one}</span>
      ))}
      {task.refusal && <span className="kp-outline-refusal">{task.refusal}</span>}
    </>
  )
}
