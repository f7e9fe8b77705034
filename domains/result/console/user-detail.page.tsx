import { type OutputOf, possessive } from '@kaopei/contract'
import { resultState } from '@kaopei/exam/contract/exam-codes'
import { submitCauseLabels } from '@kaopei/exam/contract/exam-events'
import { examOverrides } from '@kaopei/exam/contract/exam-overrides'
import { examManage } from '@kaopei/exam/contract/menus'
import { detailPath, extraText, listPath, PersonTimes, VoidDialog, type VoidDialogProps } from '@kaopei/exam/parts'
import {
  CodeTag,
  DetailPage,
  formatDuration,
  formatInstant,
  formatScore,
  RightButton,
  ToneTag,
  useAddress,
  useCall,
  useIsOwn,
  useMay,
} from '@kaopei/web'
import { Button, Descriptions, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { results } from '../contract/results.ts'
import { AnsweredPaper } from './answered-paper.tsx'
import { attemptLinks } from './attempt-links.ts'
import { AttemptTimeline } from './attempt-timeline.tsx'
import './result.css'

export type ResultPaper = OutputOf<typeof results.get>

/** One candidate's paper with scores, comments and what happened. */
export default function UserDetail(): ReactNode {
  const [params] = useSearchParams()
  const attemptId = params.get('attemptId')
  const examinationId = params.get('examId') ?? ''
  const staffId = params.get('staffId') ?? ''
  const isNamed = examinationId !== '' && staffId !== ''
  const wanted = { examinationId, staffId, ...(attemptId !== null && { attemptId }) }
  const asked = useCall(results.get, wanted, { enabled: isNamed })
  const navigate = useNavigate()
  if (!isNamed) return <Navigate to={listPath} replace />
  return (
    <DetailPage
      of={asked}
      head={(paper) => ({
        title: `${possessive(paper.candidate.name)}答卷`,
        description: paper.exam.name,
        back: () => void navigate(detailPath(paper.exam.id, 'results')),
        tags: <Outcome paper={paper} />,
        extra: (
          <>
            <AttemptChoice paper={paper} />
            {paper.attempt && <Links attemptId={paper.attempt.id} />}
            {paper.attempt && (
              <VoidButton
                staffId={paper.candidate.staffId}
                attemptId={paper.attempt.id}
                isVoided={paper.attempt.state === 'voided'}
                onDone={() => void asked.refetch()}
              />
            )}
          </>
        ),
      })}
    >
      {(paper) => (
        <>
          <Facts paper={paper} />
          <OwnTimes examId={paper.exam.id} staffId={paper.candidate.staffId} />
          <div className="kp-user-columns" style={{ marginTop: 16 }}>
            <AnsweredPaper items={paper.items} />
            <AttemptTimeline key={paper.attempt?.id} paper={paper} />
          </div>
        </>
      )}
    </DetailPage>
  )
}

function Outcome({ paper: { state, attempt } }: { readonly paper: ResultPaper }): ReactNode {
  return (
    <>
      <CodeTag codes={resultState} value={state} />
      {attempt?.isPassed !== null && attempt !== null && (
        <ToneTag tone={attempt.isPassed ? 'success' : 'danger'}>{attempt.isPassed ? '通过' : '未通过'}</ToneTag>
      )}
    </>
  )
}

/** Only of somebody whose times are not those of the exam. */
function OwnTimes({ examId, staffId }: { readonly examId: string; readonly staffId: string }): ReactNode {
  const { data } = useCall(examOverrides.ofPerson, { examinationId: examId, staffId })
  if (!data || data.sources.every(({ source }) => source === 'exam')) return null
  return (
    <div className="kp-card" style={{ marginTop: 16 }}>
      <PersonTimes facts={data} />
    </div>
  )
}

/** What rooms above have of this attempt. */
function Links({ attemptId }: { readonly attemptId: string }): ReactNode {
  const navigate = useNavigate()
  return attemptLinks.parts().map(({ label, right, pathOf }) => (
    <RightButton key={label} right={right} onClick={() => void navigate(pathOf(attemptId))}>
      {label}
    </RightButton>
  ))
}

function VoidButton({ staffId, ...props }: Omit<VoidDialogProps, 'onClose'> & { readonly staffId: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const isOwn = useIsOwn()
  if (!useMay(examManage.rights.void) || isOwn(staffId)) return null
  return (
    <>
      <Button danger={!props.isVoided} onClick={() => setIsOpen(true)}>
        {props.isVoided ? '恢复答卷' : '作废答卷'}
      </Button>
      {isOpen && <VoidDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function AttemptChoice({ paper }: { readonly paper: ResultPaper }): ReactNode {
  const [params, setParams] = useAddress()
  if (paper.attempts.length < 2) return null
  return (
    <Select
      aria-label="选择答卷"
      value={paper.attempt?.id ?? null}
      style={{ width: 220 }}
      options={paper.attempts.map(({ id, number, score }) => ({
        value: id,
        label: `第 ${number} 次${score === null ? '' : `（${formatScore(score)} 分）`}`,
      }))}
      onChange={(attemptId) => {
        const next = new URLSearchParams(params)
        if (attemptId !== null) next.set('attemptId', attemptId)
        setParams(next)
      }}
    />
  )
}

function Facts({ paper }: { readonly paper: ResultPaper }): ReactNode {
  const { candidate, attempt, exam } = paper
  const people = [
    ['账号', candidate.loginAccount],
    ['工号', candidate.jobNumber ?? '-'],
    ['部门', candidate.department ?? '-'],
    ['加时', extraText(candidate) || '-'],
  ]
  const sitting = attempt
    ? [
        ['成绩', attempt.score === null ? '-' : `${formatScore(attempt.score)} / ${formatScore(attempt.maxScore)} 分`],
        ['及格分', `${formatScore(exam.passScore)} 分`],
        ['客观题 / 主观题', `${formatScore(attempt.objectiveScore)} / ${formatScore(attempt.subjectiveScore)}`],
        ['开始时间', formatInstant(attempt.startTime, 'YYYY-MM-DD HH:mm:ss')],
        ['交卷时间', formatInstant(attempt.submitTime, 'YYYY-MM-DD HH:mm:ss')],
        ['用时', formatDuration(secondsBetween(attempt.startTime, attempt.submitTime))],
        ['交卷方式', attempt.submitCause ? (submitCauseLabels[attempt.submitCause] ?? attempt.submitCause) : '-'],
        ['登录 IP', attempt.ip ?? '-'],
        ['成绩发布', formatInstant(attempt.publishTime)],
      ]
    : []
  return (
    <div className="kp-card">
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 3, xl: 4 }}
        items={[...people, ...sitting].map(([label, value]) => ({ key: label ?? '', label, children: value }))}
      />
    </div>
  )
}

function secondsBetween(from: string, until: string | null): number | null {
  return until === null ? null : (Date.parse(until) - Date.parse(from)) / 1000
}
