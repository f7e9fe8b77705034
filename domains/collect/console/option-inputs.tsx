import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { fewestOptions, mostCharacters, mostOptions } from '../contract/codes.ts'

interface Props {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (options: string[]) => void
  /** So many at the front are there already: they can be neither changed nor taken away. */
  readonly lockedCount: number
}

/** The options of a choice. */
export function OptionInputs({ id, value = [], onChange, lockedCount }: Props): ReactNode {
  const change = (place: number, text: string) => onChange?.(value.map((option, index) => (index === place ? text : option)))
  return (
    <div id={id} className="kp-options">
      {value.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place; two may be equal while somebody types
        <div key={index} className="kp-option">
          <Input
            aria-label={`选项${index + 1}`}
            value={option}
            maxLength={mostCharacters}
            showCount
            disabled={index < lockedCount}
            placeholder={`请输入选项${index + 1}`}
            onChange={(event) => change(index, event.target.value)}
          />
          {index >= lockedCount && value.length > fewestOptions && (
            <Button
              type="text"
              icon={<MinusCircleOutlined />}
              aria-label={`删除选项${index + 1}`}
              onClick={() => onChange?.(value.filter((_, place) => place !== index))}
            />
          )}
        </div>
      ))}
      {value.length < mostOptions && (
        <Button type="dashed" block icon={<PlusOutlined />} onClick={() => onChange?.([...value, ''])}>
          添加选项（{value.length}/{mostOptions}）
        </Button>
      )}
    </div>
  )
}
