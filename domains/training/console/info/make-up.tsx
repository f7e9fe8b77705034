import type { OutputOf } from '@kaopei/contract'
import { cut } from '@kaopei/contract'
import { toast, useRunner } from '@kaopei/web'
import type { ReactNode } from 'react'
import { taskKind } from '../../contract/outline.ts'
import { type ProjectOutline, type ProjectTask, projectTasks } from '../../contract/stage-task.ts'
import { TargetPicker } from '../outline/add-tasks.tsx'
import { NewTaskDrawer } from '../outline/new-task-opened.ts'
import { isTargetKind } from '../outline/target-kind.ts'
import { newTask, sentTask, type TaskDraft } from '../outline/use-outline.ts'

interface Props {
  readonly outline: ProjectOutline
  /** What is made up for. */
  readonly task: ProjectTask
  readonly onClose: () => void
  /** The new task; whom it is for comes next. */
  readonly onMade: (task: { readonly id: string; readonly title: string } & ProjectTask) => void
}

/** A task of the same kind behind the one that it makes up for, for chosen people. */
export function MakeUp({ outline, task, onClose, onMade }: Props): ReactNode {
  const { run, isRunning } = useRunner()
  const kind = taskKind.catch('material').parse(task.kind)
  const add = async (draft: Partial<TaskDraft>): Promise<boolean> => {
    const { projectId, outlineVersion } = outline
    const { rule } = sentTask(task)
    const whole: TaskDraft = {
      ...newTask,
      kind,
      ...(rule && { rule }),
      isRequired: false,
      weight: 0,
      isForChosen: true,
      makesUpTaskId: task.id,
      ...draft,
    }
    const made = await run(
      projectTasks.createList,
      { projectId, outlineVersion, stageId: task.stageId, tasks: [whole] },
      { successText: '' },
    )
    if (!made.ok) return false
    tellMade(made.data, (id) =>
      onMade({ ...task, id, title: whole.title ?? task.title, isForChosen: true, makesUpTaskId: task.id }),
    )
    return true
  }
  if (!isTargetKind(kind)) {
    return (
      <NewTaskDrawer
        kind={kind}
        isSaving={isRunning}
        onClose={onClose}
        onSave={({ title, content, session }) => add({ title, ...(content && { content }), ...(session && { session }) })}
      />
    )
  }
  return (
    <TargetPicker
      kind={kind}
      single
      onClose={onClose}
      onConfirm={async ([item]) => (item ? add({ targetId: item.id, title: cut(`补修：${item.name}`, 200) }) : false)}
    />
  )
}

function tellMade({ taskIds }: OutputOf<typeof projectTasks.createList>, go: (id: string) => void): void {
  const [id] = taskIds
  if (id === undefined) return
  toast.success('补修任务已添加，请指定学员')
  // The picker closes itself when it was confirmed; what comes next is opened behind that.
  setTimeout(() => go(id))
}
