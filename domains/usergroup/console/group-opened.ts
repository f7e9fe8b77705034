import type { GroupRow } from '../contract/group.ts'

/** What lies over the list of groups. */
export type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'members'; readonly row: Pick<GroupRow, 'id' | 'name' | 'kind'> }

export type Open = (opened: Opened) => void
