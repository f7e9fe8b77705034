import { questionTypeLabels } from '@kaopei/question/contract/question-type'
import { Button, InputNumber, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { type FixedQuestion, typesOf } from './paper-draft.ts'

export interface TypeScoresProps {
  readonly fixed: readonly FixedQuestion[]
  readonly onChange: (fixed: readonly FixedQuestion[]) => void
}

/** 按题型设置分值: one score for every question of a type. */
export function TypeScores({ fixed, onChange }: TypeScoresProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [scores, setScores] = useState<Readonly<Record<number, number>>>({})
  const apply = () => {
    onChange(fixed.map((one) => ({ ...one, score: scores[one.type] ?? one.score })))
    setOpen(false)
  }
  const content = (
    <div style={{ display: 'grid', gap: 8, minWidth: 220 }}>
      {typesOf(fixed).map((type) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
        <label key={type} style={{ display: 'flex', gap: 12, alignItems: 'center', justifyContent: 'space-between' }}>
          {questionTypeLabels[type]}每题
          <InputNumber
            min={0}
            max={1000}
            suffix="分"
            value={scores[type] ?? null}
            onChange={(value) => setScores((before) => ({ ...before, [type]: value ?? 0 }))}
          />
        </label>
      ))}
      <Button type="primary" onClick={apply}>
        应 用
      </Button>
    </div>
  )
  return (
    <Popover content={content} trigger="click" open={isOpen} onOpenChange={setOpen} placement="bottomLeft">
      <Button disabled={fixed.length === 0}>按题型设置分值</Button>
    </Popover>
  )
}
