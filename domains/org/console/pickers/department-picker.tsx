import { FilterDrawer, type Picked, type PickTab } from '@kaopei/web'
import type { ReactNode } from 'react'
import { DepartmentTab } from './pick-tabs.tsx'
import type { DepartmentPickerProps, PickedDepartment } from './picker-props.ts'

const tabs: readonly PickTab[] = [{ key: '1', title: '部门', content: (pick) => <DepartmentTab pick={pick} /> }]
const nothing: readonly PickedDepartment[] = []

/** Picks departments, each standing for everything below it. Each opening starts anew. */
export function DepartmentPicker(props: DepartmentPickerProps): ReactNode {
  const { open, title = '选择部门', selected = nothing, lockedIds = [], single = false, onClose, onConfirm, width } = props
  const before = selected.map(({ id, name }): Picked => ({ kind: 'department', id, name, locked: lockedIds.includes(id) }))
  return (
    <FilterDrawer
      open={open}
      title={title}
      {...(width !== undefined && { width })}
      tabs={tabs}
      selected={before}
      single={single}
      onClose={onClose}
      onConfirm={(items) => onConfirm(items.map(({ id, name }) => ({ id, name })))}
    />
  )
}
