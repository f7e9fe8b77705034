import type { ListSource } from '@kaopei/web'
import type { StaffPickRow } from '../../contract/staff.ts'

/** `false`, also promised, keeps the picker open, e.g. when the server refused. */
export type PickOutcome = unknown

export interface PickedStaff {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly departmentName?: string | null | undefined
  /** Both masked for who may not see them whole; null for people without one. */
  readonly phone?: string | null | undefined
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
  /** Whose people; all enabled ones of the screen's data scope unless given. The same object as long as it means the same. */
  readonly source?: ListSource<StaffPickRow> | undefined
  readonly width?: number
}

export interface PickedDepartment {
  readonly id: string
  readonly name: string
}

export interface DepartmentPickerProps {
  readonly open: boolean
  readonly title?: string
  readonly onClose: () => void
  /** Gets the ticked departments; each stands for itself with everything below it. The picker closes unless it answers false. */
  readonly onConfirm: (departments: readonly PickedDepartment[]) => PickOutcome
  readonly selected?: readonly PickedDepartment[]
  readonly lockedIds?: readonly string[]
  readonly single?: boolean
  readonly width?: number
}
