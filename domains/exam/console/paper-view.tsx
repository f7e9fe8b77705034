import { PaperQuestions } from '@kaopei/paper/parts'
import { KeyNotice } from '@kaopei/question/parts'
import { ErrorState, formatScore, formFor, PageSkeleton, useCall } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { examPaper, type PaperPreview } from '../contract/exam-paper.ts'

const revealing = formFor(examPaper.reveal)

export interface PaperViewProps {
  readonly examId: string
  /** With the name and the instructions over it. */
  readonly hasHead?: boolean
}

/** A whole paper with its answers; what is drawn at random is one example. */
export function PaperView({ examId, hasHead = false }: PaperViewProps): ReactNode {
  const asked = useCall(examPaper.preview, { examinationId: examId })
  const [revealed, setRevealed] = useState<PaperPreview>()
  if (!asked.data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  const paper = revealed ?? asked.data
  const { name, information, duration, sumScore, questions } = paper
  return (
    <article className="kp-card">
      {hasHead && (
        <header style={{ textAlign: 'center' }}>
          <h1>{name}</h1>
          <p className="kp-hint">
            共 {questions.length} 题　总分 {formatScore(sumScore)} 分　{duration === null ? '不限时' : `时长 ${duration} 分钟`}
          </p>
          {information && <p style={{ whiteSpace: 'pre-wrap', textAlign: 'start' }}>{information}</p>}
        </header>
      )}
      <PaperQuestions
        paper={paper}
        notice={
          <KeyNotice
            hidden={questions.find(({ hiddenKey }) => hiddenKey !== null)?.hiddenKey ?? null}
            endpoint={examPaper.reveal}
            form={revealing}
            initialValues={{ examinationId: examId }}
            onRevealed={setRevealed}
          />
        }
      />
    </article>
  )
}
