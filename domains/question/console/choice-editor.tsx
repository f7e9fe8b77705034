import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { RichTextEditor } from '@kaopei/web'
import { Button, Checkbox, Radio, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { ContentOf, QuestionOption } from '../contract/content.ts'
import { newPartId } from './new-content.ts'
import { letterAt } from './question-view.tsx'

type Choice = ContentOf<1> | ContentOf<2>

/** Options with their right answer: add, remove, move, keep in place. */
export function ChoiceEditor({
  content,
  onChange,
}: {
  readonly content: Choice
  readonly onChange: (content: Choice) => void
}): ReactNode {
  const { options } = content
  const set = (next: QuestionOption[]) => onChange({ ...content, options: next })
  const change = (index: number, part: Partial<QuestionOption>) =>
    set(options.map((option, position) => (position === index ? { ...option, ...part } : option)))
  const move = (index: number, by: -1 | 1) => set(swapped(options, index, index + by))
  const remove = (id: string) => {
    const rest = options.filter((option) => option.id !== id)
    if (content.type === 1) onChange({ ...content, options: rest, correct: content.correct === id ? null : content.correct })
    else onChange({ ...content, options: rest, correct: content.correct.filter((right) => right !== id) })
  }
  return (
    <div>
      {options.map((option, index) => (
        <div className="kp-question-row" key={option.id}>
          <CorrectMark content={content} id={option.id} letter={letterAt(index)} onChange={onChange} />
          <div className="kp-grow">
            <RichTextEditor
              minimal
              value={option.html}
              label={`选项 ${letterAt(index)}`}
              placeholder={`选项 ${letterAt(index)} 的内容`}
              onChange={(html) => change(index, { html })}
            />
          </div>
          <Tooltip title="打乱选项顺序时，该选项保持在原位（例如“以上都对”）">
            <Checkbox checked={option.fixed} onChange={(event) => change(index, { fixed: event.target.checked })}>
              固定
            </Checkbox>
          </Tooltip>
          <Button
            type="text"
            icon={<ArrowUpOutlined />}
            aria-label={`上移选项 ${letterAt(index)}`}
            disabled={index === 0}
            onClick={() => move(index, -1)}
          />
          <Button
            type="text"
            icon={<ArrowDownOutlined />}
            aria-label={`下移选项 ${letterAt(index)}`}
            disabled={index === options.length - 1}
            onClick={() => move(index, 1)}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={`删除选项 ${letterAt(index)}`}
            disabled={options.length <= 2}
            onClick={() => remove(option.id)}
          />
        </div>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={options.length >= 26}
        onClick={() =>
          set([
            ...options,
            {
              id: newPartId(
                options.map(({ id }) => id),
                'o',
              ),
              html: '',
              fixed: false,
            },
          ])
        }
      >
        添加选项
      </Button>
    </div>
  )
}

function CorrectMark(props: {
  readonly content: Choice
  readonly id: string
  readonly letter: string
  readonly onChange: (content: Choice) => void
}): ReactNode {
  const { content, id, letter, onChange } = props
  if (content.type === 1) {
    return (
      <Radio
        checked={content.correct === id}
        onChange={() => onChange({ ...content, correct: id })}
        aria-label={`选项 ${letter} 为正确答案`}
      >
        {letter}
      </Radio>
    )
  }
  const isRight = content.correct.includes(id)
  const toggled = isRight ? content.correct.filter((right) => right !== id) : [...content.correct, id]
  return (
    <Checkbox
      checked={isRight}
      onChange={() => onChange({ ...content, correct: toggled })}
      aria-label={`选项 ${letter} 为正确答案`}
    >
      {letter}
    </Checkbox>
  )
}

function swapped<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items]
  const [moved] = next.splice(from, 1)
  if (moved !== undefined) next.splice(to, 0, moved)
  return next
}
