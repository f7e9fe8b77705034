import { ExportButton } from '@kaopei/jobs/parts'
import { CodeTag, DetailPage, EmptyState, formFor, RightButton, useCall } from '@kaopei/web'
import { Alert, Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { contestState, resultState, scaleKind } from '../../contract/codes.ts'
import { doubtsOf } from '../../contract/report.ts'
import { evaluationResult, type ResultDetail } from '../../contract/result.ts'
import { resultsPath } from '../paths.ts'
import { AnswerResult, ContestNotice } from './contest.tsx'
import { ContestTag } from './contest-tag.tsx'
import { ReportView } from './report-view.tsx'

const reviewing = formFor(evaluationResult.review)

/** /application/testCenter/evaluationResult?evaluationResultId=…: one person's report, and what people said about it since. */
export default function ResultPage(): ReactNode {
  const [params] = useSearchParams()
  const id = params.get('evaluationResultId')
  if (id === null)
    return (
      <div className="kp-card">
        <EmptyState text="请从测评结果中打开报告" action={<Link to={resultsPath}>测评结果</Link>} />
      </div>
    )
  return <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }): ReactNode {
  const asked = useCall(evaluationResult.detail, { evaluationResultId: id })
  const [opened, setOpened] = useState<'review' | 'contest'>()
  const navigate = useNavigate()
  const close = () => setOpened(undefined)
  return (
    <>
      <DetailPage
        of={asked}
        keeps={['evaluationResultId']}
        head={(detail) => ({
          title: `${detail.staffName}：${detail.scaleName}`,
          back: () => void navigate(resultsPath),
          tags: (
            <>
              <CodeTag codes={scaleKind} value={detail.kind} />
              <CodeTag codes={resultState} value={detail.state} />
              <ContestTag state={detail.contestState} />
            </>
          ),
          extra: (
            <>
              {(detail.state === resultState.doubtful || detail.contestState !== contestState.none) && (
                <RightButton
                  right={evaluationResult.review}
                  type={detail.state === resultState.doubtful ? 'primary' : 'default'}
                  onClick={() => setOpened('review')}
                >
                  复核
                </RightButton>
              )}
              {detail.contestState === contestState.open && (
                <RightButton right={evaluationResult.answerContest} type="primary" onClick={() => setOpened('contest')}>
                  答复异议
                </RightButton>
              )}
              <ExportButton
                right={evaluationResult.download}
                title="下载 PDF"
                ask={(run) => run(evaluationResult.download, { evaluationResultId: id }, { successText: '' })}
              />
            </>
          ),
        })}
        notice={(detail) => <Notices detail={detail} />}
      >
        {(detail) => <ReportView report={detail.report} issuedAt={detail.issuedAt} />}
      </DetailPage>
      {opened === 'review' && (
        <reviewing.FormDialog
          title="复核测评结果"
          okText="确 定"
          endpoint={evaluationResult.review}
          successText="已复核"
          initialValues={{ evaluationResultId: id, isKept: true, note: '' }}
          onClose={close}
        >
          <reviewing.Field name="isKept" label="结论" extra="作废的结果不进入任何统计，本人仍能看到并注明作废。">
            <Radio.Group
              options={[
                { value: true, label: '有效' },
                { value: false, label: '作废' },
              ]}
            />
          </reviewing.Field>
          <reviewing.Field name="note" label="说明">
            <Input.TextArea rows={3} maxLength={500} showCount placeholder="例如：已与本人核对，作答认真" />
          </reviewing.Field>
        </reviewing.FormDialog>
      )}
      {opened === 'contest' && <AnswerResult id={id} onClose={close} />}
    </>
  )
}

function Notices({ detail }: { readonly detail: ResultDetail }): ReactNode {
  const doubts = doubtsOf(detail.report.quality)
  return (
    <>
      {detail.state === resultState.doubtful && (
        <Alert
          type="warning"
          showIcon
          className="kp-ev-notice"
          title={`需复核：${doubts.join('；')}。由人决定，不隐藏任何结果。`}
        />
      )}
      {detail.reviewNote && (
        <Alert
          type="info"
          showIcon
          className="kp-ev-notice"
          title={`${resultState.label(detail.state)}：${detail.reviewNote}（${detail.reviewerName ?? ''}）`}
        />
      )}
      <ContestNotice said={detail} />
    </>
  )
}
