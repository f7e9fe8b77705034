/** What rooms above add to the page on which a hand-in ends. */
import { slot } from '@kaopei/web/candidate'
import type { ComponentType } from 'react'

export interface ResultPartProps {
  readonly attemptId: string
  readonly go: (path: string) => void
}

export const resultParts = slot<ComponentType<ResultPartProps>>()
