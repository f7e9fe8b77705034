import { detailPath as examPath } from '@kaopei/exam/parts'
import { ActionButton, formatInstant, Loaded, useCall } from '@kaopei/web'
import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { project } from '../../contract/project.ts'
import { statusAfter } from '../../contract/status.ts'
import { infoPath, placePath, stepPath } from '../paths.ts'
import { ChosenPeople } from '../people/chosen-people.tsx'
import { type ProjectDetail, ProjectWizard } from './frame.tsx'

/** Who takes part, what still keeps the project from the shelf, and the button. */
export function PeopleStep({ detail }: { readonly detail: ProjectDetail }): ReactNode {
  const navigate = useNavigate()
  const mayShelve = statusAfter(detail.status, 'upShelf') !== undefined
  const checks = useCall(project.faults, { id: detail.id }, { enabled: mayShelve })
  const faultCount = checks.data?.faults.length
  return (
    <ProjectWizard
      step={2}
      detail={detail}
      extra={
        mayShelve ? (
          <ActionButton
            type="primary"
            endpoint={project.upShelf}
            input={{ id: detail.id }}
            disabled={faultCount !== 0}
            successText="上架成功"
            onDone={() => void navigate(infoPath('detail', detail.id))}
          >
            上架项目
          </ActionButton>
        ) : (
          <Button type="primary" onClick={() => void navigate(infoPath('detail', detail.id))}>
            查看项目
          </Button>
        )
      }
    >
      <ChosenPeople projectId={detail.id} status={detail.status} />
      <section className="kp-card" aria-labelledby="kp-training-checks">
        <h2 id="kp-training-checks" className="kp-training-section">
          上架检查
        </h2>
        {mayShelve ? (
          <Loaded of={checks} skeleton={<Skeleton active paragraph={{ rows: 2 }} />}>
            {({ faults }) => <Faults projectId={detail.id} faults={faults} />}
          </Loaded>
        ) : (
          <Alert type="success" showIcon title={shelvedWords(detail)} />
        )}
      </section>
    </ProjectWizard>
  )
}

function shelvedWords({ shelfTime, endedTime }: ProjectDetail): string {
  if (endedTime !== null) return `项目已于 ${formatInstant(endedTime)} 结束。`
  return `项目已于 ${formatInstant(shelfTime)} 上架，可继续添加学员。`
}

interface FaultsProps {
  readonly projectId: string
  readonly faults: readonly {
    readonly code: string
    readonly message: string
    readonly stageId: string | null
    readonly taskId: string | null
    readonly examId: string | null
  }[]
}

/** What keeps it from the shelf, each with the way to its place. */
function Faults({ projectId, faults }: FaultsProps): ReactNode {
  if (faults.length === 0)
    return <Alert type="success" showIcon title="全部检查通过，可以上架。上架后学员即可看到项目，之后加入的学员也会看到。" />
  return (
    <>
      <Alert type="error" showIcon title={`还不能上架：有 ${faults.length} 处需要修改`} />
      <ul className="kp-training-faults">
        {faults.map(({ code, message, stageId, taskId, examId }) => (
          <li key={`${code} ${stageId} ${taskId} ${message}`}>
            <span>{message}</span>
            <Link
              to={code === 'ended' ? stepPath(0, projectId) : placePath(projectId, taskId ?? stageId)}
              aria-label={`去修改：${message}`}
            >
              去修改
            </Link>
            {examId !== null && (
              <Link to={examPath(examId)} aria-label={`打开考试：${message}`}>
                打开考试
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
