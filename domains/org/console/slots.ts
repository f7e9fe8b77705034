/** What rooms above this one add to the roster and to posts. */
import type { Right } from '@kaopei/contract'
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** Somebody of the roster, as far as an act needs to know them. */
export interface ActedOn {
  readonly id: string
  readonly name: string
}

/** Something that can be seen or done about one person, under 更多 in their row. */
export interface PersonAct {
  readonly key: string
  readonly label: string
  /**
   * Of the call that it begins with, one of them is enough, none where a login suffices: whoever has none is told. Not the call itself: what fills a
   * slot is in the console's first file, and would take the contract along.
   */
  readonly rights: readonly Right[]
  /** Drawn while it is open. */
  readonly Drawer: ComponentType<{ readonly person: ActedOn; readonly onClose: () => void }>
}

export const personActs = slot<PersonAct>()

/** Something that can be seen or done about one post, in its row. */
export interface PostAct {
  readonly key: string
  readonly label: string
  readonly rights: readonly Right[]
  readonly Drawer: ComponentType<{ readonly post: ActedOn; readonly onClose: () => void }>
}

export const postActs = slot<PostAct>()
