import type { ReactNode } from 'react'
import type { StaffPickRow } from '../contract/staff.ts'
import { DepartmentBranches } from './department-branches.tsx'
import { PickedTags } from './picked-tags.tsx'
import { PickerDrawer, type PickOutcome } from './picker-drawer.tsx'
import { StaffPickTable, useStaffToPick } from './staff-pick-table.tsx'
import { usePicked } from './use-picked.ts'

export interface PickedStaff {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly departmentName?: string | null | undefined
  /** Masked for who may not see it whole; null for people without one. */
  readonly email?: string | null | undefined
}

export interface StaffPickerProps {
  readonly open: boolean
  readonly title?: string
  readonly onClose: () => void
  /** Gets all that is selected, also what was before; the picker closes unless it answers false. */
  readonly onConfirm: (staff: readonly PickedStaff[]) => PickOutcome
  readonly selected?: readonly PickedStaff[]
  /** People who stay: they can be neither picked nor taken away. */
  readonly lockedIds?: readonly string[]
  /** One person only. */
  readonly single?: boolean
  /** Why somebody cannot be picked; null for who can. */
  readonly canPick?: (row: StaffPickRow) => string | null
  readonly width?: number
}

/** Picks people: departments at the left, people in the middle, what is selected at the right. Each opening starts anew. */
export function StaffPicker(props: StaffPickerProps): ReactNode {
  return props.open ? <OpenStaffPicker {...props} /> : null
}

const nobody: readonly PickedStaff[] = []
const none: readonly string[] = []

function OpenStaffPicker(props: StaffPickerProps): ReactNode {
  const { title = '选择人员', selected = nobody, lockedIds = none, single = false, canPick, onClose, onConfirm, width } = props
  const picked = usePicked(selected, lockedIds)
  const people = useStaffToPick()
  return (
    <PickerDrawer
      title={title}
      {...(width !== undefined && { width })}
      count={picked.items.length}
      isChanged={picked.isChanged}
      onClose={onClose}
      onConfirm={() => onConfirm(picked.items)}
    >
      <div className="kp-picker">
        <div className="kp-picker-side">
          <DepartmentBranches value={people.departmentId} onChange={people.setDepartment} height={treeHeight()} />
        </div>
        <StaffPickTable people={people} picked={picked} single={single} {...(canPick && { canPick })} />
        <PickedTags
          items={picked.items.map(({ id, name, loginAccount }) => ({ id, name, detail: loginAccount }))}
          lockedIds={picked.lockedIds}
          onRemove={(id) => picked.remove([id])}
          onClear={picked.clear}
        />
      </div>
    </PickerDrawer>
  )
}

/** The tree draws only what is on the screen and must know how much that is. */
const treeHeight = () => Math.max(240, window.innerHeight - 230)
