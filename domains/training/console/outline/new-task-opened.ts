import { whenShown } from '@kaopei/web'
import type { CompletedDialogProps, NewTaskDrawerProps, TaskDrawerProps } from './task-drawer-props.ts'

// Their code, the editor of texts with it, comes with the first opening.
export const NewTaskDrawer = whenShown<NewTaskDrawerProps>(() => import('./new-task.drawer.tsx'), null)
export const TaskDrawer = whenShown<TaskDrawerProps>(() => import('./task.drawer.tsx'), null)
export const CompletedDialog = whenShown<CompletedDialogProps>(() => import('./completed.dialog.tsx'), null)
