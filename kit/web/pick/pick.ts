import type { ReactNode } from 'react'

/** What a picked thing is. Rooms may have kinds of their own. */
export type PickKind =
  | 'department'
  | 'staff'
  | 'staffFilter'
  | 'post'
  | 'project'
  | 'lecturer'
  | 'exam'
  | 'practice'
  | 'userGroup'
  | 'room'
  | 'bank'
  | 'course'
  | 'courseware'
  | 'single'
  | 'import'
  | (string & {})

/** One thing of a selection. `kind` and `id` together name it. */
export interface Picked {
  readonly kind: PickKind
  readonly id: string
  readonly name: string
  /** Told beside the name, e.g. an account. */
  readonly detail?: string | null | undefined
  /** Chosen for good: it can be neither taken away nor cleared. */
  readonly locked?: boolean
  /** The row behind it, for whoever asked. */
  readonly data?: unknown
}

/** What a tab of a picker may do with the selection. */
export interface PickApi {
  /** In the order they were picked. */
  readonly items: readonly Picked[]
  readonly isPicked: (kind: PickKind, id: string) => boolean
  readonly isLocked: (kind: PickKind, id: string) => boolean
  /** Picks or takes away; with `single` the item becomes the sole result. */
  readonly toggle: (item: Picked) => void
  /** Those picked already take the new name and row; with `single` the last one stays. */
  readonly add: (items: readonly Picked[]) => void
  readonly remove: (items: readonly Pick<Picked, 'kind' | 'id'>[]) => void
  /** Takes away everything that is not locked. */
  readonly clear: () => void
  readonly single: boolean
  /** What a tab with input of its own (typed rows, a file) has to say before the selection is confirmed; answers how to take it back. */
  readonly guard: (guard: PickGuard) => () => void
}

export interface PickGuard {
  /** Something typed that would be lost: closing asks. */
  readonly hasDraft?: () => boolean
  /**
   * Asked at 确 定, `isShown` while its tab is the open one: `true` lets it go on, a text is warned with and stops, `false` stops (the tab shows why),
   * things are confirmed with the others.
   */
  readonly check: (isShown: boolean) => boolean | string | readonly Picked[]
}

export interface PickTab {
  /** '1' to '10' as `pickTabs` has them, or a name of one's own. */
  readonly key: string
  readonly title: string
  readonly content: (pick: PickApi) => ReactNode
}

type Selection = ReadonlyMap<string, Picked>

export const pickKey = ({ kind, id }: Pick<Picked, 'kind' | 'id'>): string => `${kind} ${id}`

/** Each thing once, the first place and the last row of it. */
export function selectionOf(items: readonly Picked[]): Selection {
  return new Map(items.map((item) => [pickKey(item), item]))
}

/** The selection with these too. With `single` the last of them replaces what is not locked; a locked sole result stays. */
export function withPicked(before: Selection, items: readonly Picked[], single: boolean): Selection {
  const fresh = items.filter((item) => !before.get(pickKey(item))?.locked)
  if (fresh.length === 0) return before
  if (!single) return new Map([...before, ...selectionOf(fresh)])
  return [...before.values()].some(({ locked }) => locked) ? before : selectionOf(fresh.slice(-1))
}

/** The selection without these; locked ones stay. */
export function withoutPicked(before: Selection, items: readonly Pick<Picked, 'kind' | 'id'>[]): Selection {
  const gone = new Set(items.map(pickKey))
  return new Map([...before].filter(([key, { locked }]) => locked || !gone.has(key)))
}

export function onlyLocked(before: Selection): Selection {
  return new Map([...before].filter(([, { locked }]) => locked))
}

/** Picking something and taking it away again is no change. */
export function isSameSelection(one: Selection, other: Selection): boolean {
  if (one.size !== other.size) return false
  return [...one].every(([key, { name, detail }]) => {
    const there = other.get(key)
    return there !== undefined && there.name === name && (there.detail ?? '') === (detail ?? '')
  })
}
