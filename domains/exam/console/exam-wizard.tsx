import type { OutputOf } from '@kaopei/contract'
import { CodeTag, ErrorState, PageHeader, PageSkeleton, useCall } from '@kaopei/web'
import { Button, Steps } from 'antd'
import { type ReactNode, useRef } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import './exam.css'
import { detailPath, listPath, stepPath, type WizardStep } from './paths.ts'

export type ExamDetail = OutputOf<typeof exam.get>

const titles = ['基本信息', '试题与规则', '考试设置', '人员与发布'] as const
const steps: readonly WizardStep[] = [0, 1, 2, 3]

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

export interface WizardFrameProps {
  readonly step: WizardStep
  readonly detail: ExamDetail | undefined
  /** Answers the exam's id when it was saved. */
  readonly save?: () => Promise<string | undefined>
  readonly isSaving?: boolean
  /** In the footer, behind the step's own buttons. */
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** Head, steps and footer that all four steps share. */
export function WizardFrame({ step, detail, save, isSaving = false, extra, children }: WizardFrameProps): ReactNode {
  const navigate = useNavigate()
  const id = detail?.id
  const isDraft = detail === undefined || detail.status === examStatus.draft
  const leave = () => void navigate(id && !isDraft ? detailPath(id) : listPath)
  const saveAnd = async (next?: WizardStep) => {
    const saved = await save?.()
    if (saved === undefined) return
    // From its first saving the exam is in the address: on the way back, too, nobody finds an empty form and makes a second one.
    if (id === undefined) await navigate(stepPath(step, saved), { replace: true })
    if (next !== undefined) await navigate(stepPath(next, saved))
  }
  const previous = steps[step - 1]
  const next = steps[step + 1]
  return (
    <>
      <PageHeader
        title={detail ? `编辑考试：${detail.name}` : '新建考试'}
        back={leave}
        tags={detail && <CodeTag codes={examStatus} value={detail.status} />}
      />
      <nav className="kp-card" aria-label="创建考试的步骤">
        <Steps
          className="kp-wizard-steps"
          current={step}
          size="small"
          items={titles.map((title) => ({ title, disabled: id === undefined }))}
          onChange={(chosen) => {
            const wanted = steps[chosen]
            if (id !== undefined && wanted !== undefined) void navigate(stepPath(wanted, id))
          }}
        />
      </nav>
      <div className="kp-wizard-body">{children}</div>
      <footer className="kp-wizard-footer">
        {previous !== undefined && <Button onClick={() => void navigate(stepPath(previous, id))}>上一步</Button>}
        {save && (
          <Button loading={isSaving} onClick={() => void saveAnd()}>
            保 存
          </Button>
        )}
        {save && next !== undefined && (
          <Button type="primary" loading={isSaving} onClick={() => void saveAnd(next)}>
            保存并下一步
          </Button>
        )}
        {extra}
      </footer>
    </>
  )
}
