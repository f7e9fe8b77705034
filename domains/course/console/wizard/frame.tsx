import type { OutputOf } from '@kaopei/contract'
import { CodeTag, EmptyState, ErrorState, PageSkeleton, ToneTag, useCall, Wizard, type WizardProps } from '@kaopei/web'
import { type ReactNode, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { courseStatus } from '../../contract/codes.ts'
import { course } from '../../contract/course.ts'
import '../course.css'
import { listPath, stepPath, type WizardStep } from '../paths.ts'

export type CourseDetail = OutputOf<typeof course.getCourse>

/** Draws a step once its course is there; `undefined` is the new course of the first step. */
export function WithCourse({ children }: { readonly children: (detail: CourseDetail | undefined) => ReactNode }): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('id')
  const asked = useCall(course.getCourse, { id: id ?? '' }, { enabled: id !== null })
  // What the step before has just changed may still be on its way here: a form filled from an older answer would be refused on saving.
  const isFresh = useRef(false)
  if (asked.data && !asked.isFetching) isFresh.current = true
  if (id === null) return children(undefined)
  if (asked.data && isFresh.current) return children(asked.data)
  return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
}

/** For the steps after the first: without a course in the address they lead to where it is made. */
export function WithSavedCourse({ children }: { readonly children: (detail: CourseDetail) => ReactNode }): ReactNode {
  return <WithCourse>{(detail) => (detail ? children(detail) : <NoCourse />)}</WithCourse>
}

function NoCourse(): ReactNode {
  return (
    <div className="kp-card">
      <EmptyState text="还没有课程：请先填写基本信息" action={<Link to={stepPath(0)}>填写基本信息</Link>} />
    </div>
  )
}

export interface CourseWizardProps extends Pick<WizardProps, 'save' | 'isSaving' | 'extra' | 'children'> {
  readonly step: WizardStep
  readonly detail: CourseDetail | undefined
}

const stepAt = (step: WizardStep, title: string) => ({ title, path: (id?: string) => stepPath(step, id) })
const steps = [stepAt(0, '基本信息'), stepAt(1, '章节与任务'), stepAt(2, '学员与上架')]

/** The wizard of a course: what its three steps share. */
export function CourseWizard({ step, detail, ...wizard }: CourseWizardProps): ReactNode {
  const navigate = useNavigate()
  return (
    <Wizard
      title={detail ? `编辑课程：${detail.courseName}` : '新建课程'}
      header={{
        back: () => void navigate(listPath),
        tags: detail && (
          <>
            <CodeTag codes={courseStatus} value={detail.courseStatus} />
            {detail.hasChange && <ToneTag tone="warning">有未发布的修改</ToneTag>}
          </>
        ),
      }}
      label="创建课程的步骤"
      steps={steps}
      at={step}
      id={detail?.id}
      {...wizard}
    />
  )
}
