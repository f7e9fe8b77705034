import type { ReactNode } from 'react'
import type { DepartmentNode } from '../contract/department.ts'
import { CreateDepartment, EditDepartment, MoveDepartment } from './department.form.tsx'
import { DeleteDepartmentDialog } from './department-delete.dialog.tsx'

export type OpenedDepartment =
  | { readonly kind: 'add'; readonly parent: DepartmentNode | undefined }
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
      return <CreateDepartment parent={opened.parent} onClose={onClose} />
    case 'edit':
      return <EditDepartment id={opened.node.id} onClose={onClose} />
    case 'move':
      return <MoveDepartment node={opened.node} onClose={onClose} />
    case 'delete':
      return <DeleteDepartmentDialog node={opened.node} onClose={onClose} onDeleted={() => onDeleted(opened.node.id)} />
  }
}
