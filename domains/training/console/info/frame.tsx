import { CodeTag, EmptyState, ErrorState, PageHeader, PageSkeleton, RightButton, useCall } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { projectStatus } from '../../contract/codes.ts'
import { project } from '../../contract/project.ts'
import { statusAfter } from '../../contract/status.ts'
import { CopyDialog } from '../opened-copy.ts'
import { type InfoPage, infoPath, listPath, stepPath } from '../paths.ts'
import { ProjectActions } from '../project-actions.tsx'
import '../training.css'
import type { ProjectDetail } from '../wizard/frame.tsx'

const tabs = [
  { key: 'detail', label: '概览' },
  { key: 'mission', label: '任务' },
  { key: 'student', label: '学员' },
  { key: 'notice', label: '通知' },
  { key: 'effect', label: '效果' },
] as const satisfies readonly { key: InfoPage; label: string }[]

interface Props {
  readonly page: InfoPage
  readonly children: (detail: ProjectDetail) => ReactNode
}

/** What the pages of one project share: its name, state and actions, and the way between them. Each has an address of its own. */
export function ProjectInfo({ page, children }: Props): ReactNode {
  const id = useSearchParams()[0].get('id')
  const asked = useCall(project.get, { id: id ?? '' }, { enabled: id !== null, keepPrevious: true })
  if (id === null) {
    return (
      <div className="kp-card">
        <EmptyState text="请先从列表中选择培训项目" action={<Link to={listPath}>培训项目</Link>} />
      </div>
    )
  }
  if (!asked.data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  return (
    <>
      <Head page={page} detail={asked.data} />
      {children(asked.data)}
    </>
  )
}

function Head({ page, detail }: { readonly page: InfoPage; readonly detail: ProjectDetail }): ReactNode {
  const navigate = useNavigate()
  const [isCopying, setCopying] = useState(false)
  const mayShelve = statusAfter(detail.status, 'upShelf') !== undefined
  return (
    <>
      <PageHeader
        title={detail.name}
        back={() => void navigate(listPath)}
        tags={<CodeTag codes={projectStatus} value={detail.status} />}
        extra={
          <>
            {mayShelve && (
              <RightButton right={project.upShelf} type="primary" onClick={() => void navigate(stepPath(2, detail.id))}>
                上架检查
              </RightButton>
            )}
            <ProjectActions project={detail} isOnDetail onCopy={() => setCopying(true)} />
          </>
        }
        tabs={{
          // Only what was made from an exam has an effect to look at.
          items: tabs.filter(({ key }) => key !== 'effect' || detail.sourceExamId !== null),
          active: page,
          onChange: (key) => {
            const chosen = tabs.find((tab) => tab.key === key)
            if (chosen) void navigate(infoPath(chosen.key, detail.id))
          },
        }}
      />
      {isCopying && <CopyDialog project={detail} onClose={() => setCopying(false)} />}
    </>
  )
}
