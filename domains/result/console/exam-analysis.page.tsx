import type { OutputOf } from '@kaopei/contract'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { reportPath } from '@kaopei/exam/parts'
import { CodeTag, DetailPage, formatInstant, useCall, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { examReport } from '../contract/exam-report.ts'
import './result.css'
import { ExamOverview } from './exam-overview.tsx'
import { ExamReportTable } from './exam-report-table.tsx'

type Report = OutputOf<typeof examReport.get>

const ItemAnalysis = whenShown<{ readonly examId: string }>(() =>
  import('./item-analysis.tsx').then((tab) => ({ default: tab.ItemAnalysis })),
)

const tabs = [
  { key: 'overview', label: '成绩统计', content: ({ id }: Report) => <ExamOverview examId={id} /> },
  { key: 'items', label: '题目分析', content: ({ id }: Report) => <ItemAnalysis examId={id} /> },
] as const

/** 考试分析: the exams to choose from, or the statistics of one. */
export default function ExamAnalysis(): ReactNode {
  const [params] = useSearchParams()
  const examId = params.get('id')
  return examId === null ? <ExamReportTable title="考试分析" /> : <OneExam key={examId} examId={examId} />
}

function OneExam({ examId }: { readonly examId: string }): ReactNode {
  const navigate = useNavigate()
  const asked = useCall(examReport.get, { examinationId: examId })
  return (
    <DetailPage
      of={asked}
      tabs={tabs}
      head={({ name, status, admissionStartTime, admissionEndTime }) => ({
        title: name,
        description: `考试时间：${formatInstant(admissionStartTime)} ~ ${formatInstant(admissionEndTime)}`,
        tags: <CodeTag codes={examStatus} value={status} />,
        back: () => void navigate(reportPath),
      })}
    />
  )
}
