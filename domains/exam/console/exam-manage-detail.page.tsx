import { CodeTag, DetailPage, formatInstant, formatScore, RightButton, ToneTag, useCall, whenShown } from '@kaopei/web'
import { Alert, Button, Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { isSimulation } from '../contract/exam-settings.ts'
import './exam.css'
import { listPath, previewPath, stepPath } from './paths.ts'
import { examOverview, examTabs } from './slots.ts'
import type { OverrideListProps } from './times/override.list.tsx'
import type { ExamDetail } from './wizard/frame.tsx'

interface OfExam {
  readonly examId: string
}

// The other tabs come when they are opened.
const PaperView = whenShown<OfExam>(() => import('./paper-view.tsx').then((tab) => ({ default: tab.PaperView })))
const OverrideList = whenShown<OverrideListProps>(() =>
  import('./times/override.list.tsx').then((tab) => ({ default: tab.OverrideList })),
)
const RoomsTab = whenShown<OfExam>(() => import('./rooms/rooms-tab.tsx').then((tab) => ({ default: tab.RoomsTab })))
const ConsentList = whenShown<OfExam>(() => import('./people/consent.list.tsx').then((tab) => ({ default: tab.ConsentList })))
const PolicyList = whenShown<{ readonly examId: string; readonly isCancelled: boolean }>(() =>
  import('./policies/policy.list.tsx').then((tab) => ({ default: tab.PolicyList })),
)
const SafeBrowserTab = whenShown<OfExam>(() =>
  import('./safe-browser/safe-browser.tab.tsx').then((tab) => ({ default: tab.SafeBrowserTab })),
)
const ExamOperations = whenShown<{ readonly detail: ExamDetail }>(() =>
  import('./exam-operations.tsx').then((tab) => ({ default: tab.ExamOperations })),
)

const own = [
  { key: 'overview', label: '概览', sort: 10, content: (detail: ExamDetail) => <Overview detail={detail} /> },
  {
    key: 'times',
    label: '时间调整',
    sort: 30,
    content: ({ id, status }: ExamDetail) => <OverrideList examId={id} isCancelled={status === examStatus.cancelled} />,
  },
  {
    key: 'policies',
    label: '特殊安排',
    sort: 32,
    content: ({ id, status }: ExamDetail) => <PolicyList examId={id} isCancelled={status === examStatus.cancelled} />,
  },
  { key: 'safeBrowser', label: '专用浏览器', sort: 38, content: ({ id }: ExamDetail) => <SafeBrowserTab examId={id} /> },
  { key: 'consents', label: '监考授权', sort: 36, content: ({ id }: ExamDetail) => <ConsentList examId={id} /> },
  { key: 'paper', label: '试卷', sort: 40, content: ({ id }: ExamDetail) => <PaperView examId={id} /> },
  { key: 'rooms', label: '考场', sort: 35, content: ({ id }: ExamDetail) => <RoomsTab examId={id} /> },
  { key: 'operations', label: '操作', sort: 60, content: (detail: ExamDetail) => <ExamOperations detail={detail} /> },
]

/** One exam: what came of it so far, its people, its paper, its items, what was done with it. */
export default function ExamManageDetail(): ReactNode {
  const id = useSearchParams()[0].get('id')
  const navigate = useNavigate()
  const asked = useCall(exam.get, { id: id ?? '' }, { refetchInterval: 30_000, enabled: id !== null })
  if (id === null) return <Navigate to={listPath} replace />
  const added = examTabs.parts().map(({ key, label, sort, Tab }) => ({
    key,
    label,
    sort,
    content: (detail: ExamDetail) => <Tab key={key} examId={detail.id} />,
  }))
  return (
    <DetailPage
      of={asked}
      tabs={[...own, ...added].toSorted((one, other) => one.sort - other.sort)}
      head={(detail) => ({
        title: detail.name,
        back: () => void navigate(listPath),
        tags: (
          <>
            <CodeTag codes={examStatus} value={detail.status} />
            {isSimulation(detail) && <ToneTag tone="warning">模拟</ToneTag>}
          </>
        ),
        extra: (
          <>
            <Button onClick={() => window.open(previewPath(detail.id), '_blank', 'noopener')}>预览试卷</Button>
            {detail.status !== examStatus.cancelled && (
              <RightButton right={exam.save} type="primary" onClick={() => void navigate(stepPath(0, detail.id))}>
                编 辑
              </RightButton>
            )}
          </>
        ),
      })}
      notice={({ cancelReason }) =>
        cancelReason !== null && (
          <Alert type="warning" showIcon title={`考试已取消：${cancelReason}`} style={{ marginBottom: 16 }} />
        )
      }
    />
  )
}

function Overview({ detail }: { readonly detail: ExamDetail }): ReactNode {
  return (
    <>
      <ExamFacts detail={detail} />
      {examOverview.parts().map((Part) => (
        <Part key={Part.name} examId={detail.id} />
      ))}
    </>
  )
}

function ExamFacts({ detail }: { readonly detail: ExamDetail }): ReactNode {
  const { duration, repeatCount } = detail
  const facts = [
    { label: '考试时间', value: `${formatInstant(detail.admissionStartTime)} ~ ${formatInstant(detail.admissionEndTime)}` },
    { label: '时长', value: duration === null ? '不限' : `${duration} 分钟` },
    { label: '题数', value: `${detail.questionCount} 题` },
    { label: '总分 / 及格分', value: `${formatScore(detail.sumScore)} / ${formatScore(detail.passScore)} 分` },
    { label: '允许次数', value: repeatCount === 0 ? '不限' : `${repeatCount} 次` },
    { label: '创建人', value: detail.creatorName || '-' },
    { label: '发布时间', value: formatInstant(detail.publishTime) },
  ]
  return (
    <div className="kp-card">
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 3, xl: 4 }}
        items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
      />
    </div>
  )
}
