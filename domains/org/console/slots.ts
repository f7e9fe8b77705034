/** What rooms above this one add to the roster and to posts. */
import type { Endpoint } from '@kaopei/contract'
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
  /** The call that it begins with: whoever may not make it is told. */
  readonly endpoint: Endpoint
  /** Drawn while it is open. */
  readonly Drawer: ComponentType<{ readonly person: ActedOn; readonly onClose: () => void }>
}

export const personActs = slot<PersonAct>()

/** Something that can be seen or done about one post, in its row. */
export interface PostAct {
  readonly key: string
  readonly label: string
  readonly endpoint: Endpoint
  readonly Drawer: ComponentType<{ readonly post: ActedOn; readonly onClose: () => void }>
}

export const postActs = slot<PostAct>()
