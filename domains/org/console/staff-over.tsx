import { lazy, type ReactNode, Suspense } from 'react'
import { InviteDialog } from './invite.dialog.tsx'
import { LinkOuterDialog } from './link-outer.dialog.tsx'
import { MoveDialog } from './move.dialog.tsx'
import { RemoveDialog } from './remove.dialog.tsx'
import { CreateStaff, EditStaff } from './staff.form.tsx'
import { StaffImportDrawer } from './staff-import.drawer.tsx'
import type { Open, Opened } from './staff-opened.ts'
import { TemporaryPasswordsDialog } from './temporary-passwords.dialog.tsx'

const PostsDrawer = lazy(() => import('./posts.drawer.tsx'))

export interface StaffOverProps {
  readonly opened: Opened
  readonly open: Open
  /** Where somebody new most likely belongs. */
  readonly departmentId: string | undefined
  readonly onClose: () => void
}

export function StaffOver({ opened, open, departmentId, onClose }: StaffOverProps): ReactNode {
  switch (opened.kind) {
    case 'create':
      return <CreateStaff departmentId={departmentId} open={open} onClose={onClose} />
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
    case 'link':
      return <LinkOuterDialog row={opened.row} onClose={onClose} />
    case 'invite':
      return <InviteDialog {...opened} onClose={onClose} />
    case 'move':
      return <MoveDialog {...opened} onClose={onClose} />
    case 'remove':
      return <RemoveDialog {...opened} onClose={onClose} />
    case 'passwords':
      return <TemporaryPasswordsDialog list={opened.list} onClose={onClose} />
  }
}
