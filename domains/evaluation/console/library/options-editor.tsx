import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import type { ScaleOption } from '../../contract/definition.ts'

export const mostOptions = 10

interface OptionsProps {
  /** Said before each control's name: whose options they are. */
  readonly of?: string
  readonly options: readonly ScaleOption[]
  readonly isLocked: boolean
  readonly onChange: (options: ScaleOption[]) => void
}

/** Options one below the other: what counts, and the words. Enter in the last one's words begins the next. */
export function OptionsEditor({ of = '', options, isLocked, onChange }: OptionsProps): ReactNode {
  const set = (place: number, part: Partial<ScaleOption>) =>
    onChange(options.map((one, at) => (at === place ? { ...one, ...part } : one)))
  const add = () => onChange([...options, { value: nextValue(options), text: '' }])
  const isFull = options.length >= mostOptions
  return (
    <>
      <div className="kp-ev-options">
        {options.map(({ value, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their place
          <div key={place} className="kp-ev-option">
            <InputNumber
              aria-label={`${of}选项 ${place + 1} 的分值`}
              disabled={isLocked}
              min={0}
              max={100}
              precision={0}
              value={value}
              onChange={(given) => set(place, { value: given ?? 0 })}
            />
            <Input
              aria-label={`${of}选项 ${place + 1} 的文字`}
              disabled={isLocked}
              maxLength={100}
              value={text}
              autoFocus={text === '' && place > 0 && place === options.length - 1}
              onChange={({ target }) => set(place, { text: target.value })}
              onPressEnter={() => place === options.length - 1 && !isFull && text !== '' && add()}
            />
            <Button
              type="text"
              disabled={isLocked}
              icon={<DeleteOutlined />}
              aria-label={`删除${of}选项 ${place + 1}`}
              onClick={() => onChange(options.filter((_, at) => at !== place))}
            />
          </div>
        ))}
      </div>
      <Button size="small" icon={<PlusOutlined />} disabled={isLocked || isFull} onClick={add}>
        添加选项
      </Button>
    </>
  )
}

const nextValue = (options: readonly ScaleOption[]) => Math.min(100, Math.max(0, ...options.map(({ value }) => value)) + 1)
