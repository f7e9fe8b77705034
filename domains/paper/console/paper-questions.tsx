import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { questionContent } from '@kaopei/question/contract/content'
import { QuestionView } from '@kaopei/question/parts'
import { EmptyState, formatScore, ToneTag } from '@kaopei/web'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { paperExample } from '../contract/paper.ts'
import './paper.css'

export interface PaperQuestionsProps {
  readonly paper: z.output<typeof paperExample>
  /** Between what is said of the whole paper and its questions. */
  readonly notice?: ReactNode
}

/** A whole paper; what is drawn at random is one example. */
export function PaperQuestions({ paper: { questions, drawMessage }, notice }: PaperQuestionsProps): ReactNode {
  const hasDrawn = questions.some(({ ruleNumber }) => ruleNumber !== null)
  return (
    <>
      {drawMessage !== null && <Alert type="error" showIcon title={`无法按规则抽题：${drawMessage}`} />}
      {hasDrawn && (
        <Alert type="info" showIcon style={{ marginBottom: 12 }} title="标有“规则”的试题为随机抽取的示例，每位考生的试题不同。" />
      )}
      {notice}
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
    </>
  )
}
