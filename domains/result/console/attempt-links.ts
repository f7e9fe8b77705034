import type { Right } from '@kaopei/contract'
import { slot } from '@kaopei/web'

/** A page of a room above about one attempt. */
export interface AttemptLink {
  readonly label: string
  readonly right: Right
  readonly pathOf: (attemptId: string) => string
}

/** Beside each attempt of the list and on its paper: where rooms above go on with it. */
export const attemptLinks = slot<AttemptLink>()
