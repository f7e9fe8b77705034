import { FilterDrawer, type FilterDrawerProps, type PickTab } from '@kaopei/web'
import type { ReactNode } from 'react'
import { LecturerTab } from './lecturer-tab.tsx'

export interface PickedLecturer {
  readonly id: string
  readonly name: string
}

export interface LecturerPickerProps extends Pick<FilterDrawerProps, 'open' | 'onClose'> {
  readonly title?: string
  readonly single?: boolean
  readonly selected?: readonly PickedLecturer[]
  readonly onConfirm: (lecturers: readonly PickedLecturer[]) => unknown
}

const tabs: readonly PickTab[] = [{ key: '5', title: '讲师', content: (pick) => <LecturerTab pick={pick} /> }]

/** 选择讲师 */
export function LecturerPicker({ title = '选择讲师', selected = [], onConfirm, ...drawer }: LecturerPickerProps): ReactNode {
  return (
    <FilterDrawer
      title={title}
      {...drawer}
      tabs={tabs}
      selected={selected.map(({ id, name }) => ({ kind: 'lecturer', id, name }))}
      onConfirm={(items) => onConfirm(items.map(({ id, name }) => ({ id, name })))}
    />
  )
}
