import type { ReactNode } from 'react'
import type { Picked, PickTab } from '../pick/pick.ts'
import { whenOpened } from '../when-opened.tsx'

export interface FilterDrawerProps {
  readonly open: boolean
  readonly title?: ReactNode
  /** 950 unless given. */
  readonly width?: number | string
  readonly tabs: readonly PickTab[]
  /** Picked before this opening; locked ones stay. */
  readonly selected?: readonly Picked[]
  /** One thing only: a click on a row makes it the sole result. */
  readonly single?: boolean
  readonly onClose: () => void
  /** Gets all that is selected, also what was before. The drawer closes unless it answers, or promises, `false`; a failure is shown and keeps it open. */
  readonly onConfirm: (items: readonly Picked[]) => unknown
}

/** Picks things from one or several lists: the lists at the left, what is selected at the right. Each opening begins anew. */
export const FilterDrawer = whenOpened<FilterDrawerProps>(() => import('./filter-drawer-canvas.tsx'))
