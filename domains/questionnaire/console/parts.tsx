import { FilterDrawer, type FilterDrawerProps, type PickTab, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'

export { detailPath, listPath, resultsPath } from './paths.ts'

/** Published questionnaires to which a task of a course or project may lead. */
export const QuestionnaireTab = whenShown(() => import('./questionnaire-tab.tsx'))

const tabs: readonly PickTab[] = [{ key: 'questionnaire', title: '问卷', content: (pick) => <QuestionnaireTab pick={pick} /> }]

/** 选择问卷, 820 px, by name. */
export function QuestionnairePicker(props: Omit<FilterDrawerProps, 'tabs'>): ReactNode {
  return <FilterDrawer title="选择问卷" width={820} {...props} tabs={tabs} />
}
