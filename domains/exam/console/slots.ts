/** What rooms above this one show of an exam. */
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** A tab of an exam's page. */
export interface ExamTab {
  readonly key: string
  readonly label: string
  /** Its place among all tabs: those of this room stand at 30 (times), 35 (rooms), 40 (paper) and 60 (operations). */
  readonly sort: number
  readonly Tab: ComponentType<{ readonly examId: string }>
}

export const examTabs = slot<ExamTab>()
/** Below what an exam is, on its first tab: what came of it so far. */
export const examOverview = slot<ComponentType<{ readonly examId: string }>>()
