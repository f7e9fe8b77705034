/** What this room adds to an exam's page, and what rooms above it add to its screens. */
import type { ExamTab } from '@kaopei/exam/slots'
import { whenShown } from '@kaopei/web'

export { type AttemptLink, attemptLinks } from './attempt-links.ts'
export { itemActs } from './item-acts.ts'
export { resultActs } from './result-acts.ts'

interface OfExam {
  readonly examId: string
}

const ResultList = whenShown<OfExam>(() => import('./result-list.tsx').then((tab) => ({ default: tab.ResultList })))
const ItemAnalysis = whenShown<OfExam>(() => import('./item-analysis.tsx').then((tab) => ({ default: tab.ItemAnalysis })))

export const tabsOfExam: readonly ExamTab[] = [
  { key: 'results', label: '考生', sort: 20, Tab: ResultList },
  { key: 'items', label: '题目分析', sort: 50, Tab: ItemAnalysis },
]

/** How far people have come, and what they reached. */
export const overviewOfExam = whenShown<OfExam>(() =>
  import('./exam-overview.tsx').then((part) => ({ default: part.ExamOverview })),
)
