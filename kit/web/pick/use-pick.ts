import { useMemo, useState } from 'react'
import {
  isSameSelection,
  onlyLocked,
  type PickApi,
  type Picked,
  pickKey,
  selectionOf,
  withoutPicked,
  withPicked,
} from './pick.ts'

/** What a selection does; guards are the drawer's. */
export interface PickState extends Omit<PickApi, 'guard'> {
  readonly isChanged: boolean
}

const nothing: readonly Picked[] = []

/** A selection by kind and id, whatever page, branch or tab its items were picked on. */
export function usePick(selected: readonly Picked[] = nothing, single = false): PickState {
  const [before] = useState(() => selectionOf(selected))
  const [now, setNow] = useState(before)
  return useMemo(() => {
    const add = (items: readonly Picked[]) => setNow((last) => withPicked(last, items, single))
    const remove = (items: readonly Pick<Picked, 'kind' | 'id'>[]) => setNow((last) => withoutPicked(last, items))
    return {
      single,
      items: [...now.values()],
      isChanged: !isSameSelection(before, now),
      isPicked: (kind, id) => now.has(pickKey({ kind, id })),
      isLocked: (kind, id) => now.get(pickKey({ kind, id }))?.locked ?? false,
      // Of a single selection the same row again changes nothing: it stays the sole result.
      toggle: (item) => (now.has(pickKey(item)) && !single ? remove([item]) : add([item])),
      add,
      remove,
      clear: () => setNow(onlyLocked),
    }
  }, [before, now, single])
}
