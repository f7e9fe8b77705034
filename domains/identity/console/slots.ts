/** What rooms above this one add to a person's own page. */
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** A section below one's own data. */
export interface OwnPageSection {
  readonly key: string
  readonly Section: ComponentType
}

export const ownPageSections = slot<OwnPageSection>()
