import type { GroupRow } from '../contract/group.ts'

export type OpenedGroup = Pick<GroupRow, 'id' | 'name' | 'kind'> & Partial<Pick<GroupRow, 'computedAt'>>

/** What lies over the list of groups. */
export type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'members'; readonly row: OpenedGroup }

export type Open = (opened: Opened) => void
