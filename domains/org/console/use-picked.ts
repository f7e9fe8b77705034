import { useState } from 'react'

interface Item {
  readonly id: string
}

export interface Picked<I extends Item> {
  /** In the order they were picked. */
  readonly items: readonly I[]
  readonly lockedIds: ReadonlySet<string>
  readonly has: (id: string) => boolean
  readonly add: (items: readonly I[]) => void
  readonly remove: (ids: readonly string[]) => void
  /** The sole result. */
  readonly only: (item: I) => void
  /** Takes away everything that is not locked. */
  readonly clear: () => void
  /** Other than at the beginning; picking something and taking it away again is no change. */
  readonly isChanged: boolean
}

/** A selection by id, whatever page or branch its items were picked on. Locked ones stay. */
export function usePicked<I extends Item>(before: readonly I[], locked: readonly string[]): Picked<I> {
  const [items, setItems] = useState(() => unique(before))
  const ids = new Set(items.map(({ id }) => id))
  const lockedIds = new Set(locked)
  return {
    items,
    lockedIds,
    has: (id) => ids.has(id),
    add: (more) => setItems((now) => unique([...now, ...more.filter(({ id }) => !lockedIds.has(id))])),
    remove: (gone) => {
      const leaving = new Set(gone)
      setItems((now) => now.filter(({ id }) => lockedIds.has(id) || !leaving.has(id)))
    },
    only: (item) => setItems([item]),
    clear: () => setItems((now) => now.filter(({ id }) => lockedIds.has(id))),
    isChanged: ids.size !== unique(before).length || before.some(({ id }) => !ids.has(id)),
  }
}

function unique<I extends Item>(items: readonly I[]): readonly I[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
