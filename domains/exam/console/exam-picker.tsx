import { FilterDrawer, type FilterDrawerProps, type PickTab, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'

/** Type 7, tab '7'. */
export const ExamTab = whenShown(() => import('./exam-tab.tsx'))

const tabs: readonly PickTab[] = [{ key: '7', title: '考试', content: (pick) => <ExamTab pick={pick} hasSource /> }]

/** Picks exams by name, time of publishing and source. */
export function ExamPicker(props: Omit<FilterDrawerProps, 'tabs'>): ReactNode {
  return <FilterDrawer title="选择考试" width={820} {...props} tabs={tabs} />
}
