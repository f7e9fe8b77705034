import type { ScaleDetail } from '../../contract/scale.ts'

/** What the editor's tabs change together and save at once. */
export type EditedScale = Pick<
  ScaleDetail,
  'name' | 'kind' | 'information' | 'licence' | 'source' | 'retentionMonths' | 'skillMap' | 'definition'
>

export interface TabProps {
  readonly detail: ScaleDetail
  readonly edited: EditedScale
  /** Only to be read. */
  readonly isLocked: boolean
  /** Something is not saved yet. */
  readonly isChanged: boolean
  readonly change: (part: Partial<EditedScale>) => void
}

/** An id that none of these has: items, facets and dimensions keep theirs for life. */
export function freshId(prefix: string, taken: readonly { readonly id: string }[]): string {
  let number = taken.length + 1
  while (taken.some(({ id }) => id === `${prefix}${number}`)) number++
  return `${prefix}${number}`
}
