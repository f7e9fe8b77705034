import { ActionButton, confirmAction, formatInstant, useAction, useCall, useMay } from '@kaopei/web'
import { apiCodes, isApiError } from '@kaopei/web/client'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { exam } from '../../contract/exam.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import { detailPath } from '../paths.ts'
import { CandidateList } from '../people/candidate-list.tsx'
import { ReviewerList } from '../people/reviewer-list.tsx'
import { type ExamDetail, ExamWizard, WithSavedExam } from './frame.tsx'
import { PublishChecks } from './publish-checks.tsx'

/** Step 3: who sits it, who marks it, and whether it can go out. */
export default function CreateStepFour(): ReactNode {
  return <WithSavedExam>{(detail) => <PeopleStep key={detail.id} detail={detail} />}</WithSavedExam>
}

function PeopleStep({ detail }: { readonly detail: ExamDetail }): ReactNode {
  const isDraft = detail.status === examStatus.draft
  return (
    <ExamWizard step={3} detail={detail} extra={isDraft ? <PublishButton detail={detail} /> : <DoneButton id={detail.id} />}>
      <div className="kp-card">
        <h2 className="kp-exam-section">考生</h2>
        <CandidateList examId={detail.id} />
      </div>
      <div className="kp-card">
        <h2 className="kp-exam-section">阅卷官</h2>
        <ReviewerList examId={detail.id} status={detail.status} />
      </div>
      {isDraft && (
        <div className="kp-card">
          <h2 className="kp-exam-section">发布前检查</h2>
          <PublishChecks examId={detail.id} />
        </div>
      )}
    </ExamWizard>
  )
}

function DoneButton({ id }: { readonly id: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => void navigate(detailPath(id))}>
      完 成
    </Button>
  )
}

/** Publishes what is seen here: when the exam changed meanwhile, the checks are shown anew and nothing is published. */
function PublishButton({ detail }: { readonly detail: ExamDetail }): ReactNode {
  const navigate = useNavigate()
  const checks = useCall(exam.checkPublish, { id: detail.id })
  const isAllowed = useMay(exam.publish)
  const publish = useAction(exam.publish, {
    successText: '发布成功',
    onDone: ({ id }) => void navigate(detailPath(id)),
  })
  const faultCount = checks.data?.findings.filter(({ level }) => level === 'blocking').length ?? 0
  const warnings = checks.data?.findings.filter(({ level }) => level === 'warning') ?? []
  const click = async () => {
    const isSure = await confirmAction({
      title: '发布考试',
      okText: '发布',
      content: (
        <>
          <p>
            发布后试题、时长和答题规则不能再修改，共 {checks.data?.candidateCount ?? detail.staffCount} 名考生，
            {formatInstant(detail.admissionStartTime)} 开考。
          </p>
          {warnings.map(({ code, message }) => (
            <Alert key={code} type="warning" showIcon title={message} style={{ marginBottom: 8 }} />
          ))}
        </>
      ),
    })
    if (!isSure) return
    const version = checks.data?.version ?? detail.version
    const outcome = await publish.run({ id: detail.id, version, ignoreWarnings: warnings.length > 0 })
    if (!outcome.ok && isApiError(outcome.error, apiCodes.changed)) checks.refetch()
  }
  return (
    <>
      <ActionButton endpoint={exam.checkPublish} input={{ id: detail.id }} successText="已重新检查">
        重新检查
      </ActionButton>
      <Button
        type="primary"
        loading={publish.isRunning}
        disabled={!isAllowed || checks.data?.mayPublish !== true}
        onClick={() => void click()}
      >
        发 布
      </Button>
      {faultCount > 0 && <span className="kp-exam-waiting">还有 {faultCount} 项必须修改</span>}
    </>
  )
}
