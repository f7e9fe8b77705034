import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { analysisPath, reportPath } from '@kaopei/exam/parts'
import { CodeTag, ErrorState, formatInstant, PageHeader, PageSkeleton, useCall, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { examReport } from '../contract/exam-report.ts'
import './result.css'
import { ExamOverview } from './exam-overview.tsx'
import { ExamReportTable } from './exam-report-table.tsx'

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
  const asked = useCall(examReport.get, { examinationId: examId })
  const active = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'overview'
  if (!asked.data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  const { name, status, admissionStartTime, admissionEndTime } = asked.data
  return (
    <>
      <PageHeader
        title={name}
        description={`考试时间：${formatInstant(admissionStartTime)} ~ ${formatInstant(admissionEndTime)}`}
        tags={<CodeTag codes={examStatus} value={status} />}
        back={() => void navigate(reportPath)}
        tabs={{ items: tabs, active, onChange: (tab) => void navigate(analysisPath(examId, tab), { replace: true }) }}
      />
      {active === 'overview' ? <ExamOverview examId={examId} /> : <ItemAnalysis examId={examId} />}
    </>
  )
}
