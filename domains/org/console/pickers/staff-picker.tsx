import { FilterDrawer, type Picked, type PickTab } from '@kaopei/web'
import { type ReactNode, useMemo } from 'react'
import { StaffTab } from './pick-tabs.tsx'
import type { PickedStaff, StaffPickerProps } from './picker-props.ts'
import { staffOf } from './staff-picked.ts'

const nobody: readonly PickedStaff[] = []
const none: readonly string[] = []

/** Picks people: departments at the left, people in the middle, what is selected at the right. Each opening starts anew. */
export function StaffPicker(props: StaffPickerProps): ReactNode {
  const { open, title = '选择人员', selected = nobody, lockedIds = none, single = false, canPick, source, width = 800 } = props
  const before = selected.map((person): Picked => {
    const { id, name, loginAccount } = person
    return { kind: 'staff', id, name, detail: loginAccount, locked: lockedIds.includes(id), data: person }
  })
  const tabs = useMemo((): readonly PickTab[] => {
    const content: PickTab['content'] = (pick) => (
      <StaffTab pick={pick} addedIds={lockedIds} {...(canPick && { canPick })} {...(source && { source })} />
    )
    return [{ key: '2', title: '人员', content }]
  }, [lockedIds, canPick, source])
  return (
    <FilterDrawer
      open={open}
      title={title}
      width={width}
      tabs={tabs}
      selected={before}
      single={single}
      onClose={props.onClose}
      onConfirm={(items) => props.onConfirm(items.flatMap(staffOf))}
    />
  )
}
