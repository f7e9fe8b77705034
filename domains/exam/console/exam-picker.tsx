import { FilterDrawer, type FilterDrawerProps, type PickTab, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'

/** Type 7, tab '7'. */
export const ExamTab = whenShown(() => import('./exam-tab.tsx'))

const tabsOf = (withDrafts: boolean): readonly PickTab[] => [
  { key: '7', title: '考试', content: (pick) => <ExamTab pick={pick} hasSource withDrafts={withDrafts} /> },
]
const tabs = tabsOf(false)
const tabsWithDrafts = tabsOf(true)

interface ExamPickerProps extends Omit<FilterDrawerProps, 'tabs'> {
  /** Drafts too: for whoever only copies what an exam is made of. */
  readonly withDrafts?: boolean
}

/** Picks exams by name, time of publishing and source. */
export function ExamPicker({ withDrafts = false, ...props }: ExamPickerProps): ReactNode {
  return <FilterDrawer title="选择考试" width={820} {...props} tabs={withDrafts ? tabsWithDrafts : tabs} />
}
