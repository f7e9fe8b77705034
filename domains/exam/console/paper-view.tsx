import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { questionContent } from '@kaopei/question/contract/content'
import { KeyNotice, QuestionView } from '@kaopei/question/parts'
import { EmptyState, ErrorState, formatScore, PageSkeleton, ToneTag, useCall } from '@kaopei/web'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { examPaper, type PaperPreview } from '../contract/exam-paper.ts'

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
  const { name, information, duration, sumScore, questions, drawMessage } = revealed ?? asked.data
  const hasDrawn = questions.some(({ ruleNumber }) => ruleNumber !== null)
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
      {drawMessage !== null && <Alert type="error" showIcon title={`无法按规则抽题：${drawMessage}`} />}
      {hasDrawn && <Alert type="info" showIcon title="标有“规则”的试题为随机抽取的示例，每位考生的试题不同。" />}
      <KeyNotice
        hidden={questions.find(({ hiddenKey }) => hiddenKey !== null)?.hiddenKey ?? null}
        endpoint={examPaper.reveal}
        initialValues={{ examinationId: examId }}
        onRevealed={setRevealed}
      />
      {questions.length === 0 && drawMessage === null && <EmptyState text="试卷中还没有题目" />}
      {questions.map((question) => {
        const content = questionContent.safeParse(question.content).data
        return (
          <section key={question.slot} className="kp-paper-item" aria-label={`第 ${question.slot} 题`}>
            <div className="kp-paper-item-head">
              <strong>{question.slot}.</strong>
              <span>{questionTypeCodes.label(question.type)}</span>
              <span>{formatScore(question.score)} 分</span>
              {question.ruleNumber !== null && <ToneTag tone="info">规则{question.ruleNumber}</ToneTag>}
            </div>
            {content && <QuestionView content={content} showKey={question.hiddenKey === null} />}
          </section>
        )
      })}
    </article>
  )
}
