import { whenOpened } from '@kaopei/web'
import type { StudentDrawerProps } from './student-drawer-props.ts'

export const StudentDrawer = whenOpened<StudentDrawerProps>(() => import('./student-drawer.tsx'))
