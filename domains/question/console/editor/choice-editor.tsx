import { DeleteOutlined, LockOutlined, PlusOutlined, UnlockOutlined } from '@ant-design/icons'
import { movedTo, RichTextEditor, useSortableRows } from '@kaopei/web'
import { Alert, Button, Checkbox, Radio, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { type ContentOf, keptInPlace, type QuestionOption } from '../../contract/content.ts'
import { letterAt } from '../question-view.tsx'
import { newPartId } from './new-content.ts'

type Choice = ContentOf<1> | ContentOf<2>

/** Options with their right answer: add, remove, move, lock in place. */
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
  const row = useSortableRows(options.length, (from, to) => set(movedTo(options, from, to)), 'kp-question-row')
  const remove = (id: string) => {
    const rest = options.filter((option) => option.id !== id)
    if (content.type === 1) onChange({ ...content, options: rest, correct: content.correct === id ? null : content.correct })
    else onChange({ ...content, options: rest, correct: content.correct.filter((right) => right !== id) })
  }
  const kept = new Set(keptInPlace(content))
  const unlocked = options.filter(({ id, fixed }) => kept.has(id) && !fixed)
  return (
    <div>
      {unlocked.length > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 8 }}
          title={`选项或题干提到了其他选项（如“B和C都对”“以上都对”），打乱选项时${kept.size === options.length ? '所有选项' : '该选项'}将保持在原位。`}
          action={
            <Button
              size="small"
              onClick={() => set(options.map((option) => ({ ...option, fixed: option.fixed || kept.has(option.id) })))}
            >
              锁定
            </Button>
          }
        />
      )}
      {options.map((option, index) =>
        row(option.id, {
          name: `选项 ${letterAt(index)}`,
          index,
          children: (
            <>
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
              <LockButton
                letter={letterAt(index)}
                isFixed={option.fixed}
                onToggle={() => change(index, { fixed: !option.fixed })}
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={`删除选项 ${letterAt(index)}`}
                disabled={options.length <= 2}
                onClick={() => remove(option.id)}
              />
            </>
          ),
        }),
      )}
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

/** A locked option keeps its place where an exam shuffles options. */
function LockButton(props: { readonly letter: string; readonly isFixed: boolean; readonly onToggle: () => void }): ReactNode {
  const { letter, isFixed, onToggle } = props
  return (
    <Tooltip title={isFixed ? '已锁定：打乱选项顺序时保持在原位' : '锁定后，打乱选项顺序时保持在原位（例如“以上都对”）'}>
      <Button
        type="text"
        className={isFixed ? 'kp-locked' : ''}
        icon={isFixed ? <LockOutlined /> : <UnlockOutlined />}
        aria-label={`锁定选项 ${letter} 的位置`}
        aria-pressed={isFixed}
        onClick={onToggle}
      />
    </Tooltip>
  )
}
