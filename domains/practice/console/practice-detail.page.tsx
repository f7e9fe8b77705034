import { CodeTag, DetailPage, RightButton, useCall, whenShown } from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { practiceStatus } from '../contract/codes.ts'
import { practice } from '../contract/practice.ts'
import { listPath, previewPath, stepPath } from './paths.ts'
import './practice.css'
import { PracticeOverview } from './results/practice-overview.tsx'
import type { PracticeDetail } from './wizard/frame.tsx'

interface OfPractice {
  readonly practiceId: string
}

// The other tabs come when they are opened.
const PeopleResults = whenShown<OfPractice>(() => import('./results/people-results.tsx'))
const QuestionResults = whenShown<OfPractice>(() => import('./results/question-results.tsx'))
const PointResults = whenShown<OfPractice>(() => import('./results/point-results.tsx'))
const DepartmentResults = whenShown<OfPractice>(() => import('./results/department-results.tsx'))
const ReportList = whenShown<OfPractice>(() => import('./report-list.tsx'))
const PracticePeople = whenShown<{ readonly detail: PracticeDetail }>(() =>
  import('./people/practice-people.tsx').then((tab) => ({ default: tab.PracticePeople })),
)

const tabs = [
  { key: 'overview', label: '概览', content: (detail: PracticeDetail) => <PracticeOverview detail={detail} /> },
  { key: 'people', label: '人员', content: ({ id }: PracticeDetail) => <PeopleResults practiceId={id} /> },
  { key: 'questions', label: '试题', content: ({ id }: PracticeDetail) => <QuestionResults practiceId={id} /> },
  { key: 'points', label: '知识点', content: ({ id }: PracticeDetail) => <PointResults practiceId={id} /> },
  { key: 'departments', label: '部门', content: ({ id }: PracticeDetail) => <DepartmentResults practiceId={id} /> },
  { key: 'reports', label: '纠错', content: ({ id }: PracticeDetail) => <ReportList practiceId={id} /> },
  { key: 'audience', label: '参与人员', content: (detail: PracticeDetail) => <PracticePeople detail={detail} /> },
] as const

/** One practice: who practised, how well, what was hard, what was found wrong. */
export default function PracticeDetailPage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  const navigate = useNavigate()
  const asked = useCall(practice.get, { id: id ?? '' }, { enabled: id !== null })
  if (id === null) return <Navigate to={listPath} replace />
  return (
    <DetailPage
      of={asked}
      tabs={tabs}
      head={(detail) => ({
        title: detail.name,
        back: () => void navigate(listPath),
        tags: <CodeTag codes={practiceStatus} value={detail.status} />,
        extra: (
          <>
            <Button onClick={() => window.open(previewPath(detail.id), '_blank', 'noopener')}>预览练习</Button>
            {detail.endedTime === null && (
              <RightButton right={practice.save} type="primary" onClick={() => void navigate(stepPath(0, detail.id))}>
                编 辑
              </RightButton>
            )}
          </>
        ),
      })}
    />
  )
}
