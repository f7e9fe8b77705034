import type { StaffRow } from '../../contract/staff.ts'
import type { PersonAct } from '../slots.ts'

export interface TemporaryPassword {
  readonly id: string
  readonly name: string
  readonly loginAccount: string
  readonly temporaryPassword: string
  /** How a link to set one's own went out. */
  readonly sentBy?: readonly string[]
}

/** What is open over the roster. */
export type Opened =
  | { readonly kind: 'create' | 'import' | 'posts' | 'labels' }
  | { readonly kind: 'edit' | 'link'; readonly row: StaffRow }
  | { readonly kind: 'act'; readonly act: PersonAct; readonly row: StaffRow }
  | {
      readonly kind: 'move' | 'remove' | 'invite'
      readonly ids: readonly string[]
      readonly who: string
      readonly onDone?: () => void
    }
  | {
      readonly kind: 'reset'
      readonly ids: readonly string[]
      readonly who: string
      /** Ways for which nobody chosen has an address. */
      readonly without: readonly string[]
      readonly onDone?: () => void
    }
  | { readonly kind: 'passwords'; readonly list: readonly TemporaryPassword[] }

export type Open = (opened: Opened) => void
