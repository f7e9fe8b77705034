import type { ReactNode } from 'react'
import type { DepartmentNode } from '../../contract/department.ts'
import { DeleteDepartmentDialog } from '../departments/delete.dialog.tsx'
import { CreateDepartment, type DepartmentAbove, EditDepartment, MoveDepartment } from '../departments/department.form.tsx'

export type OpenedDepartment =
  | { readonly kind: 'add'; readonly title: string; readonly above: DepartmentAbove | undefined }
  | { readonly kind: 'edit' | 'move' | 'delete'; readonly node: DepartmentNode }

export interface DepartmentOverProps {
  readonly opened: OpenedDepartment
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

/** The form or dialog that stands over the tree of departments. */
export default function DepartmentOver({ opened, onClose, onDeleted }: DepartmentOverProps): ReactNode {
  switch (opened.kind) {
    case 'add':
      return <CreateDepartment title={opened.title} above={opened.above} onClose={onClose} />
    case 'edit':
      return <EditDepartment id={opened.node.id} onClose={onClose} />
    case 'move':
      return <MoveDepartment node={opened.node} onClose={onClose} />
    case 'delete':
      return <DeleteDepartmentDialog node={opened.node} onClose={onClose} onDeleted={() => onDeleted(opened.node.id)} />
  }
}
