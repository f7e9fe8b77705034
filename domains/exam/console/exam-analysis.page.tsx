import { PageHeader, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import './exam.css'
import { ExamOverview } from './exam-overview.tsx'
import { ExamReportTable } from './exam-report-table.tsx'
import { analysisPath, reportPath } from './paths.ts'

const ItemAnalysis = whenShown<{ readonly examId: string }>(() =>
  import('./item-analysis.tsx').then((tab) => ({ default: tab.ItemAnalysis })),
)

const tabs = [
  { key: 'overview', label: '成绩统计' },
  { key: 'items', label: '题目分析' },
] as const

/** 考试分析: the exams to choose from, or the statistics of one. */
export default function ExamAnalysis(): ReactNode {
  const [params] = useSearchParams()
  const examId = params.get('id')
  return examId === null ? <ExamReportTable title="考试分析" /> : <OneExam key={examId} examId={examId} />
}

function OneExam({ examId }: { readonly examId: string }): ReactNode {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const active = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'overview'
  return (
    <>
      <PageHeader
        title="考试分析"
        back={() => void navigate(reportPath)}
        tabs={{ items: tabs, active, onChange: (tab) => void navigate(analysisPath(examId, tab), { replace: true }) }}
      />
      {active === 'overview' ? <ExamOverview examId={examId} /> : <ItemAnalysis examId={examId} />}
    </>
  )
}
