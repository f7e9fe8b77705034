/** What rooms above add to the page on which an exam begins. */
import { slot } from '@kaopei/web/candidate'
import type { ComponentType } from 'react'

export interface BeginPartProps {
  /** What is recorded of this candidate, by their consent; at least one. */
  readonly wants: { readonly screen: boolean; readonly camera: boolean }
  /** Everything that can be got ready is. */
  readonly onReady: (isReady: boolean) => void
}

export const beginParts = slot<ComponentType<BeginPartProps>>()
