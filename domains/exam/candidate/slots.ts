/** What rooms above add to the page on which an exam begins. */
import { slot } from '@kaopei/web/candidate'
import type { ComponentType } from 'react'

export interface BeginPartProps {
  readonly examId: string
  /** What is recorded of this candidate, by their consent; at least one. `second`: by their phone. */
  readonly wants: { readonly screen: boolean; readonly camera: boolean; readonly second: boolean }
  /** Everything that can be got ready is. */
  readonly onReady: (isReady: boolean) => void
}

export const beginParts = slot<ComponentType<BeginPartProps>>()

/** Above a candidate's exams: what rooms above have to tell them. */
export const examNotes = slot<ComponentType<{ readonly go: (path: string) => void }>>()

/** In the row of an exam that is to come or goes on and was not begun: what may be done before it. */
export interface ExamRowPartProps {
  readonly exam: { readonly examId: string; readonly name: string }
  readonly go: (path: string) => void
}
export const examRowFacts = slot<ComponentType<ExamRowPartProps>>()
export const examRowActs = slot<ComponentType<ExamRowPartProps>>()
