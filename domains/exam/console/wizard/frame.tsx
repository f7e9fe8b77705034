import type { OutputOf } from '@kaopei/contract'
import { CodeTag, ErrorState, PageSkeleton, useCall, Wizard, type WizardProps } from '@kaopei/web'
import { type ReactNode, useRef } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { exam } from '../../contract/exam.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import '../exam.css'
import { detailPath, listPath, stepPath, type WizardStep } from '../paths.ts'

export type ExamDetail = OutputOf<typeof exam.get>

/** Draws a step once its exam is there; `undefined` is the new exam of the first step. */
export function WithExam({ children }: { readonly children: (detail: ExamDetail | undefined) => ReactNode }): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  const asked = useCall(exam.get, { id: id ?? '' }, { enabled: id !== null })
  // What the step before has just changed may still be on its way here: a form filled from an older answer would be refused on saving.
  const isFresh = useRef(false)
  if (asked.data && !asked.isFetching) isFresh.current = true
  if (id === null) return children(undefined)
  if (asked.data && isFresh.current) return children(asked.data)
  return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
}

/** For the steps after the first: without an exam in the address it begins there. */
export function WithSavedExam({ children }: { readonly children: (detail: ExamDetail) => ReactNode }): ReactNode {
  return <WithExam>{(detail) => (detail ? children(detail) : <Navigate to={stepPath(0)} replace />)}</WithExam>
}

/** What the save payload says of the exam: 1 once it is published. The server refuses whoever has an old picture of it. */
export function sentStatus(status: number = examStatus.draft): 0 | 1 {
  return status === examStatus.draft ? 0 : 1
}

export interface ExamWizardProps extends Pick<WizardProps, 'save' | 'isSaving' | 'extra' | 'children'> {
  readonly step: WizardStep
  readonly detail: ExamDetail | undefined
}

const stepAt = (step: WizardStep, title: string) => ({ title, path: (id?: string) => stepPath(step, id) })
const steps = [stepAt(0, '基本信息'), stepAt(1, '试题与规则'), stepAt(2, '考试设置'), stepAt(3, '人员与发布')]

/** The wizard of an exam: what its four steps share. */
export function ExamWizard({ step, detail, ...wizard }: ExamWizardProps): ReactNode {
  const navigate = useNavigate()
  const isDraft = detail === undefined || detail.status === examStatus.draft
  return (
    <Wizard
      title={detail ? `编辑考试：${detail.name}` : '新建考试'}
      header={{
        back: () => void navigate(detail && !isDraft ? detailPath(detail.id) : listPath),
        tags: detail && <CodeTag codes={examStatus} value={detail.status} />,
      }}
      label="创建考试的步骤"
      steps={steps}
      at={step}
      id={detail?.id}
      {...wizard}
    />
  )
}
