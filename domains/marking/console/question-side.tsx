import { questionTypeLabels } from '@kaopei/question/contract/content'
import { formatScore, RichText } from '@kaopei/web'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { DeskTask } from '../contract/shapes.ts'
import { stemWithNumbers } from './stem.ts'

/** The question, what a good answer says, and where its points are. */
export function QuestionSide({ task }: { readonly task: DeskTask }): ReactNode {
  const { content, points, maxScore, number } = task
  return (
    <section className="kp-marking-pane" aria-label="题目与参考答案">
      <h2>
        第 {number} 题 <Tag>{questionTypeLabels[content.type]}</Tag>
        <span className="kp-hint">满分 {formatScore(maxScore)} 分</span>
      </h2>
      <RichText html={stemWithNumbers(content)} />
      {content.type === 6 && content.referenceAnswer !== '' && (
        <>
          <h3>参考答案</h3>
          <RichText html={content.referenceAnswer} />
        </>
      )}
      {content.type === 4 && (
        <>
          <h3>参考答案</h3>
          <ol className="kp-marking-blanks">
            {content.blanks.map(({ id, alternatives }) => (
              <li key={id}>{alternatives.map(({ text }) => text).join(' / ') || '（由阅卷人判断）'}</li>
            ))}
          </ol>
        </>
      )}
      {content.type === 6 && points.length > 0 && (
        <>
          <h3>得分点</h3>
          <ol className="kp-marking-blanks">
            {points.map(({ id, text, score }) => (
              <li key={id}>
                {text}（{formatScore(score)} 分）
              </li>
            ))}
          </ol>
        </>
      )}
      {content.analysis !== '' && (
        <>
          <h3>解析</h3>
          <RichText html={content.analysis} />
        </>
      )}
    </section>
  )
}
