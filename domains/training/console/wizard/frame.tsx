import type { OutputOf } from '@kaopei/contract'
import { CodeTag, EmptyState, ErrorState, PageSkeleton, useCall, Wizard, type WizardProps } from '@kaopei/web'
import { type ReactNode, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { projectStatus } from '../../contract/codes.ts'
import { project } from '../../contract/project.ts'
import { infoPath, listPath, stepPath, type WizardStep } from '../paths.ts'
import '../training.css'

export type ProjectDetail = OutputOf<typeof project.get>

/** Draws a step once its project is there; `undefined` is the new project of the first step. */
export function WithProject({ children }: { readonly children: (detail: ProjectDetail | undefined) => ReactNode }): ReactNode {
  const id = useSearchParams()[0].get('id')
  const asked = useCall(project.get, { id: id ?? '' }, { enabled: id !== null })
  // What the step before has just changed may still be on its way here: a form filled from an older answer would be refused on saving.
  const isFresh = useRef(false)
  if (asked.data && !asked.isFetching) isFresh.current = true
  if (id === null) return children(undefined)
  if (asked.data && isFresh.current) return children(asked.data)
  return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
}

/** For the steps after the first: without a project in the address they lead to where it is made. */
export function WithSavedProject({ children }: { readonly children: (detail: ProjectDetail) => ReactNode }): ReactNode {
  return <WithProject>{(detail) => (detail ? children(detail) : <NoProject />)}</WithProject>
}

function NoProject(): ReactNode {
  return (
    <div className="kp-card">
      <EmptyState text="还没有项目：请先填写基本信息" action={<Link to={stepPath(0)}>填写基本信息</Link>} />
    </div>
  )
}

export interface ProjectWizardProps extends Pick<WizardProps, 'save' | 'isSaving' | 'extra' | 'children'> {
  readonly step: WizardStep
  readonly detail: ProjectDetail | undefined
}

const stepAt = (step: WizardStep, title: string) => ({ title, path: (id?: string) => stepPath(step, id) })
const steps = [stepAt(0, '基本信息'), stepAt(1, '阶段与任务'), stepAt(2, '学员与上架')]

/** The wizard of a project: what its three steps share. */
export function ProjectWizard({ step, detail, ...wizard }: ProjectWizardProps): ReactNode {
  const navigate = useNavigate()
  const isDraft = detail === undefined || detail.status === projectStatus.draft
  return (
    <Wizard
      title={detail ? `编辑项目：${detail.name}` : '新建培训项目'}
      header={{
        back: () => void navigate(isDraft ? listPath : infoPath('detail', detail.id)),
        tags: detail && <CodeTag codes={projectStatus} value={detail.status} />,
      }}
      label="创建培训项目的步骤"
      steps={steps}
      at={step}
      id={detail?.id}
      {...wizard}
    />
  )
}
