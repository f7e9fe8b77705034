import { answerStateLabels } from '@kaopei/question/contract/content'
import { formatScore, RichText } from '@kaopei/web'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { DeskTask } from '../contract/shapes.ts'
import { isEmptyAnswer } from './marks.ts'

/** What the candidate wrote, as it was written. */
export function AnswerPane({ task }: { readonly task: DeskTask }): ReactNode {
  const { candidate, answerState } = task
  return (
    <section className="kp-marking-pane kp-marking-answer" aria-label="考生作答">
      <h2>
        {candidate.label}
        {candidate.isAnonymous && <Tag>匿名</Tag>}
        {candidate.departmentName && <span className="kp-hint">{candidate.departmentName}</span>}
      </h2>
      {isEmptyAnswer(task) ? (
        <div className="kp-marking-empty">
          <b>空白作答</b>
          <span className="kp-hint">{answerStateLabels[answerState]}，建议得 0 分</span>
        </div>
      ) : (
        <Answer task={task} />
      )}
    </section>
  )
}

function Answer({ task }: { readonly task: DeskTask }): ReactNode {
  const { answer, content, points } = task
  if (answer?.type === 6) {
    return answer.format === 'html' ? (
      <RichText html={answer.text} isUntrusted />
    ) : (
      <p className="kp-marking-text">{answer.text}</p>
    )
  }
  if (answer?.type === 5) return <pre className="kp-marking-text">{answer.source}</pre>
  if (answer?.type !== 4 || content.type !== 4) return null
  return (
    <ol className="kp-marking-blanks">
      {content.blanks.map(({ id }) => {
        const point = points.find((candidate) => candidate.id === id)
        return (
          <li key={id}>
            <span className="kp-marking-text">{answer.texts[id] || '（空）'}</span>{' '}
            {point?.isAutomatic ? (
              <Tag color={point.earned === point.score ? 'success' : point.earned === 0 ? 'error' : 'warning'}>
                系统判 {formatScore(point.earned)} 分
              </Tag>
            ) : (
              <Tag color="processing">待人工判分</Tag>
            )}
          </li>
        )
      })}
    </ol>
  )
}
