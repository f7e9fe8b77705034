import { QuestionView } from '@kaopei/question/parts'
import { formatScore } from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Paper, PaperItem } from './paper-order.ts'

interface ObjectiveItemProps {
  readonly item: PaperItem
  readonly candidate: Paper['candidate']
  readonly onNext: () => void
}

/** A question that a machine has scored: to be read, not to be changed. */
export function ObjectiveItem({ item, candidate, onNext }: ObjectiveItemProps): ReactNode {
  return (
    <div className="kp-marking-columns kp-marking-columns-two">
      <section className="kp-marking-pane" aria-label="题目与作答">
        <h2>
          第 {item.number} 题 <span className="kp-hint">{candidate.label}</span>
        </h2>
        <QuestionView content={item.content} optionOrder={item.optionOrder} answer={item.answer} showKey />
      </section>
      <section className="kp-marking-pane kp-marking-panel" aria-label="评分">
        <p>
          系统判分：<b className="kp-number">{formatScore(item.score)}</b> / {formatScore(item.maxScore)} 分
        </p>
        <p className="kp-hint">客观题由系统判分，不能在此修改。</p>
        <Button onClick={onNext}>下一道主观题 →</Button>
      </section>
    </div>
  )
}
