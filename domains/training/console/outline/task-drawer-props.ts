import type { ProjectOutline, ProjectTask } from '../../contract/stage-task.ts'
import type { ForCompleted, OutlineEditing, TaskDraft } from './use-outline.ts'

export interface NewTaskDrawerProps {
  readonly kind: TaskDraft['kind']
  readonly isSaving: boolean
  readonly onClose: () => void
  readonly onSave: (task: TaskDraft) => Promise<boolean>
}

export interface TaskDrawerProps {
  readonly outline: ProjectOutline
  readonly editing: OutlineEditing
  readonly task: ProjectTask
  readonly onClose: () => void
}

export interface CompletedDialogProps {
  /** Nothing: the change is not made. */
  readonly onAnswer: (answer?: ForCompleted) => void
}
