import { questionTypeLabels } from '@kaopei/question/contract/content'
import { QuestionView } from '@kaopei/question/parts'
import { formatScore } from '@kaopei/web'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { DeskTask } from '../contract/shapes.ts'

/** The question, what a good answer says, and where its points are. */
export function QuestionSide({ task }: { readonly task: DeskTask }): ReactNode {
  const { content, maxScore, number } = task
  return (
    <section className="kp-marking-pane" aria-label="题目与参考答案">
      <h2>
        第 {number} 题 <Tag>{questionTypeLabels[content.type]}</Tag>
        <span className="kp-hint">满分 {formatScore(maxScore)} 分</span>
      </h2>
      <QuestionView content={content} showKey />
    </section>
  )
}
