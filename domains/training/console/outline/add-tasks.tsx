import { whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import { projectTasks } from '../../contract/stage-task.ts'
import { NewTaskDrawer } from './new-task-opened.ts'
import { isTargetKind, type TargetPickerProps } from './target-kind.ts'
import { type EditedStage, newTask, type OutlineEditing, type TaskDraft } from './use-outline.ts'

/** Its code comes with the first opening. */
export const TargetPicker = whenShown<TargetPickerProps>(() => import('./target-picker.tsx'), null)

interface Props {
  readonly projectId: string
  readonly outlineVersion: number
  readonly editing: OutlineEditing
  readonly stage: EditedStage
  readonly kind: TaskDraft['kind']
  readonly onClose: () => void
}

/** Adds to a stage: many courses, exams, practices or questionnaires at once; a material, an offline session. */
export function AddTasks({ projectId, outlineVersion, editing, stage, kind, onClose }: Props): ReactNode {
  const add = (tasks: readonly TaskDraft[]) =>
    editing.act(projectTasks.createList, { projectId, outlineVersion, stageId: stage.id, tasks: [...tasks] }, '添加成功')
  if (isTargetKind(kind)) {
    return (
      <TargetPicker
        kind={kind}
        onClose={onClose}
        onConfirm={(items) => add(items.map(({ id, name }) => ({ ...newTask, kind, targetId: id, title: name })))}
      />
    )
  }
  return <NewTaskDrawer kind={kind} isSaving={editing.isRunning} onClose={onClose} onSave={(task) => add([task])} />
}
