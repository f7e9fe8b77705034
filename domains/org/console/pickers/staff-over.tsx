import { LabelManager } from '@kaopei/web'
import { lazy, type ReactNode, Suspense } from 'react'
import { label } from '../../contract/post.ts'
import { InviteDialog } from '../staff/invite.dialog.tsx'
import { LinkOuterDialog } from '../staff/link-outer.dialog.tsx'
import { MoveDialog } from '../staff/move.dialog.tsx'
import { RemoveDialog } from '../staff/remove.dialog.tsx'
import { ResetDialog } from '../staff/reset.dialog.tsx'
import { CreateStaff, EditStaff } from '../staff/staff.form.tsx'
import { StaffImportDrawer } from '../staff/staff-import.drawer.tsx'
import type { Open, Opened } from '../staff/staff-opened.ts'
import { TemporaryPasswordsDialog } from '../staff/temporary-passwords.dialog.tsx'

const PostsDrawer = lazy(() => import('../posts/posts.drawer.tsx'))

export interface StaffOverProps {
  readonly opened: Opened
  readonly open: Open
  /** Where somebody new most likely belongs. */
  readonly departmentId: string | undefined
  readonly isOutside: boolean
  readonly onClose: () => void
}

export function StaffOver({ opened, open, departmentId, isOutside, onClose }: StaffOverProps): ReactNode {
  switch (opened.kind) {
    case 'create':
      return <CreateStaff departmentId={departmentId} isOutside={isOutside} open={open} onClose={onClose} />
    case 'edit':
      return <EditStaff row={opened.row} onClose={onClose} />
    case 'import':
      return <StaffImportDrawer onClose={onClose} />
    case 'posts':
      return (
        <Suspense>
          <PostsDrawer onClose={onClose} />
        </Suspense>
      )
    case 'labels':
      return (
        <LabelManager
          open
          title="人员标签"
          uses={{ key: 'staffCount', unit: '人' }}
          list={label.list}
          create={label.save}
          update={label.update}
          remove={label.delete}
          onClose={onClose}
        />
      )
    case 'act':
      return <opened.act.Drawer person={opened.row} onClose={onClose} />
    case 'link':
      return <LinkOuterDialog row={opened.row} onClose={onClose} />
    case 'invite':
      return <InviteDialog {...opened} onClose={onClose} />
    case 'move':
      return <MoveDialog {...opened} onClose={onClose} />
    case 'remove':
      return <RemoveDialog {...opened} onClose={onClose} />
    case 'reset':
      return <ResetDialog {...opened} open={open} onClose={onClose} />
    case 'passwords':
      return <TemporaryPasswordsDialog list={opened.list} onClose={onClose} />
  }
}
