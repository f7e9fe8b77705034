import type { OutputOf } from '@kaopei/contract'
import { CodeTag, ErrorState, PageSkeleton, useCall, Wizard, type WizardProps } from '@kaopei/web'
import { type ReactNode, useRef } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { practiceStatus } from '../../contract/codes.ts'
import { practice } from '../../contract/practice.ts'
import { detailPath, listPath, stepPath, type WizardStep } from '../paths.ts'
import '../practice.css'

export type PracticeDetail = OutputOf<typeof practice.get>

/** Draws a step once its practice is there; `undefined` is the new one of the first step. */
export function WithPractice({ children }: { readonly children: (detail: PracticeDetail | undefined) => ReactNode }): ReactNode {
  const id = useSearchParams()[0].get('id')
  const asked = useCall(practice.get, { id: id ?? '' }, { enabled: id !== null })
  // What the step before has just changed may still be on its way here: a form filled from an older answer would be refused on saving.
  const isFresh = useRef(false)
  if (asked.data && !asked.isFetching) isFresh.current = true
  if (id === null) return children(undefined)
  if (asked.data && isFresh.current) return children(asked.data)
  return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
}

/** For the steps after the first: without a practice in the address it begins there. */
export function WithSavedPractice({ children }: { readonly children: (detail: PracticeDetail) => ReactNode }): ReactNode {
  return <WithPractice>{(detail) => (detail ? children(detail) : <Navigate to={stepPath(0)} replace />)}</WithPractice>
}

/** What the save payload says of the practice: 1 once it is published. The server refuses whoever has an old picture of it. */
export function sentStatus(status: number = practiceStatus.draft): 0 | 1 {
  return status === practiceStatus.draft ? 0 : 1
}

export interface PracticeWizardProps extends Pick<WizardProps, 'save' | 'isSaving' | 'extra' | 'children'> {
  readonly step: WizardStep
  readonly detail: PracticeDetail | undefined
}

const stepAt = (step: WizardStep, title: string) => ({ title, path: (id?: string) => stepPath(step, id) })
const steps = [stepAt(0, '创建练习'), stepAt(1, '编辑规则'), stepAt(2, '发布'), stepAt(3, '添加人员')]

/** The wizard of a practice: what its four steps share. */
export function PracticeWizard({ step, detail, ...wizard }: PracticeWizardProps): ReactNode {
  const navigate = useNavigate()
  const isDraft = detail === undefined || detail.status === practiceStatus.draft
  return (
    <Wizard
      title={detail ? `编辑练习：${detail.name}` : '新建练习'}
      header={{
        back: () => void navigate(detail && !isDraft ? detailPath(detail.id) : listPath),
        tags: detail && <CodeTag codes={practiceStatus} value={detail.status} />,
      }}
      label="创建练习的步骤"
      steps={steps}
      at={step}
      id={detail?.id}
      {...wizard}
    />
  )
}
