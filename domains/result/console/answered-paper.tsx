import { answer, answerState, answerStateLabels } from '@kaopei/question/contract/answer'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { questionContent } from '@kaopei/question/contract/content'
import { QuestionView } from '@kaopei/question/parts'
import { EmptyState, formatInstant, formatScore, ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { ResultPaper } from './user-detail.page.tsx'

type Item = ResultPaper['items'][number]

/** The questions in the order this candidate saw them, each with answer, key, score and comment. */
export function AnsweredPaper({ items }: { readonly items: readonly Item[] }): ReactNode {
  return (
    <article className="kp-card" aria-label="答卷">
      {items.length === 0 && <EmptyState text="没有答卷" />}
      {items.map((item, index) => (
        <section key={item.slot} className="kp-paper-item" aria-label={`第 ${index + 1} 题`}>
          <ItemHead item={item} number={index + 1} />
          <ItemBody item={item} />
          {item.comment && (
            <p className="kp-hint">
              评语{item.markerName ? `（${item.markerName}）` : ''}：{item.comment}
            </p>
          )}
        </section>
      ))}
    </article>
  )
}

function ItemHead({ item, number }: { readonly item: Item; readonly number: number }): ReactNode {
  const state = answerState.safeParse(item.answerState).data
  return (
    <div className="kp-paper-item-head">
      <strong>{number}.</strong>
      <span>{questionTypeCodes.label(item.type)}</span>
      <span>
        得分 <strong>{item.score === null ? '待阅卷' : formatScore(item.score)}</strong> / {formatScore(item.maxScore)}
      </span>
      {item.isCorrect !== null && (
        <ToneTag tone={item.isCorrect ? 'success' : 'danger'}>{item.isCorrect ? '正确' : '错误'}</ToneTag>
      )}
      {state && state !== 'answered' && <ToneTag tone="warning">{answerStateLabels[state]}</ToneTag>}
      {item.answerTime && <span className="kp-hint">{formatInstant(item.answerTime, 'HH:mm:ss')} 作答</span>}
    </div>
  )
}

function ItemBody({ item }: { readonly item: Item }): ReactNode {
  const content = questionContent.safeParse(item.content).data
  if (!content) return <EmptyState text="试题内容无法显示" />
  return (
    <QuestionView content={content} optionOrder={item.optionOrder} answer={answer.safeParse(item.answer).data ?? null} showKey />
  )
}
